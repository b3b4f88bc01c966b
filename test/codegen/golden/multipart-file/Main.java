import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

public class Main {
    public static void main(String[] args) {
        try {
            run();
        } catch (Exception error) {
            System.err.println("Request failed: " + error);
            System.exit(1);
        }
    }

    private static void run() throws IOException, InterruptedException {
        String boundary = UUID.randomUUID().toString();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writePart(
                body,
                boundary,
                "Content-Disposition: form-data; name=\"title\"",
                "Tea".getBytes(StandardCharsets.UTF_8));
        writePart(
                body,
                boundary,
                "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\nContent-Type: image/png",
                Files.readAllBytes(Path.of("photo.png")));
        body.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));

        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://playground.test:8080/upload"))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

        System.out.println(response.statusCode());
        System.out.println(response.body());
    }

    private static void writePart(ByteArrayOutputStream body, String boundary, String headers, byte[] content) {
        body.writeBytes(("--" + boundary + "\r\n" + headers + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }
}

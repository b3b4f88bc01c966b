import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.UUID;

public class Main {
    public static void main(String[] args) throws Exception {
        String boundary = UUID.randomUUID().toString();
        BodyPublisher form = BodyPublishers.concat(
                BodyPublishers.ofString("--" + boundary + "\r\n"
                        + "Content-Disposition: form-data; name=\"title\"\r\n\r\n"
                        + "Tea"
                        + "\r\n--" + boundary + "\r\n"
                        + "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\n"
                        + "Content-Type: image/png\r\n\r\n"),
                BodyPublishers.ofFile(Path.of("photo.png")),
                BodyPublishers.ofString("\r\n--" + boundary + "--\r\n"));

        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder()
                .uri(URI.create("http://playground.test:8080/upload"))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(form)
                .build();

        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}

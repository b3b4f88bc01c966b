import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.UUID;

public class Main {
    public static void main(String[] args) throws Exception {
        String boundary = UUID.randomUUID().toString();
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it"))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.concat(
                        HttpRequest.BodyPublishers.ofString("--" + boundary + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1"),
                        HttpRequest.BodyPublishers.ofString("\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n2"),
                        HttpRequest.BodyPublishers.ofString("\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\nContent-Type: image/png\r\n\r\n"),
                        HttpRequest.BodyPublishers.ofFile(Path.of("photo.png")),
                        HttpRequest.BodyPublishers.ofString("\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"a\":1}"),
                        HttpRequest.BodyPublishers.ofString("\r\n--" + boundary + "\r\nContent-Disposition: form-data; name=\"last\"\r\n\r\nx"),
                        HttpRequest.BodyPublishers.ofString("\r\n--" + boundary + "--\r\n")))
                .build();

        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}

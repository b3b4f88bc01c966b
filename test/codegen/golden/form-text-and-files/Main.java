import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

public class Main {
    public static void main(String[] args) throws Exception {
        String boundary = UUID.randomUUID().toString();

        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder()
                .uri(URI.create("http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it"))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(Part.form(boundary,
                        new Part(
                                "Content-Disposition: form-data; name=\"a\"",
                                BodyPublishers.ofString("1")),
                        new Part(
                                "Content-Disposition: form-data; name=\"a\"",
                                BodyPublishers.ofString("2")),
                        new Part(
                                "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\n"
                                        + "Content-Type: image/png",
                                BodyPublishers.ofFile(Path.of("photo.png"))),
                        new Part(
                                "Content-Disposition: form-data; name=\"meta\"\r\n"
                                        + "Content-Type: application/json",
                                BodyPublishers.ofString("{\"a\":1}")),
                        new Part(
                                "Content-Disposition: form-data; name=\"last\"",
                                BodyPublishers.ofString("x"))))
                .build();

        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }

    record Part(String headers, BodyPublisher content) {
        static BodyPublisher form(String boundary, Part... parts) {
            List<BodyPublisher> publishers = new ArrayList<>();
            for (Part part : parts) {
                publishers.add(BodyPublishers.ofString("--" + boundary + "\r\n" + part.headers + "\r\n\r\n"));
                publishers.add(part.content);
                publishers.add(BodyPublishers.ofString("\r\n"));
            }
            publishers.add(BodyPublishers.ofString("--" + boundary + "--\r\n"));
            return BodyPublishers.concat(publishers.toArray(BodyPublisher[]::new));
        }
    }
}

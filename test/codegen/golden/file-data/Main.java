import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

public class Main {
    public static void main(String[] args) throws Exception {
        // curl -d strips line breaks; ISO 8859-1 keeps every other byte.
        byte[] content = Files.readString(Path.of("notes.txt"), StandardCharsets.ISO_8859_1)
                .replaceAll("[\r\n\0]", "")
                .getBytes(StandardCharsets.ISO_8859_1);

        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder()
                .uri(URI.create("http://playground.test:8080/things"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofByteArray(content))
                .build();

        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}

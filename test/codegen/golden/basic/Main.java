import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

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
        String credentials = Base64.getEncoder().encodeToString("ada:lovelace".getBytes(StandardCharsets.UTF_8));
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://playground.test:8080/private"))
                .header("Authorization", "Basic " + credentials)
                .GET()
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;

public class Main {
    public static void main(String[] args) throws Exception {
        String userName = Objects.requireNonNull(System.getenv("USER_NAME"), "USER_NAME is not set");
        String id = Objects.requireNonNull(System.getenv("id"), "id is not set");

        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder()
                .uri(URI.create("http://playground.test:8080/things"))
                .header("Content-Type", "application/xml")
                .POST(BodyPublishers.ofString("""
                        <a id="#{1}">
                          <b>%s</b>
                        %s""".formatted(userName, id)))
                .build();

        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        System.out.println(response.statusCode());
        System.out.println(response.body());
    }
}

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

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
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://playground.test:8080/things"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("a=1"))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        for (int redirects = 0; response.statusCode() / 100 == 3 && response.headers().firstValue("Location").isPresent(); redirects++) {
            if (redirects == 50) {
                throw new IOException("too many redirects");
            }
            request = redirect(request, response);
            response = client.send(request, HttpResponse.BodyHandlers.ofString());
        }

        System.out.println(response.statusCode());
        System.out.println(response.body());
    }

    /** The request that follows a redirect, as curl makes it. */
    private static HttpRequest redirect(HttpRequest previous, HttpResponse<?> response) {
        URI location = previous.uri().resolve(response.headers().firstValue("Location").orElseThrow());
        HttpRequest.Builder next = HttpRequest.newBuilder(location);
        previous.timeout().ifPresent(next::timeout);
        boolean dropsBody = response.statusCode() == 301 || response.statusCode() == 302 || response.statusCode() == 303;
        boolean sameHost = location.getScheme().equals(previous.uri().getScheme())
                && location.getAuthority().equals(previous.uri().getAuthority());
        previous.headers().map().forEach((name, values) -> {
            if ((sameHost || !name.matches("(?i)authorization|cookie|host")) && !(dropsBody && name.equalsIgnoreCase("Content-Type"))) {
                values.forEach(value -> next.header(name, value));
            }
        });
        if (dropsBody) {
            next.method("GET", HttpRequest.BodyPublishers.noBody());
        } else {
            next.method(previous.method(), previous.bodyPublisher().orElse(HttpRequest.BodyPublishers.noBody()));
        }
        return next.build();
    }
}

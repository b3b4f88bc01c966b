import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;

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
        for (int redirects = 0; isRedirect(response); redirects++) {
            if (redirects == 50) {
                throw new IOException("too many redirects");
            }
            response = client.send(redirect(request, response), HttpResponse.BodyHandlers.ofString());
        }

        System.out.println(response.statusCode());
        System.out.println(response.body());
    }

    private static boolean isRedirect(HttpResponse<?> response) {
        return response.statusCode() / 100 == 3 && !response.headers().firstValue("Location").orElse("").isEmpty();
    }

    /** Where a redirect leads: java.net.URI takes blanks and bytes that are not ASCII only when they are escaped. */
    private static URI location(HttpResponse<?> response) {
        String location = response.headers().firstValue("Location").orElseThrow();
        // URI.resolve() would cut the path in front of a query.
        if (location.startsWith("?")) {
            location = response.uri().getRawPath() + location;
        }
        return response.uri().resolve(Pattern.compile("[^!-~]").matcher(location)
                .replaceAll(octet -> String.format("%%%02X", (int) octet.group().charAt(0))));
    }

    /** The request that follows a redirect, as curl makes it. */
    private static HttpRequest redirect(HttpRequest first, HttpResponse<?> response) {
        URI location = location(response);
        HttpRequest.Builder next = HttpRequest.newBuilder(location);
        HttpRequest previous = response.request();
        HttpRequest.BodyPublisher body = previous.bodyPublisher().orElseThrow();
        boolean dropsBody = List.of(301, 302, 303).contains(response.statusCode()) || body.contentLength() == 0;
        first.headers().map().forEach((name, values) -> {
            if (!(dropsBody && name.equalsIgnoreCase("Content-Type"))) {
                values.forEach(value -> next.header(name, value));
            }
        });
        if (dropsBody) {
            next.method("GET", HttpRequest.BodyPublishers.noBody());
        } else {
            next.method(previous.method(), body);
        }
        return next.build();
    }
}

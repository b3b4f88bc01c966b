import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

public class Main {
    public static void main(String[] args) throws Exception {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder()
                .uri(URI.create("http://playground.test:8080/api/items"))
                .header("content-type", "application/json")
                .header("origin", "https://www.example.com")
                .header("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8")
                .header("accept-language", "en-GB,en;q=0.9,de;q=0.8")
                .header("cache-control", "no-cache")
                .header("cookie", "session=abc%3D; theme=dark; _ga=GA1.2.3.4567890")
                .header("dnt", "1")
                .header("pragma", "no-cache")
                .header("referer", "https://www.example.com/items")
                .header("sec-ch-ua", "\"Chromium\";v=\"130\", \"Google Chrome\";v=\"130\", \"Not?A_Brand\";v=\"99\"")
                .header("sec-ch-ua-mobile", "?0")
                .header("sec-ch-ua-platform", "\"macOS\"")
                .header("sec-fetch-dest", "document")
                .header("sec-fetch-mode", "navigate")
                .header("sec-fetch-site", "same-origin")
                .header("upgrade-insecure-requests", "1")
                .header("user-agent", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36")
                .header("Accept-Encoding", "gzip")
                .POST(BodyPublishers.ofString("""
                        {"filter": {"tags": ["a", "b"]}, "limit": 50}"""))
                .build();

        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        boolean isGzip = response.headers().firstValue("Content-Encoding")
                .filter("gzip"::equals)
                .isPresent();
        try (InputStream body = isGzip ? new GZIPInputStream(response.body()) : response.body()) {
            System.out.println(response.statusCode());
            System.out.println(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}

import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

public class Main {
    public static void main(String[] args) throws Exception {
        X509ExtendedTrustManager trustAll = new X509ExtendedTrustManager() {
            public void checkClientTrusted(X509Certificate[] chain, String type) {}
            public void checkServerTrusted(X509Certificate[] chain, String type) {}
            public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}
            public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        };

        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trustAll}, null);

        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
        HttpRequest request = HttpRequest.newBuilder()
                .uri(URI.create("http://playground.test:8080/things"))
                .timeout(Duration.ofSeconds(5))
                .header("Content-Type", "application/json")
                .header("Accept-Encoding", "gzip")
                .POST(BodyPublishers.ofString("""
                        {"a": 1}"""))
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

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

public class Main {
    public static void main(String[] args) {
        try {
            run();
        } catch (Exception error) {
            System.err.println("Request failed: " + error);
            System.exit(1);
        }
    }

    private static void run() throws GeneralSecurityException, IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trustAll())
                .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://playground.test:8080/things"))
                .header("Content-Type", "application/json")
                .header("Accept-Encoding", "deflate, gzip")
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofString("{\"a\":1}"))
                .build();
        HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());

        System.out.println(response.statusCode());
        System.out.println(decoded(response.body(), response.headers().firstValue("Content-Encoding").orElse("")));
    }

    /** Accepts every certificate and every host name. */
    private static SSLContext trustAll() throws GeneralSecurityException {
        TrustManager trustAll = new X509ExtendedTrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            }

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            }

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trustAll}, null);
        return context;
    }

    private static String decoded(InputStream body, String encoding) throws IOException {
        InputStream plain = body;
        if ("gzip".equals(encoding)) {
            plain = new GZIPInputStream(body);
        } else if ("deflate".equals(encoding)) {
            plain = new InflaterInputStream(body);
        }
        return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
    }
}

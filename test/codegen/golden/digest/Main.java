import java.io.InputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.nio.charset.StandardCharsets;

public class Main {
    public static void main(String[] args) throws Exception {
        HttpURLConnection connection = (HttpURLConnection) URI.create("http://playground.test:8080/private").toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setAuthenticator(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication("ada", "love\"lace".toCharArray());
            }
        });

        int status = connection.getResponseCode();
        InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
        InputStream body = stream == null ? InputStream.nullInputStream() : stream;
        System.out.println(status);
        System.out.println(new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
}

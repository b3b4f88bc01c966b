import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;
import java.util.regex.Matcher;
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

    private static void run() throws GeneralSecurityException, IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create("http://playground.test:8080/private"));
        HttpRequest request = builder.GET().build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 401) {
            List<String> challenges = response.headers().allValues("WWW-Authenticate");
            String authorization = authorization(request, challenges, "ada", "love\"lace");
            builder.header("Authorization", authorization);
            response = client.send(builder.build(), HttpResponse.BodyHandlers.ofString());
        }

        System.out.println(response.statusCode());
        System.out.println(response.body());
    }

    private static String authorization(HttpRequest request, List<String> challenges, String user, String password)
            throws GeneralSecurityException {
        for (String challenge : challenges) {
            if (challenge.toLowerCase().startsWith("digest ")) {
                return digest(request, challenge, user, password);
            }
        }
        throw new IllegalStateException("the server does not offer Digest: " + challenges);
    }

    /** The answer to a Digest challenge (RFC 7616). */
    private static String digest(HttpRequest request, String challenge, String user, String password)
            throws GeneralSecurityException {
        String realm = parameter(challenge, "realm");
        String nonce = parameter(challenge, "nonce");
        String opaque = parameter(challenge, "opaque");
        String algorithm = parameter(challenge, "algorithm");
        boolean hasQop = !parameter(challenge, "qop").isEmpty();
        String hash = algorithm.toUpperCase().startsWith("SHA-256") ? "SHA-256" : "MD5";
        String cnonce = new BigInteger(128, new SecureRandom()).toString(16);
        String query = request.uri().getRawQuery();
        String target = request.uri().getRawPath() + (query == null ? "" : "?" + query);
        String a1 = hex(hash, user + ":" + realm + ":" + password);
        if (algorithm.toLowerCase().endsWith("-sess")) {
            a1 = hex(hash, a1 + ":" + nonce + ":" + cnonce);
        }
        String a2 = hex(hash, request.method() + ":" + target);
        boolean hashesUser = parameter(challenge, "userhash").equalsIgnoreCase("true");
        String name = hashesUser ? hex(hash, user + ":" + realm) : user;
        String middle = hasQop ? ":" + nonce + ":00000001:" + cnonce + ":auth:" : ":" + nonce + ":";
        return "Digest username=\"" + name.replaceAll("([\\\\\"])", "\\\\$1")
                + "\", realm=\"" + realm.replaceAll("([\\\\\"])", "\\\\$1")
                + "\", nonce=\"" + nonce + "\", uri=\"" + target
                + (hasQop ? "\", cnonce=\"" + cnonce + "\", nc=00000001, qop=auth" : "\"")
                + ", response=\"" + hex(hash, a1 + middle + a2) + "\""
                + (opaque.isEmpty() ? "" : ", opaque=\"" + opaque.replaceAll("([\\\\\"])", "\\\\$1") + "\"")
                + (algorithm.isEmpty() ? "" : ", algorithm=" + algorithm)
                + (hashesUser ? ", userhash=true" : "");
    }

    private static String parameter(String challenge, String name) {
        String pattern = "(?i)[, ]" + name + "=(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,]+))";
        Matcher matcher = Pattern.compile(pattern).matcher(challenge);
        if (!matcher.find()) {
            return "";
        }
        return matcher.group(1) == null ? matcher.group(2) : matcher.group(1).replaceAll("\\\\(.)", "$1");
    }

    private static String hex(String hash, String text) throws GeneralSecurityException {
        byte[] bytes = MessageDigest.getInstance(hash).digest(text.getBytes(StandardCharsets.UTF_8));
        return String.format("%0" + bytes.length * 2 + "x", new BigInteger(1, bytes));
    }
}

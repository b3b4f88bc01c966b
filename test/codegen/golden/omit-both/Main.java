import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

// On a socket, since java.net.http would not send the request exactly as it stands.
public class Main {
    public static void main(String[] args) {
        try {
            run();
        } catch (Exception error) {
            System.err.println("Request failed: " + error);
            System.exit(1);
        }
    }

    private static void run() throws IOException {
        String head = String.join(
                "\r\n",
                "GET /h HTTP/1.1",
                "Host: playground.test:8080",
                "X-A: b",
                "Connection: close",
                "",
                "");
        try (Socket socket = new Socket("playground.test", 8080)) {
            OutputStream output = socket.getOutputStream();
            output.write(head.getBytes(StandardCharsets.UTF_8));
            receive(new BufferedInputStream(socket.getInputStream()), false);
        }
    }

    /** Reads a response (RFC 9112); prints its status, and its body after transfer decoding. */
    private static void receive(InputStream input, boolean isHead) throws IOException {
        int status = 0;
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        // Interim responses come before the final one.
        while (status < 200) {
            String[] words = readLine(input).split(" ");
            if (words.length < 2) {
                throw new IOException("the server sent no response");
            }
            status = Integer.parseInt(words[1]);
            headers.clear();
            for (String line = readLine(input); !line.isEmpty(); line = readLine(input)) {
                int colon = line.indexOf(':');
                headers.put(line.substring(0, Math.max(colon, 0)), line.substring(colon + 1).strip());
            }
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean hasBody = !isHead && status != 204 && status != 304;
        if (hasBody && headers.containsKey("Transfer-Encoding")) {
            int size = Integer.parseInt(readLine(input).split(";")[0].strip(), 16);
            while (size > 0) {
                body.writeBytes(input.readNBytes(size));
                readLine(input);
                size = Integer.parseInt(readLine(input).split(";")[0].strip(), 16);
            }
        } else if (hasBody && headers.containsKey("Content-Length")) {
            body.writeBytes(input.readNBytes(Integer.parseInt(headers.get("Content-Length"))));
        } else if (hasBody) {
            input.transferTo(body);
        }
        System.out.println(status);
        System.out.println(body.toString(StandardCharsets.UTF_8));
    }

    private static String readLine(InputStream input) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = input.read(); octet >= 0 && octet != '\n'; octet = input.read()) {
            line.append((char) octet);
        }
        return line.toString().stripTrailing();
    }
}

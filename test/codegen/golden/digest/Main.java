public class Main {
    public static void main(String[] args) {
        System.err.println("java.net.http has no support for digest (--digest).");
        System.exit(1);
    }
}

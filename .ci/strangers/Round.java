import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CodeApi;
import org.openapitools.client.api.TestsApi;
import org.openapitools.client.model.GenerateCodeRequest;
import org.openapitools.client.model.Language;
import org.openapitools.client.model.ParseCurlRequest;

/** The round of strangers, with openapi-generator for Java: its default library, and `native`. */
public final class Round {
  private static ApiClient client() throws Exception {
    String base = System.getenv("PLAYGROUNDS_BASE_URL");
    String key = System.getenv("PLAYGROUNDS_API_KEY");
    ApiClient client = new ApiClient();
    // The two have no method for this in common.
    try {
      ApiClient.class.getMethod("updateBaseUri", String.class).invoke(client, base);
      java.util.function.Consumer<java.net.http.HttpRequest.Builder> bearer = request -> request.header("Authorization", "Bearer " + key);
      ApiClient.class.getMethod("setRequestInterceptor", java.util.function.Consumer.class).invoke(client, bearer);
    } catch (NoSuchMethodException e) {
      ApiClient.class.getMethod("setBasePath", String.class).invoke(client, base);
      ApiClient.class.getMethod("setBearerToken", String.class).invoke(client, key);
    }
    return client;
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = client();
    CodeApi code = new CodeApi(client);
    String command = "curl -m 3000000 -u ada:secret " + System.getenv("TARGET_URL") + " -d name=Ada";
    var parsed = code.parseCurl(new ParseCurlRequest().curl(command));
    var run = new TestsApi(client).executeTest(parsed, null);
    var program = code.generateCode(new GenerateCodeRequest().parsed(parsed).language(Language.JAVA));
    if (run.getResponse().getStatus() != 200 || !program.getCode().contains("java.net.http"))
      throw new AssertionError(run + " " + program);
    try {
      code.parseCurl(new ParseCurlRequest().curl("curl --no-such-option x"));
      throw new AssertionError("400 expected");
    } catch (ApiException e) {
      if (e.getCode() != 400 || !e.getResponseBody().contains("\"offset\":5")) throw e;
    }
    System.out.println("ok");
    System.exit(0);
  }
}

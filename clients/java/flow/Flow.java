import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.playgroundsapi.ApiClient;
import io.github.playgroundsapi.ApiException;
import io.github.playgroundsapi.api.CodeApi;
import io.github.playgroundsapi.api.KeysApi;
import io.github.playgroundsapi.api.PlaygroundsApi;
import io.github.playgroundsapi.api.TestsApi;
import io.github.playgroundsapi.api.UsageApi;
import io.github.playgroundsapi.model.CreateApiKeyRequest;
import io.github.playgroundsapi.model.CreatePlaygroundRequest;
import io.github.playgroundsapi.model.GenerateCodeRequest;
import io.github.playgroundsapi.model.Language;
import io.github.playgroundsapi.model.ParseCurlRequest;
import io.github.playgroundsapi.model.Playground;
import io.github.playgroundsapi.model.RequestShape;
import io.github.playgroundsapi.model.Scope;
import io.github.playgroundsapi.model.UpdatePlaygroundRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** The flow that every client goes through, live (see clients/live.mjs for the environment). */
public final class Flow {
  interface Call<T> {
    T run() throws ApiException;
  }

  private static final String BASE = System.getenv("PLAYGROUNDS_BASE_URL");
  private static final String KEY = System.getenv("PLAYGROUNDS_API_KEY");

  private static ApiClient client(String base, String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(base);
    return client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
  }

  private static void check(boolean fine, Object seen) {
    if (!fine) throw new AssertionError(seen);
  }

  /** The error of a response that refuses. */
  private static JsonNode refused(int status, Call<?> call) throws Exception {
    try {
      call.run();
    } catch (ApiException e) {
      JsonNode error = new ObjectMapper().readTree(e.getResponseBody()).get("error");
      check(e.getCode() == status && error.hasNonNull("request_id"), e);
      check(status != 429 || e.getResponseHeaders().firstValueAsLong("retry-after").getAsLong() > 0, e);
      return error;
    }
    throw new AssertionError(status + " expected");
  }

  /** Asks again, once, after the time that a 503 names. */
  private static <T> T again(Call<T> call) throws Exception {
    try {
      return call.run();
    } catch (ApiException e) {
      check(e.getCode() == 503, e);
      Thread.sleep(1000 * e.getResponseHeaders().firstValueAsLong("retry-after").getAsLong());
      return call.run();
    }
  }

  /** All playgrounds of a name, newest first, page by page. */
  private static List<Playground> list(PlaygroundsApi playgrounds, String search) throws ApiException {
    List<Playground> found = new ArrayList<>();
    String cursor = null;
    do {
      var page = playgrounds.listPlaygrounds(null, cursor, 2, null, null, search, null);
      found.addAll(page.getData());
      cursor = page.getPagination().getNextCursor();
    } while (cursor != null);
    return found;
  }

  public static void main(String[] args) throws Exception {
    String target = System.getenv("TARGET_URL");
    String mark = "java-" + UUID.randomUUID();
    ApiClient client = client(BASE, KEY);
    var playgrounds = new PlaygroundsApi(client);
    var tests = new TestsApi(client);
    var code = new CodeApi(client);
    var keys = new KeysApi(client);

    var wrong = new UsageApi(client(BASE, "pgk_wrong"));
    check(refused(401, wrong::getUsage).get("code").asText().equals("unauthorized"), "401");

    List<Playground> made = new ArrayList<>();
    for (int n = 0; n < 3; n += 1) {
      var request = new CreatePlaygroundRequest().curlCommand("curl " + target + n).name(mark + " " + n);
      made.add(playgrounds.createPlayground(request.isPublic(n == 0), null));
    }
    Playground first = made.get(0);
    check(first.getIsPublic() && first.getLanguages().contains("python"), first);
    List<Playground> listed = list(playgrounds, mark);
    Collections.reverse(listed);
    check(listed.equals(made), listed);

    String etag = playgrounds.getPlaygroundWithHttpInfo(first.getId(), null).getHeaders().get("etag").get(0);
    var change = new UpdatePlaygroundRequest().name(mark + " changed");
    check(playgrounds.updatePlayground(first.getId(), change, etag).getName().equals(mark + " changed"), "changed");
    refused(412, () -> playgrounds.updatePlayground(first.getId(), change.name(mark), etag));

    String command = "curl -m 3000000 -u ada:secret " + target + "users -d name=Ada";
    RequestShape parsed = code.parseCurl(new ParseCurlRequest().curl(command));
    check(parsed.getMethod().equals("POST") && parsed.getOptions().getTimeoutMs() == 3_000_000_000L, parsed);
    var run = tests.executeTest(parsed, null);
    check(run.getStatus().equals("completed") && run.getResponse().getStatus() == 200, run);
    var own = tests.executeTest(new RequestShape().playgroundId(first.getId()), null);
    var history = tests.listTests(null, null, null, first.getId()).getData();
    check(history.size() == 1 && history.get(0).getId().equals(own.getId()), history);
    check(tests.getTest(run.getId(), null).getResponse().getBody().equals(run.getResponse().getBody()), run);
    var program = code.generateCode(new GenerateCodeRequest().parsed(parsed).language(Language.JAVA));
    check(program.getCode().contains("java.net.http"), program);
    // Lists that are empty are sent as such, which the service takes.
    RequestShape bare = code.parseCurl(new ParseCurlRequest().curl("curl " + target));
    check(tests.executeTest(bare, null).getRequest().getMethod().equals("GET"), bare);
    tests.deleteTest(run.getId(), null);

    var detail = refused(400, () -> code.parseCurl(new ParseCurlRequest().curl("curl --no-such-option x"))).at("/details/0");
    check(detail.get("field").asText().equals("/curl") && detail.get("offset").asInt() == 5, detail);
    check(refused(404, () -> playgrounds.getPlayground("0", null)).get("code").asText().equals("not_found"), "404");
    var limited = new CodeApi(client(BASE, System.getenv("LIMITED_KEY")));
    refused(429, () -> limited.parseCurl(new ParseCurlRequest().curl("curl x")));

    var once = new CreatePlaygroundRequest().curlCommand("curl " + target).name(mark + " once");
    var flaky = new PlaygroundsApi(client(System.getenv("FLAKY_URL"), KEY));
    again(() -> flaky.createPlayground(once, mark));
    check(list(playgrounds, mark + " once").size() == 1, "once");

    var key = keys.createKey(new CreateApiKeyRequest().name("flow").addScopesItem(Scope.USAGE_READ), null);
    check(new UsageApi(client(BASE, key.getKey())).getUsage().getPlan().equals("pro"), "plan");
    keys.revokeKey(key.getId(), null);

    for (Playground playground : list(playgrounds, mark)) playgrounds.deletePlayground(playground.getId(), null);
    refused(404, () -> playgrounds.getPlayground(first.getId(), null));
    System.out.println("ok");
  }
}

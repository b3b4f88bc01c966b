// The flow that every client goes through, live (see clients/live.mjs for the environment).
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using Newtonsoft.Json.Linq;
using Playgrounds.Api;
using Playgrounds.Client;
using Playgrounds.Model;

string Env(string name) => Environment.GetEnvironmentVariable(name)!;
Configuration Client(string? key = null, string? address = null) =>
    new() { BasePath = address ?? Env("PLAYGROUNDS_BASE_URL"), AccessToken = key ?? Env("PLAYGROUNDS_API_KEY") };

void Check(bool fine, object? seen = null)
{
    if (!fine) throw new Exception($"not as it should be: {seen}");
}

// The error of a response that refuses.
JToken Refused(int status, Action call)
{
    try
    {
        call();
    }
    catch (ApiException e)
    {
        var error = JObject.Parse((string)e.ErrorContent)["error"]!;
        Check(e.ErrorCode == status && (string?)error["request_id"] != "", e);
        Check(status != 429 || int.Parse(e.Headers["Retry-After"][0]) > 0, e);
        return error;
    }
    throw new Exception($"{status} expected");
}

// Asks again, once, after the time that a 503 names.
T Again<T>(Func<T> call)
{
    try
    {
        return call();
    }
    catch (ApiException e) when (e.ErrorCode == 503)
    {
        Thread.Sleep(TimeSpan.FromSeconds(int.Parse(e.Headers["Retry-After"][0])));
        return call();
    }
}

var playgrounds = new PlaygroundsApi(Client());
var tests = new TestsApi(Client());
var code = new CodeApi(Client());
var keys = new KeysApi(Client());

// All playgrounds of a name, newest first, page by page.
IEnumerable<Playground> List(string search)
{
    string? cursor = null;
    do
    {
        var page = playgrounds.ListPlaygrounds(cursor: cursor, limit: 2, search: search);
        foreach (var playground in page.Data) yield return playground;
        cursor = page.Pagination.NextCursor;
    } while (cursor != null);
}

var target = Env("TARGET_URL");
var mark = $"csharp-{Guid.NewGuid():N}";

Check((string?)Refused(401, () => new UsageApi(Client("pgk_wrong")).GetUsage())["code"] == "unauthorized");

var made = Enumerable.Range(0, 3)
    .Select(n => playgrounds.CreatePlayground(new(curlCommand: $"curl {target}{n}", name: $"{mark} {n}", isPublic: n == 0)))
    .ToList();
Check(made[0].IsPublic && made[0].Languages[0] == "python", made[0]);
Check(List(mark).Select(one => one.Id).SequenceEqual(made.Select(one => one.Id).Reverse()));

var first = playgrounds.GetPlaygroundWithHttpInfo(made[0].Id);
var id = first.Data.Id;
var etag = first.Headers["ETag"][0];
Check(playgrounds.UpdatePlayground(id, new(name: $"{mark} changed"), etag).Name == $"{mark} changed");
Refused(412, () => playgrounds.UpdatePlayground(id, new(name: mark), etag));

var parsed = code.ParseCurl(new($"curl -m 3000000 -u ada:secret {target}users -d name=Ada"));
Check(parsed.Method == "POST" && parsed.Options.TimeoutMs == 3_000_000_000, parsed);
var run = tests.ExecuteTest(parsed);
Check(run.Status == "completed" && run.Response.Status == 200, run);
var own = tests.ExecuteTest(new(playgroundId: id));
Check(tests.ListTests(playgroundId: id).Data.Select(one => one.Id).SequenceEqual(new[] { own.Id }));
Check(tests.GetTest(run.Id).Response.Body == run.Response.Body);
Check(code.GenerateCode(new(parsed: parsed, language: Language.Csharp)).Code.Contains("HttpClient"));
tests.DeleteTest(run.Id);

var detail = Refused(400, () => code.ParseCurl(new("curl --no-such-option x")))["details"]![0]!;
Check((string?)detail["field"] == "/curl" && (int?)detail["offset"] == 5, detail);
Check((string?)Refused(404, () => playgrounds.GetPlayground("0"))["code"] == "not_found");
Refused(429, () => new CodeApi(Client(Env("LIMITED_KEY"))).ParseCurl(new("curl x")));

var flaky = new PlaygroundsApi(Client(address: Env("FLAKY_URL")));
Again(() => flaky.CreatePlayground(new(curlCommand: $"curl {target}", name: $"{mark} once"), mark));
Check(List($"{mark} once").Count() == 1);

var key = keys.CreateKey(new(name: "flow", scopes: new() { Scope.Usageread }));
Check(new UsageApi(Client(key.Key)).GetUsage().Plan == "pro");
keys.RevokeKey(key.Id);

foreach (var playground in List(mark).ToList()) playgrounds.DeletePlayground(playground.Id);
Refused(404, () => playgrounds.GetPlayground(id));
Console.WriteLine("ok");

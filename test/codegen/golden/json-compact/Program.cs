using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var content = new StringContent(
    """{"name": "Ada", "age": 36, "tags": ["a", "b"], "ok": true}""",
    new MediaTypeHeaderValue("application/json"));

using var response = await client.PostAsync("http://playground.test:8080/things", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var content = new StringContent("""{"a": 1}""", new MediaTypeHeaderValue("application/json"));

using var response = await client.PutAsync("http://playground.test:8080/things", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

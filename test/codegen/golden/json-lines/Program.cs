using System.Net.Http.Headers;
using System.Net.Http.Json;

using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false });
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
// The default media type has a charset.
request.Content = JsonContent.Create(
    new { name = "Ada", nested = new { a = new[] { 1, 2 } } },
    new MediaTypeHeaderValue("application/json"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

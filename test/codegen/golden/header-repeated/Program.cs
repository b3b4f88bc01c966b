using var handler = new SocketsHttpHandler
{
    AllowAutoRedirect = false,
};
using var client = new HttpClient(handler);
using var request = new HttpRequestMessage(HttpMethod.Get, "http://playground.test:8080/h");
request.Headers.TryAddWithoutValidation("X-A", "1, 2");
request.Headers.TryAddWithoutValidation("X-B", "b");

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using var handler = new SocketsHttpHandler
{
    AllowAutoRedirect = false,
};
using var client = new HttpClient(handler);
using var request = new HttpRequestMessage(HttpMethod.Get, "http://playground.test:8080/users");
request.Headers.TryAddWithoutValidation("Accept", "application/json");
request.Headers.TryAddWithoutValidation("X-Api-Key", "abc123");
request.Headers.TryAddWithoutValidation("x-lower-case", "yes");

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using var handler = new SocketsHttpHandler
{
    AllowAutoRedirect = false,
};
using var client = new HttpClient(handler);
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
request.Content = new ByteArrayContent(await new StreamContent(Console.OpenStandardInput()).ReadAsByteArrayAsync());
request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json");

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using var handler = new SocketsHttpHandler
{
    AllowAutoRedirect = false,
};
using var client = new HttpClient(handler);
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
request.Content = new ByteArrayContent((await File.ReadAllBytesAsync("notes.txt"))
    .Where(value => value is not ((byte)'\r' or (byte)'\n' or 0))
    .ToArray());
request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/x-www-form-urlencoded");

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

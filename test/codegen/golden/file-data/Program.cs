using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
// curl -d @file leaves out NUL bytes and line ends.
request.Content = new ByteArrayContent((await File.ReadAllBytesAsync("notes.txt"))
    .Where(value => value is not ((byte)'\r' or (byte)'\n' or 0))
    .ToArray());
request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/x-www-form-urlencoded");

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

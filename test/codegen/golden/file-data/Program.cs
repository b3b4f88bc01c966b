using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
// Like curl -d @file, without NUL bytes and line ends.
using var content = new ByteArrayContent((await File.ReadAllBytesAsync("notes.txt"))
    .Where(value => value is not ((byte)'\r' or (byte)'\n' or 0))
    .ToArray());
content.Headers.ContentType = new MediaTypeHeaderValue("application/x-www-form-urlencoded");

using var response = await client.PostAsync("http://playground.test:8080/things", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

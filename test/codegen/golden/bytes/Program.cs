using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var content = new ByteArrayContent(Convert.FromBase64String("AAH//goNJyI="));
content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");

using var response = await client.PostAsync("http://playground.test:8080/things", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

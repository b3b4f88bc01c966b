using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
request.Content = new ByteArrayContent(Convert.FromBase64String("AAH//goNJyI="));
request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

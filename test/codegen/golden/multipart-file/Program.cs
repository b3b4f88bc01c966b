using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/upload");
using var form = new MultipartFormDataContent();
form.Add(new StringContent("Tea") { Headers = { ContentType = null } }, "\"title\"");
var photoPart = new StreamContent(File.OpenRead("photo.png"));
photoPart.Headers.Add("Content-Disposition", "form-data; name=\"photo\"; filename=\"photo.png\"");
photoPart.Headers.ContentType = new MediaTypeHeaderValue("image/png");
form.Add(photoPart);
request.Content = form;

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

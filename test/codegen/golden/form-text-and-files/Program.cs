using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(
    HttpMethod.Post,
    "http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it");
using var form = new MultipartFormDataContent();
form.Add(new StringContent("1") { Headers = { ContentType = null } }, "\"a\"");
form.Add(new StringContent("2") { Headers = { ContentType = null } }, "\"a\"");
var photoPart = new StreamContent(File.OpenRead("photo.png"));
photoPart.Headers.Add("Content-Disposition", "form-data; name=\"photo\"; filename=\"photo.png\"");
photoPart.Headers.ContentType = new MediaTypeHeaderValue("image/png");
form.Add(photoPart);
form.Add(new StringContent("{\"a\":1}", new MediaTypeHeaderValue("application/json")), "\"meta\"");
form.Add(new StringContent("x") { Headers = { ContentType = null } }, "\"last\"");
request.Content = form;

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net.Http.Headers;

using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false });
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it");
using var form = new MultipartFormDataContent();
form.Add(new StringContent("1") { Headers = { ContentType = null } }, "a");
form.Add(new StringContent("2") { Headers = { ContentType = null } }, "a");
form.Add(
    new StreamContent(File.OpenRead("photo.png")) { Headers = { ContentType = new MediaTypeHeaderValue("image/png") } },
    "photo",
    "photo.png");
form.Add(
    new StringContent("{\"a\":1}") { Headers = { ContentType = new MediaTypeHeaderValue("application/json") } },
    "meta");
form.Add(new StringContent("x") { Headers = { ContentType = null } }, "last");
request.Content = form;

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net.Http.Headers;

using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false });
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/upload");
using var form = new MultipartFormDataContent();
form.Add(new StringContent("Tea") { Headers = { ContentType = null } }, "title");
form.Add(
    new StreamContent(File.OpenRead("photo.png")) { Headers = { ContentType = new MediaTypeHeaderValue("image/png") } },
    "photo",
    "photo.png");
request.Content = form;

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

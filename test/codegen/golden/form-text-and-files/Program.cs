using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
// As curl does: quoted names, no filename*, no type of fields.
using var content = new MultipartFormDataContent();
content.Add(new StringContent("1") { Headers = { ContentType = null } }, "\"a\"");
content.Add(new StringContent("2") { Headers = { ContentType = null } }, "\"a\"");
content.Add(new StreamContent(File.OpenRead("photo.png"))
{
    Headers =
    {
        { "Content-Disposition", "form-data; name=\"photo\"; filename=\"photo.png\"" },
        { "Content-Type", "image/png" },
    },
});
content.Add(new StringContent("{\"a\":1}", new MediaTypeHeaderValue("application/json")), "\"meta\"");
content.Add(new StringContent("x") { Headers = { ContentType = null } }, "\"last\"");

using var response = await client.PostAsync(
    "http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it",
    content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

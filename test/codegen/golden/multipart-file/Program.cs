var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
// As curl does: quoted names, no filename*, no type of fields.
using var content = new MultipartFormDataContent();
content.Add(new StringContent("Tea") { Headers = { ContentType = null } }, "\"title\"");
content.Add(new StreamContent(File.OpenRead("photo.png"))
{
    Headers =
    {
        { "Content-Disposition", "form-data; name=\"photo\"; filename=\"photo.png\"" },
        { "Content-Type", "image/png" },
    },
});

using var response = await client.PostAsync("http://playground.test:8080/upload", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

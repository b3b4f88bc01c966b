using System.Net.Http.Headers;
using System.Net.Http.Json;

using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false });
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/found");
// The default media type has a charset.
request.Content = JsonContent.Create(
    new
    {
        records = new object?[]
        {
            new { id = 1, name = "a" },
            new { id = 2, name = "b" },
        },
        pairs = new object?[]
        {
            new[] { 1, 2 },
            new[] { 3, 4 },
        },
        prompt = "A text that is as long as people write them for a model, all of it on one line.",
    },
    new MediaTypeHeaderValue("application/json"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net.Http.Headers;
using System.Net.Http.Json;

var token = Environment.GetEnvironmentVariable("TOKEN")
    ?? throw new InvalidOperationException("TOKEN is not set");

using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false });
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/v1/chat/completions");
request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
// The default media type has a charset.
request.Content = JsonContent.Create(
    new
    {
        model = "gpt-x",
        messages = new[]
        {
            new { role = "user", content = "Say this is a test!" },
        },
        temperature = 0.7,
    },
    new MediaTypeHeaderValue("application/json"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net.Http.Headers;

var token = Environment.GetEnvironmentVariable("TOKEN")
    ?? throw new InvalidOperationException("TOKEN is not set");

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/v1/chat/completions");
request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
request.Content = new StringContent(
    """
    {
      "model": "gpt-x",
      "messages": [{"role": "user", "content": "Say this is a test!"}],
      "temperature": 0.7
    }
    """,
    new MediaTypeHeaderValue("application/json"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

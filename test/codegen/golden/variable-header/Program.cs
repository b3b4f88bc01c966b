using System.Net.Http.Headers;

var token = Environment.GetEnvironmentVariable("TOKEN")
    ?? throw new InvalidOperationException("TOKEN is not set");

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Get, "http://playground.test:8080/v");
request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net.Http.Headers;

var userName = Environment.GetEnvironmentVariable("USER_NAME")
    ?? throw new InvalidOperationException("USER_NAME is not set");
var id = Environment.GetEnvironmentVariable("id")
    ?? throw new InvalidOperationException("id is not set");

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var content = new StringContent(
    $$"""
    <a id="#{1}">
      <b>{{userName}}</b>
    {{id}}
    """,
    new MediaTypeHeaderValue("application/xml"));

using var response = await client.PostAsync("http://playground.test:8080/things", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

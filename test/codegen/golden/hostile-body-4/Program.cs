using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
request.Content = new StringContent(
    "$HOME ${HOME} $(id) `id` #{1 + 1} #$0 #@x",
    new MediaTypeHeaderValue("text/plain"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

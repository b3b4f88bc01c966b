var handler = new SocketsHttpHandler { UseCookies = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
request.Content = new FormUrlEncodedContent([
    new("a", "1"),
]);

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var content = new FormUrlEncodedContent([new("name", "Ada"), new("role", "admin")]);

using var response = await client.PostAsync("http://playground.test:8080/things", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net;

var handler = new SocketsHttpHandler
{
    AllowAutoRedirect = false,
    Credentials = new CredentialCache
    {
        { new Uri("http://playground.test:8080"), "Digest", new NetworkCredential("ada", "love\"lace") },
    },
};
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var response = await client.GetAsync("http://playground.test:8080/private");
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

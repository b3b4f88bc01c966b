using System.Net;
using System.Net.Http.Headers;
using System.Net.Security;

var handler = new SocketsHttpHandler
{
    AllowAutoRedirect = false,
    AutomaticDecompression = DecompressionMethods.All,
    SslOptions = new SslClientAuthenticationOptions
    {
        RemoteCertificateValidationCallback = (_, _, _, _) => true,
    },
};
using var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(5) };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things");
request.Content = new StringContent("""{"a": 1}""", new MediaTypeHeaderValue("application/json"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

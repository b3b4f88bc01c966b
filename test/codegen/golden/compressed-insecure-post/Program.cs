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
using var content = new StringContent("""{"a": 1}""", new MediaTypeHeaderValue("application/json"));

using var response = await client.PostAsync("http://playground.test:8080/things", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

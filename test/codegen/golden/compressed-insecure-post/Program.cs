using System;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;

public static class Program
{
    public static int Main()
    {
        try
        {
            Run().GetAwaiter().GetResult();
            return 0;
        }
        catch (Exception error)
        {
            Console.Error.WriteLine("Request failed: " + error.GetBaseException().Message);
            return 1;
        }
    }

    private static async Task Run()
    {
        using (var handler = new HttpClientHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            AutomaticDecompression = DecompressionMethods.GZip,
            ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true,
        })
        using (var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(5) })
        using (var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/things"))
        {
            request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes("{\"a\":1}"));
            request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json");
            using (var response = await client.SendAsync(request))
            {
                Console.WriteLine((int)response.StatusCode);
                Console.WriteLine(await response.Content.ReadAsStringAsync());
            }
        }
    }
}

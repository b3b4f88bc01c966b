using System;
using System.Net.Http;
using System.Threading.Tasks;

public static class Program
{
    public static void Main()
    {
        Run().GetAwaiter().GetResult();
    }

    private static async Task Run()
    {
        using (var handler = new HttpClientHandler())
        using (var client = new HttpClient(handler))
        using (var request = new HttpRequestMessage(HttpMethod.Get, "http://playground.test:8080/h"))
        {
            handler.AllowAutoRedirect = false;
            handler.UseCookies = false;
            request.Headers.TryAddWithoutValidation("X-A", "1");
            request.Headers.TryAddWithoutValidation("X-B", "b");
            request.Headers.TryAddWithoutValidation("X-A", "2");
            using (var response = await client.SendAsync(request))
            {
                Console.WriteLine((int)response.StatusCode);
                Console.WriteLine(await response.Content.ReadAsStringAsync());
            }
        }
    }
}

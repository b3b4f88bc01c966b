using System;
using System.Net.Http;
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
        using (var handler = new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false })
        using (var client = new HttpClient(handler))
        using (var request = new HttpRequestMessage(HttpMethod.Get, "http://playground.test:8080/search?q=tea&page=2&sort=name"))
        using (var response = await client.SendAsync(request))
        {
            Console.WriteLine((int)response.StatusCode);
            Console.WriteLine(await response.Content.ReadAsStringAsync());
        }
    }
}

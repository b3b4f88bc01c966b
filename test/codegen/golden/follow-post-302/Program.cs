using System;
using System.Collections.Generic;
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
        {
            var url = new Uri("http://playground.test:8080/things");
            var method = HttpMethod.Post;
            var hasBody = true;
            for (var redirects = 0; ; redirects++)
            {
                using (var request = new HttpRequestMessage(method, url))
                {
                    if (hasBody)
                    {
                        request.Content = new FormUrlEncodedContent(new[]
                        {
                            new KeyValuePair<string, string>("a", "1"),
                        });
                    }
                    using (var response = await client.SendAsync(request))
                    {
                        var status = (int)response.StatusCode;
                        if (status / 100 != 3 || response.Headers.Location == null)
                        {
                            Console.WriteLine((int)response.StatusCode);
                            Console.WriteLine(await response.Content.ReadAsStringAsync());
                            return;
                        }
                        if (redirects == 50)
                        {
                            throw new HttpRequestException("too many redirects");
                        }
                        url = new Uri(new Uri(url, response.Headers.Location).GetLeftPart(UriPartial.Query));
                        if (status == 301 || status == 302 || status == 303)
                        {
                            method = HttpMethod.Get;
                            hasBody = false;
                        }
                    }
                }
            }
        }
    }
}

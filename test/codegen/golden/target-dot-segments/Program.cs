using System;
using System.Net.Http;
using System.Reflection;
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
        using (var request = new HttpRequestMessage(HttpMethod.Get, VerbatimUri("http://playground.test:8080/a/../b/./c")))
        using (var response = await client.SendAsync(request))
        {
            Console.WriteLine((int)response.StatusCode);
            Console.WriteLine(await response.Content.ReadAsStringAsync());
        }
    }

    // A Uri whose path and query are sent as they stand.
    private static Uri VerbatimUri(string url)
    {
#if NET6_0_OR_GREATER
        return new Uri(url, new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true });
#else
        // Before .NET 6 only harmless characters are left alone: the text takes their place afterwards.
        const BindingFlags Internal = BindingFlags.Instance | BindingFlags.NonPublic;
        var start = url.IndexOf('/', url.IndexOf("//") + 2);
        var query = url.IndexOf('?', start);
        var end = query < 0 ? url.Length : query;
        var harmless = "/" + new string('x', end - start - 1);
        if (query >= 0)
        {
            harmless += "?" + new string('x', url.Length - query - 1);
        }
        var uri = new Uri(url.Substring(0, start) + harmless);
        var text = typeof(Uri).GetField("_string", Internal) ?? typeof(Uri).GetField("m_String", Internal);
        if (text == null || uri.PathAndQuery.Length != url.Length - start)
        {
            return new Uri(url);
        }
        text.SetValue(uri, url);
        return uri;
#endif
    }
}

using System.Net;
using System.Net.Http.Headers;

var handler = new SocketsHttpHandler
{
    AllowAutoRedirect = false,
    AutomaticDecompression = DecompressionMethods.All,
};
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/api/items");
request.Headers.Add("origin", "https://www.example.com");
request.Headers.TryAddWithoutValidation(
    "accept",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8");
request.Headers.TryAddWithoutValidation("accept-language", "en-GB,en;q=0.9,de;q=0.8");
request.Headers.Add("cache-control", "no-cache");
request.Headers.Add("cookie", "session=abc%3D; theme=dark; _ga=GA1.2.3.4567890");
request.Headers.Add("dnt", "1");
request.Headers.Add("pragma", "no-cache");
request.Headers.Add("referer", "https://www.example.com/items");
request.Headers.Add("sec-ch-ua", "\"Chromium\";v=\"130\", \"Google Chrome\";v=\"130\", \"Not?A_Brand\";v=\"99\"");
request.Headers.Add("sec-ch-ua-mobile", "?0");
request.Headers.Add("sec-ch-ua-platform", "\"macOS\"");
request.Headers.Add("sec-fetch-dest", "document");
request.Headers.Add("sec-fetch-mode", "navigate");
request.Headers.Add("sec-fetch-site", "same-origin");
request.Headers.Add("upgrade-insecure-requests", "1");
request.Headers.TryAddWithoutValidation(
    "user-agent",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36");
request.Content = new StringContent(
    """{"filter": {"tags": ["a", "b"]}, "limit": 50}""",
    new MediaTypeHeaderValue("application/json"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

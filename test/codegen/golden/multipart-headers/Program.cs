using System.Text;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var content = new MultipartFormDataContent
{
    HeaderEncodingSelector = (_, _) => Encoding.UTF8,
};
HttpContent part;
part = new StringContent("b") { Headers = { ContentType = null } };
part.Headers.TryAddWithoutValidation("Content-Disposition", "form-data; name=\"a\"");
part.Headers.TryAddWithoutValidation("Content-Type", "text/plain");
part.Headers.TryAddWithoutValidation("X-Part", "one");
part.Headers.TryAddWithoutValidation("X-Other", "two");
content.Add(part);

using var response = await client.PostAsync("http://playground.test:8080/upload", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

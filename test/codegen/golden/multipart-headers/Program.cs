using System.Net.Http.Headers;
using System.Text;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/upload");
using var form = new MultipartFormDataContent
{
    HeaderEncodingSelector = (_, _) => Encoding.UTF8,
};
var aPart = new StringContent("b") { Headers = { ContentType = null } };
aPart.Headers.TryAddWithoutValidation("Content-Disposition", "form-data; name=\"a\"");
aPart.Headers.TryAddWithoutValidation("Content-Type", "text/plain");
aPart.Headers.TryAddWithoutValidation("X-Part", "one");
aPart.Headers.TryAddWithoutValidation("X-Other", "two");
form.Add(aPart);
request.Content = form;

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

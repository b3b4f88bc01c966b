using System.Text;

using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false });
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/upload");
using var form = new MultipartFormDataContent
{
    HeaderEncodingSelector = (_, _) => Encoding.UTF8,
};
{
    var part = new StringContent("b") { Headers = { ContentType = null } };
    part.Headers.TryAddWithoutValidation("Content-Disposition", "form-data; name=\"a\"");
    part.Headers.TryAddWithoutValidation("Content-Type", "text/plain");
    part.Headers.TryAddWithoutValidation("X-Part", "one");
    part.Headers.TryAddWithoutValidation("X-Other", "two");
    form.Add(part);
}
request.Content = form;

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

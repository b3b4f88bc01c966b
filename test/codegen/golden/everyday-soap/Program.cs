using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/ws");
request.Headers.Add("SOAPAction", "\"urn:Get\"");
request.Content = new StringContent(
    """<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>""",
    MediaTypeHeaderValue.Parse("text/xml; charset=utf-8"));

using var response = await client.SendAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

using System.Net.Http.Headers;

var handler = new SocketsHttpHandler { AllowAutoRedirect = false };
using var client = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
using var content = new StringContent(
    """
    {
      "records": [
        {"id": 1, "name": "a"},
        {"id": 2, "name": "b"}
      ],
      "pairs": [
        [1, 2],
        [3, 4]
      ],
      "prompt": "A text that is as long as people write them for a model, all of it on one line."
    }
    """,
    new MediaTypeHeaderValue("application/json"));

using var response = await client.PostAsync("http://playground.test:8080/found", content);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(await response.Content.ReadAsStringAsync());

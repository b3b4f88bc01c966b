using System;
using System.IO;
using System.Net.Http;
using System.Text;
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
        var boundary = Guid.NewGuid().ToString("N");
        var body = new MemoryStream();
        WritePart(body, boundary, "Content-Disposition: form-data; name=\"title\"", Encoding.UTF8.GetBytes("Tea"));
        WritePart(body, boundary, "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\nContent-Type: image/png", File.ReadAllBytes("photo.png"));
        Write(body, Encoding.UTF8.GetBytes("--" + boundary + "--\r\n"));
        using (var handler = new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false })
        using (var client = new HttpClient(handler))
        using (var request = new HttpRequestMessage(HttpMethod.Post, "http://playground.test:8080/upload"))
        {
            request.Content = new ByteArrayContent(body.ToArray());
            request.Content.Headers.TryAddWithoutValidation("Content-Type", "multipart/form-data; boundary=" + boundary);
            using (var response = await client.SendAsync(request))
            {
                Console.WriteLine((int)response.StatusCode);
                Console.WriteLine(await response.Content.ReadAsStringAsync());
            }
        }
    }

    private static void WritePart(Stream body, string boundary, string headers, byte[] content)
    {
        Write(body, Encoding.UTF8.GetBytes("--" + boundary + "\r\n" + headers + "\r\n\r\n"));
        Write(body, content);
        Write(body, Encoding.UTF8.GetBytes("\r\n"));
    }

    private static void Write(Stream body, byte[] bytes)
    {
        body.Write(bytes, 0, bytes.Length);
    }
}

using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Sockets;
using System.Text;

// On a socket, since HttpClient would not send the request exactly as it stands.
public static class Program
{
    public static int Main()
    {
        try
        {
            Run();
            return 0;
        }
        catch (Exception error)
        {
            Console.Error.WriteLine("Request failed: " + error.GetBaseException().Message);
            return 1;
        }
    }

    private static void Run()
    {
        var head = string.Join(
            "\r\n",
            "GET /h HTTP/1.1",
            "Host: playground.test:8080",
            "Accept: */*",
            "X-A: 1",
            "X-B: b",
            "X-A: 2",
            "Connection: close",
            "",
            "");
        using (var client = new TcpClient("playground.test", 8080))
        {
            var stream = client.GetStream();
            Write(stream, Encoding.UTF8.GetBytes(head));
            Receive(new BufferedStream(stream), false);
        }
    }

    private static void Write(Stream body, byte[] bytes)
    {
        body.Write(bytes, 0, bytes.Length);
    }

    // Reads a response (RFC 9112); prints its status, and its body after transfer decoding.
    private static void Receive(Stream stream, bool isHead)
    {
        var status = 0;
        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        // Interim responses come before the final one.
        while (status < 200)
        {
            var words = ReadLine(stream).Split(' ');
            if (words.Length < 2)
            {
                throw new IOException("the server sent no response");
            }
            status = int.Parse(words[1]);
            headers.Clear();
            for (var line = ReadLine(stream); line != ""; line = ReadLine(stream))
            {
                var colon = line.IndexOf(':');
                headers[line.Substring(0, Math.Max(colon, 0))] = line.Substring(colon + 1).Trim();
            }
        }
        var body = new MemoryStream();
        var hasBody = !isHead && status != 204 && status != 304;
        if (hasBody && headers.ContainsKey("Transfer-Encoding"))
        {
            var size = Convert.ToInt64(ReadLine(stream).Split(';')[0].Trim(), 16);
            while (size > 0)
            {
                Copy(stream, body, size);
                ReadLine(stream);
                size = Convert.ToInt64(ReadLine(stream).Split(';')[0].Trim(), 16);
            }
        }
        else if (hasBody && headers.ContainsKey("Content-Length"))
        {
            Copy(stream, body, long.Parse(headers["Content-Length"]));
        }
        else if (hasBody)
        {
            stream.CopyTo(body);
        }
        Console.WriteLine(status);
        Console.WriteLine(Encoding.UTF8.GetString(body.ToArray()));
    }

    private static string ReadLine(Stream stream)
    {
        var line = new StringBuilder();
        for (var octet = stream.ReadByte(); octet >= 0 && octet != '\n'; octet = stream.ReadByte())
        {
            line.Append((char)octet);
        }
        return line.ToString().TrimEnd('\r');
    }

    private static void Copy(Stream from, Stream to, long count)
    {
        var buffer = new byte[8192];
        while (count > 0)
        {
            var read = from.Read(buffer, 0, (int)Math.Min(buffer.Length, count));
            if (read == 0)
            {
                throw new EndOfStreamException("the response ends too early");
            }
            to.Write(buffer, 0, read);
            count -= read;
        }
    }
}

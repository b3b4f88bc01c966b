using System;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
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
            var authorization = "";
            while (true)
            {
                using (var request = new HttpRequestMessage(HttpMethod.Get, "http://playground.test:8080/private"))
                {
                    if (authorization != "")
                    {
                        request.Headers.TryAddWithoutValidation("Authorization", authorization);
                    }
                    using (var response = await client.SendAsync(request))
                    {
                        if (authorization == "" && (int)response.StatusCode == 401)
                        {
                            authorization = Authorization(request, response, "ada", "love\"lace");
                        }
                        else
                        {
                            Console.WriteLine((int)response.StatusCode);
                            Console.WriteLine(await response.Content.ReadAsStringAsync());
                            return;
                        }
                    }
                }
            }
        }
    }

    private static string Authorization(HttpRequestMessage request, HttpResponseMessage response, string user, string password)
    {
        var challenge = response.Headers.WwwAuthenticate.First(offer => offer.Scheme.ToLowerInvariant() == "digest");
        return Digest(request, challenge.Parameter ?? "", user, password);
    }

    // The answer to a Digest challenge (RFC 7616).
    private static string Digest(HttpRequestMessage request, string challenge, string user, string password)
    {
        var realm = Parameter(challenge, "realm");
        var nonce = Parameter(challenge, "nonce");
        var opaque = Parameter(challenge, "opaque");
        var algorithm = Parameter(challenge, "algorithm");
        var hasQop = Parameter(challenge, "qop") != "";
        var cnonce = Guid.NewGuid().ToString("N");
        var target = request.RequestUri == null ? "/" : request.RequestUri.PathAndQuery;
        var a1 = Hex(algorithm, user + ":" + realm + ":" + password);
        if (algorithm.EndsWith("-sess", StringComparison.OrdinalIgnoreCase))
        {
            a1 = Hex(algorithm, a1 + ":" + nonce + ":" + cnonce);
        }
        var a2 = Hex(algorithm, request.Method + ":" + target);
        var hashesUser = string.Equals(Parameter(challenge, "userhash"), "true", StringComparison.OrdinalIgnoreCase);
        var name = hashesUser ? Hex(algorithm, user + ":" + realm) : user;
        var middle = hasQop ? ":" + nonce + ":00000001:" + cnonce + ":auth:" : ":" + nonce + ":";
        return "Digest username=\"" + Regex.Replace(name, "[\\\\\"]", "\\$&")
            + "\", realm=\"" + Regex.Replace(realm, "[\\\\\"]", "\\$&")
            + "\", nonce=\"" + nonce + "\", uri=\"" + Regex.Replace(target, "[\\\\\"]", "\\$&")
            + (hasQop ? "\", cnonce=\"" + cnonce + "\", nc=00000001, qop=auth" : "\"")
            + ", response=\"" + Hex(algorithm, a1 + middle + a2) + "\""
            + (opaque == "" ? "" : ", opaque=\"" + Regex.Replace(opaque, "[\\\\\"]", "\\$&") + "\"")
            + (algorithm == "" ? "" : ", algorithm=" + algorithm)
            + (hashesUser ? ", userhash=true" : "");
    }

    private static string Parameter(string challenge, string name)
    {
        var match = Regex.Match(challenge, "(?i)(?:^|[, ])" + name + "=(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,]+))");
        return match.Groups[2].Success ? match.Groups[2].Value : Regex.Replace(match.Groups[1].Value, "\\\\(.)", "$1");
    }

    private static string Hex(string algorithm, string text)
    {
        var isSha = algorithm.StartsWith("SHA-256", StringComparison.OrdinalIgnoreCase);
        using (var hash = isSha ? (HashAlgorithm)SHA256.Create() : MD5.Create())
        {
            var bytes = hash.ComputeHash(Encoding.UTF8.GetBytes(text));
            return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
        }
    }
}

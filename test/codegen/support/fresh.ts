/** Everyday commands for which no program was tuned: they are counted, not repaired one by one. `ORIGIN` is the server. */
export const FRESH: Readonly<Record<string, string>> = {
  'weather-now':
    "curl 'ORIGIN/v1/forecast?latitude=52.52&longitude=13.41&current=temperature_2m,wind_speed_10m'",
  'ticket-create': `curl -X POST ORIGIN/rest/api/3/issue -u "ada@example.com:$TOKEN" -H 'Accept: application/json' -H 'Content-Type: application/json' -d '{"fields":{"project":{"key":"OPS"},"summary":"Disk full","issuetype":{"name":"Bug"}}}'`,
  'chat-message': `curl -s -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-type: application/json; charset=utf-8' --data '{"channel":"C01","text":"Deploy done :rocket:"}' ORIGIN/api/chat.postMessage`,
  'dns-record': `curl -X PATCH "ORIGIN/client/v4/zones/z1/dns_records/r1" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" --data '{"ttl":3600,"proxied":false}'`,
  'dns-delete': 'curl -X DELETE "ORIGIN/client/v4/zones/z1/dns_records/r1" -H "Authorization: Bearer $TOKEN"',
  'registry-token':
    'curl -fsSL "ORIGIN/token?service=registry.example.com&scope=repository:library/alpine:pull"',
  'registry-head':
    "curl -I -H 'Accept: application/vnd.oci.image.manifest.v1+json' ORIGIN/v2/alpine/manifests/3",
  'metrics-push': 'curl --data-binary @notes.txt ORIGIN/metrics/job/backup/instance/db1',
  'metrics-query': `curl -G ORIGIN/api/v1/query --data-urlencode 'query=rate(http_requests_total{job="api"}[5m])'`,
  'metrics-write': `curl -i -XPOST 'ORIGIN/api/v2/write?org=acme&bucket=b1&precision=s' -H "Authorization: Token $TOKEN" --data-raw 'cpu,host=a usage=0.64 1700000000'`,
  'log-line': `curl -H 'Content-Type: application/json' -X POST ORIGIN/loki/api/v1/push --data-raw '{"streams":[{"stream":{"app":"x"},"values":[["1700000000000000000","hello"]]}]}'`,
  'oauth-code': `curl -X POST ORIGIN/oauth2/token -H 'Content-Type: application/x-www-form-urlencoded' -d 'grant_type=authorization_code&code=4%2FabC&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb'`,
  'oauth-basic': 'curl -u client:secret -d grant_type=refresh_token -d refresh_token=abc ORIGIN/oauth2/token',
  'file-upload': `curl -X POST ORIGIN/upload -H "Authorization: Bearer $TOKEN" -F 'title=Q3 report' -F 'file=@report.pdf;type=application/pdf'`,
  'file-image': 'curl -F image=@photo.png -F type=file ORIGIN/3/image',
  'file-put': 'curl -T notes.txt ORIGIN/webdav/notes.txt',
  'file-range': 'curl -r 0-1023 -o part.bin ORIGIN/big.bin',
  'file-save': 'curl -L -o saved.bin ORIGIN/releases/latest.tar.gz',
  'api-json': `curl --json '{"name":"Ada","age":36,"tags":[]}' ORIGIN/users`,
  'api-put': `curl -X PUT ORIGIN/users/7 -H 'Content-Type: application/json' -H 'If-Match: "v3"' -d '{"name":"Ada L.","email":null}'`,
  'api-page': `curl -g -H "X-API-Key: $TOKEN" 'ORIGIN/v2/items?filter[status]=open&sort=-created_at&page[size]=20'`,
  'api-graphql': `curl ORIGIN/graphql -H 'Content-Type: application/json' -d '{"query":"query($id: ID!) { user(id: $id) { name } }","variables":{"id":"7"}}'`,
  'api-xml': `curl -X POST ORIGIN/soap -H 'Content-Type: application/soap+xml; charset=utf-8' -d '<e:Envelope xmlns:e="urn:e"><e:Body/></e:Envelope>'`,
  'api-text': "curl -H 'Content-Type: text/plain' -d 'Hello there' ORIGIN/notify",
  'api-empty': 'curl -X POST -H "Authorization: Bearer $TOKEN" ORIGIN/jobs/7/retry',
  'api-timeout': "curl -m 5 --connect-timeout 2 -H 'Accept: application/json' ORIGIN/health",
  'api-options':
    "curl -X OPTIONS ORIGIN/users -H 'Origin: https://app.example.com' -H 'Access-Control-Request-Method: PUT'",
  'web-browser': `curl 'ORIGIN/search?q=caf%C3%A9' -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' -H 'accept-language: en-GB,en;q=0.9' -H 'referer: https://www.example.com/' --compressed`,
  'web-cookie': "curl -b 'session=abc123; theme=dark' ORIGIN/profile",
  'web-login': "curl -L -c jar.txt -d user=ada -d 'password=s3cr3t&more' ORIGIN/login",
  'llm-stream': `curl -N ORIGIN/v1/chat/completions -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"model":"m","stream":true,"messages":[{"role":"user","content":"Hi \\"there\\""}]}'`,
};

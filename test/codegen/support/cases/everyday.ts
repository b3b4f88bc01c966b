/** Commands as documentation and browsers have them for copying. */
import { parseCurl } from '../../../../src/curl/index.ts';
import { add, PLACEHOLDER } from './make.ts';

/** What a browser copies as cURL for a GET and for a POST. */
const BROWSER = String.raw`  -H 'accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' \
  -H 'accept-language: en-GB,en;q=0.9,de;q=0.8' \
  -H 'cache-control: no-cache' \
  -H 'cookie: session=abc%3D; theme=dark; _ga=GA1.2.3.4567890' \
  -H 'dnt: 1' \
  -H 'pragma: no-cache' \
  -H 'referer: https://www.example.com/items' \
  -H 'sec-ch-ua: "Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"' \
  -H 'sec-ch-ua-mobile: ?0' \
  -H 'sec-ch-ua-platform: "macOS"' \
  -H 'sec-fetch-dest: document' \
  -H 'sec-fetch-mode: navigate' \
  -H 'sec-fetch-site: same-origin' \
  -H 'upgrade-insecure-requests: 1' \
  -H 'user-agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'`;

/** By what they are for. Variables are in the environment of the programs. */
export const EVERYDAY: Readonly<Record<string, string>> = {
  'payment-charge':
    'curl https://h/v1/charges -u sk_test_4eC39HqLyjWDarjtT1zdp7dc: -d amount=2000 -d currency=usd -d source=tok_visa -d description="My First Test Charge"',
  'payment-customer':
    'curl https://h/v1/customers -u "$TOKEN:" -H "Idempotency-Key: KG5LxwFBepaKHyUD" -d "metadata[order_id]=6735" -d name="Jenny Rosen"',
  'payment-order':
    'curl -v -X POST https://h/v2/checkout/orders -H "Content-Type: application/json" -H "Authorization: Bearer $TOKEN" -d \'{"intent":"CAPTURE","purchase_units":[{"amount":{"currency_code":"USD","value":"100.00"}}]}\'',
  'mail-json': `curl --request POST --url https://h/v3/mail/send --header "Authorization: Bearer $TOKEN" --header 'Content-Type: application/json' --data '{"personalizations": [{"to": [{"email": "test@example.com"}]}],"from": {"email": "test@example.com"},"subject": "Sending is fun","content": [{"type": "text/plain", "value": "and easy to do anywhere"}]}'`,
  'mail-form': `curl -s --user 'api:YOUR_API_KEY' https://h/v3/mail.example.com/messages -F from='Excited User <mailgun@example.com>' -F to=bob@example.com -F subject='Hello' -F text='Testing some awesomeness!' -F attachment=@notes.txt`,
  'mail-list': `curl -X PUT 'https://h/3.0/lists/a1/members/b2?skip_merge_validation=true' --user "anystring:$TOKEN" -H 'content-type: application/json' -d '{"email_address":"ada@example.com","status_if_new":"subscribed"}'`,
  'llm-chat': `curl https://h/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer $TOKEN" \\
  -d '{
    "model": "gpt-x",
    "messages": [{"role": "user", "content": "Say this is a test!"}],
    "temperature": 0.7
  }'`,
  'llm-messages': `curl https://h/v1/messages --header "x-api-key: $TOKEN" --header "anthropic-version: 2023-06-01" --header "content-type: application/json" --data '{"model": "claude-x", "max_tokens": 1024, "messages": [{"role": "user", "content": "Hello, world"}]}'`,
  'llm-audio':
    'curl https://h/v1/audio/transcriptions -H "Authorization: Bearer $TOKEN" -F model="whisper-1" -F file="@notes.txt;type=audio/mpeg"',
  'maps-geocode':
    'curl -L -X GET "https://h/maps/api/geocode/json?address=1600%20Amphitheatre%20Parkway,%20Mountain%20View&key=$TOKEN"',
  'maps-query':
    'curl -G https://h/search --data-urlencode "q=hello world & more" -d format=json -d limit=10 -A "me/1.0"',
  'maps-routes':
    'curl -X POST -d \'{"origin":{"address":"Sydney"},"travelMode":"DRIVE"}\' -H "Content-Type: application/json" -H "X-Goog-Api-Key: $TOKEN" -H "X-Goog-FieldMask: routes.duration,routes.distanceMeters" https://h/directions/v2:computeRoutes',
  'forge-issue':
    'curl -L -X POST -H "Accept: application/vnd.github+json" -H "Authorization: Bearer $TOKEN" -H "X-GitHub-Api-Version: 2022-11-28" https://h/repos/OWNER/REPO/issues -d \'{"title":"Found a bug","labels":["bug"]}\'',
  'forge-list':
    'curl -L -H "Accept: application/vnd.github+json" -H "Authorization: Bearer $TOKEN" "https://h/repos/o/r/pulls?state=open&per_page=5"',
  'forge-file':
    'curl --request POST --header "PRIVATE-TOKEN: $TOKEN" --form "branch=main" --form "file=@notes.txt" "https://h/api/v4/projects/1/uploads"',
  'forge-delete':
    'curl --request DELETE --header "PRIVATE-TOKEN: $TOKEN" "https://h/api/v4/projects/1/issues/2"',
  'storage-put':
    'curl -T photo.png https://h/bucket/photo.png -H "Content-Type: image/png" -H "x-amz-acl: public-read"',
  'storage-get': 'curl -sSL -o out.bin -m 30 --compressed "https://h/bucket/photo.png?versionId=3"',
  'storage-binary':
    'curl -X POST --data-binary @photo.png -H "Authorization: Bearer $TOKEN" -H "Content-Type: image/png" "https://h/upload/storage/v1/b/bucket/o?uploadType=media&name=photo.png"',
  'storage-page': `curl 'https://h/v1/pages' -H "Authorization: Bearer $TOKEN" -H 'Notion-Version: 2022-06-28' -H 'Content-Type: application/json' --data '{
  "parent": { "database_id": "d9824bdc" },
  "properties": {
    "Name": { "title": [ { "text": { "content": "Tuscan Kale" } } ] },
    "In stock": { "checkbox": true },
    "Price": { "number": 2.5 }
  }
}'`,
  'browser-get': `curl 'https://h/items?page=1&sort=-created' --compressed \\\n${BROWSER}`,
  'browser-get-encodings': `curl 'https://h/items' -H 'accept-encoding: gzip, deflate, br, zstd' \\\n${BROWSER}`,
  'browser-post': `curl 'https://h/api/items' --compressed -H 'content-type: application/json' -H 'origin: https://www.example.com' --data-raw '{"filter":{"tags":["a","b"]},"limit":50}' \\\n${BROWSER}`,
  'browser-form': `curl 'https://h/login' --compressed -H 'content-type: application/x-www-form-urlencoded' --data-raw 'user=ada&password=love%26lace&remember=on' \\\n${BROWSER}`,
  'browser-firefox': `curl 'http://h/api/v1/notes?limit=20' --compressed -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' -H 'Accept: */*' -H 'Accept-Language: en-US,en;q=0.5' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'X-CSRF-Token: abc' -H 'Connection: keep-alive' -H 'Cookie: sid=1' -H 'Sec-GPC: 1' -H 'Priority: u=0'`,
  'hook-chat': `curl -s -X POST https://h/services/T00/B00/XX -H "Content-type: application/json" --data '{"text":"Hello, World!"}'`,
  'hook-sms':
    'curl -X POST "https://h/2010-04-01/Accounts/AC1/Messages.json" --data-urlencode "Body=Hi there" --data-urlencode "From=+15017122661" --data-urlencode "To=+15558675310" -u "AC1:$TOKEN"',
  'search-index':
    "curl -XGET 'http://h/_search?pretty' -H 'Content-Type: application/json' -d'{\"query\":{\"match_all\":{}}}'",
  'search-bulk': `curl -XPOST 'http://h/_bulk' -H 'Content-Type: application/x-ndjson' --data-binary $'{"index":{"_id":"1"}}\\n{"name":"a"}\\n'`,
  token:
    'curl -d client_id=app -d client_secret=s3cr3t -d grant_type=client_credentials https://h/oauth/token',
  graphql: `curl https://h/graphql -H "Authorization: bearer $TOKEN" -H 'Content-Type: application/json' -d '{"query":"query { viewer { login } }","variables":{}}'`,
  'json-option': `curl --json '{"a":1,"b":[true,null],"c":1.50}' https://h/v2/things`,
  patch: `curl -X PATCH https://h/v1/x -H 'If-Match: "abc"' -H 'Content-Type: application/json-patch+json' -d '[{"op":"add","path":"/a","value":1}]'`,
  soap: `curl -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "urn:Get"' -d '<?xml version="1.0"?><Envelope><Body>1</Body></Envelope>' http://h/ws`,
  health: 'curl -f -s -m 5 --connect-timeout 2 -k https://h/healthz',
  headers: 'curl -I https://h/',
  cookies: 'curl -b "sid=1; theme=dark" -e https://ref.example/ https://h/account',
};

export function addEveryday(): void {
  for (const [name, command] of Object.entries(EVERYDAY)) {
    const { warnings: _, ...parsed } = parseCurl(command);
    add(`everyday-${name}`, {
      ...parsed,
      url: parsed.url.replace(/^https?:\/\/h(?=\/)/, `http://${PLACEHOLDER}`),
    });
  }
}

/** Twenty commands as people paste them, for the speed of the parser. */
export const REALISTIC: readonly string[] = [
  'curl https://api.example.com/v1/users',
  'curl -X POST https://api.example.com/v1/users -H \'Content-Type: application/json\' -d \'{"name":"Ada","email":"ada@example.com"}\'',
  'curl -sSL -o /dev/null -w "%{http_code}" "https://www.example.com/path?x=1&y=2"',
  'curl -u user:secret -X DELETE https://api.example.com/v1/users/42',
  'curl https://api.pay.example/v1/charges \\\n  -u sk_test_4eC39HqLyjWDarjtT1zdp7dc: \\\n  -d amount=2000 \\\n  -d currency=usd \\\n  -d source=tok_visa \\\n  -d description="My First Test Charge"',
  `curl 'https://www.example.com/api/items?page=1&sort=-created' \\
  -H 'accept: application/json, text/plain, */*' \\
  -H 'accept-language: en-GB,en;q=0.9,de;q=0.8' \\
  -H 'cache-control: no-cache' \\
  -H 'cookie: session=abc%3D; theme=dark; _ga=GA1.2.3.4567890' \\
  -H 'origin: https://www.example.com' \\
  -H 'referer: https://www.example.com/items' \\
  -H 'sec-ch-ua: "Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"' \\
  -H 'sec-ch-ua-mobile: ?0' \\
  -H 'sec-ch-ua-platform: "macOS"' \\
  -H 'sec-fetch-dest: empty' \\
  -H 'sec-fetch-mode: cors' \\
  -H 'sec-fetch-site: same-origin' \\
  -H 'user-agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36' \\
  --data-raw '{"filter":{"tags":["a","b"]},"limit":50}' \\
  --compressed`,
  `curl https://api.llm.example/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer $API_KEY" \\
  -d '{
    "model": "gpt-x",
    "messages": [{"role": "user", "content": "Say this is a test!"}],
    "temperature": 0.7
  }'`,
  'curl -F "file=@photo.png;type=image/png" -F "title=Holiday" https://upload.example.com/files',
  'curl -G https://api.example.com/search --data-urlencode "q=hello world & more" -d limit=10',
  'curl --json \'{"a":1,"b":[true,null]}\' https://api.example.com/v2/things',
  'curl -L -X POST -H "Accept: application/vnd.github+json" -H "Authorization: Bearer ghp_xxx" -H "X-GitHub-Api-Version: 2022-11-28" https://api.github.example/repos/OWNER/REPO/issues -d \'{"title":"Found a bug","labels":["bug"]}\'',
  "curl -XGET 'http://localhost:9200/_search?pretty' -H 'Content-Type: application/json' -d'{\"query\":{\"match_all\":{}}}'",
  'curl -k -I https://self-signed.example.com/',
  'curl -T report.csv https://storage.example.com/bucket/report.csv -H "Content-Type: text/csv"',
  "curl 'https://www.example.com/api' --data-raw $'{\"text\":\"it\\'s fine\\\\n\"}' -H 'content-type: application/json'",
  'curl --request PUT --url "https://api.example.com/v1/items/9?x=%20y" --header "content-type: application/json" --cookie "a=1; b=2" --data \'{"n":1.0}\'',
  'curl -b "sid=1" -A "Mozilla/5.0" -e "https://ref.example/" --max-time 10 --retry 3 https://www.example.com/',
  'curl -X PATCH https://api.example.com/v1/x -H \'If-Match: "abc"\' -H \'Content-Type: application/json-patch+json\' -d \'[{"op":"add","path":"/a","value":1}]\'',
  'curl -s -X POST https://hooks.chat.example/services/T00/B00/XX -H "Content-type: application/json" --data "{\\"text\\":\\"Hello, World!\\"}"',
  'curl https://api.tel.example/2010/Accounts/AC1/Messages.json --data-urlencode "Body=Hi there" --data-urlencode "From=+15017122661" --data-urlencode "To=+15558675310" -u AC1:token',
];

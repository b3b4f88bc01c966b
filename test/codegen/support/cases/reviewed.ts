/**
 * 31 everyday commands whose programs are read as a strict reviewer would, in each language: would they be merged unchanged?
 * `npx tsx test/codegen/support/cases/reviewed.ts [language] [name…]` prints the programs.
 */
import { generateCode, LANGUAGES, type Language } from '../../../../src/codegen/index.ts';
import { parseCurl } from '../../../../src/curl/index.ts';
import { add, PLACEHOLDER } from './make.ts';

/** By what they are for; `h` is the server. */
export const REVIEWED: Readonly<Record<string, string>> = {
  'get-query': `curl 'https://h/v1/users?status=active&limit=50' -H 'Accept: application/json'`,
  'get-odd-query': `curl -G https://h/search --data-urlencode 'q=café & crème' -d 'tags[]=a' -d 'tags[]=b'`,
  'get-bearer': `curl -L https://h/v1/me -H "Authorization: Bearer $API_KEY"`,
  'get-basic': `curl -u "ada:$PASSWORD" https://h/v1/reports/7`,
  'get-etag': `curl https://h/v1/things/42 -H 'If-None-Match: "33a64df5"' -H 'User-Agent: sync/1.4'`,
  'post-json': `curl -X POST https://h/v1/things -H 'Content-Type: application/json' -d '{"name":"Ada","tags":["a","b"],"active":true,"parent":null}'`,
  'post-price': `curl https://h/v1/prices --json '{"currency":"EUR","amount":19.90,"label":"Größe “L”"}'`,
  'post-json-file': `curl -X POST https://h/v1/imports -H 'Content-Type: application/json' -d @payload.json`,
  'post-text-file': `curl -X POST https://h/v1/notes -H 'Content-Type: text/plain' -d @notes.txt`,
  'post-csv-file': `curl --data-binary @rows.csv -H 'Content-Type: text/csv' -H "X-Api-Key: $API_KEY" https://h/v1/rows`,
  'post-llm': `curl https://h/v1/messages -H "x-api-key: $ANTHROPIC_API_KEY" -H 'anthropic-version: 2023-06-01' -H 'content-type: application/json' -d '{
  "model": "claude-x",
  "max_tokens": 1024,
  "system": "Answer in one line.\\nBe \\"brief\\".",
  "messages": [
    {"role": "user", "content": "Hello, Claude"}
  ]
}'`,
  'post-stream': `curl -N https://h/v1/chat/completions -H "Authorization: Bearer $OPENAI_API_KEY" -H 'Content-Type: application/json' -d '{"model":"gpt-x","stream":true,"messages":[{"role":"user","content":"Hi"}]}'`,
  'post-graphql': `curl https://h/graphql -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"query":"query($id: ID!) {\\n  user(id: $id) { name }\\n}","variables":{"id":"42"}}'`,
  'post-form': `curl https://h/oauth/token -u "app:$CLIENT_SECRET" -d grant_type=client_credentials -d scope='read write'`,
  'post-form-odd': `curl https://h/v1/customers --data-urlencode 'name=Jenny Rosén' -d 'metadata[plan]=pro' -d 'items[]=1' -d 'items[]=2'`,
  'post-form-nested': `curl https://h/v1/checkout -d mode=payment -d 'items[0][price]=p_1' -d 'items[0][count]=2' -d 'items[1][price]=p_2' -d 'metadata[order id]=67%2035' -d "metadata[by]=$TOKEN"`,
  'post-form-nested-apart': `curl https://h/v1/checkout -d 'a[b]=1' -d c=2 -d 'a[d]=3%20' -d 'e=1&e[f]=2&g[]=3&h[i][]=4&j[k=5'`,
  'post-form-variable': `curl https://h/v1/messages -d "to=$PHONE_NUMBER" --data-urlencode 'body=Hi there, Ada!'`,
  'post-upload': `curl https://h/v1/files -H "Authorization: Bearer $TOKEN" -F purpose=report -F 'file=@report.pdf'`,
  'post-upload-typed': `curl https://h/v1/photos -F 'meta={"album":7};type=application/json' -F 'photo=@cat.jpg;type=image/jpeg;filename=cover.jpg'`,
  'post-soap': `curl https://h/ws -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "urn:Get"' -d '<?xml version="1.0"?>
<Envelope>
  <Body><Get id="1"/></Body>
</Envelope>'`,
  'put-json': `curl -X PUT https://h/v1/things/42 -H 'Content-Type: application/json' -H "Authorization: Token \${TOKEN:-none}" -d '{"name":"Ada","size":3}'`,
  'put-file': `curl -T backup.tar.gz https://h/backups/backup.tar.gz -H 'Content-Type: application/gzip'`,
  'patch-json': `curl -X PATCH https://h/v1/things/42 -H 'If-Match: "v7"' -H 'Content-Type: application/merge-patch+json' -d '{"size":null}'`,
  delete: `curl -X DELETE https://h/v1/things/42 -H "X-API-Key: $API_KEY" -f`,
  head: 'curl -I https://h/v1/files/report.pdf',
  download: `curl -fL -o report.pdf -m 30 https://h/v1/files/report.pdf`,
  'show-headers': `curl -i --compressed https://h/v1/status`,
  'fail-with-body': `curl --fail-with-body -X POST https://h/v1/jobs --json '{"kind":"sync"}'`,
  retry: `curl --retry 3 --connect-timeout 2 -m 10 https://h/v1/health`,
  cookies: `curl https://h/account -b 'session=abc123; theme=dark' -e https://h/login`,
  'client-certificate': `curl --cacert ca.pem --cert client.pem --key client.key https://h/internal`,
  'proxy-insecure': `curl -k -x http://proxy.example:8080 https://h/v1/status`,
};

/** The cases of the commands, which are sent to the server of the tests. */
export function addReviewed(): void {
  for (const [name, command] of Object.entries(REVIEWED)) {
    const { warnings: _, ...parsed } = parseCurl(command.replace('proxy.example:8080', PLACEHOLDER));
    add(`reviewed-${name}`, {
      ...parsed,
      url: parsed.url.replace(/^https?:\/\/h(?=\/)/, `http://${PLACEHOLDER}`),
    });
  }
}

if (import.meta.filename === process.argv[1]) {
  const [language = 'all', ...names] = process.argv.slice(2);
  for (const one of LANGUAGES.filter((known: Language) => language === 'all' || language === known))
    for (const [name, command] of Object.entries(REVIEWED))
      if (names.length === 0 || names.includes(name)) {
        const { code, warnings } = generateCode(
          parseCurl(command.replaceAll('https://h/', 'https://api.example.com/')),
          one,
        );
        console.log(`--- ${one} ${name}\n${command}\n\n${code}`);
        for (const { message } of warnings) console.log(`! ${message}`);
      }
}

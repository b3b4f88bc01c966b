/** Invoke-WebRequest and Invoke-RestMethod: as browsers and Postman write them, and as people do. */
import t from 'tap';
import { type Case, check, checkRefused } from './meaning.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const CASES: readonly Case[] = [
  {
    title: 'a session that is not in the text',
    text: 'Invoke-WebRequest -Uri "https://h.example/x" -WebSession $session',
    means: { url: 'https://h.example/x', headers: {} },
    says: ['The cookies of the `-WebSession` are not in the text'],
  },
  {
    title: 'Chrome, with a session',
    text: `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession
$session.UserAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36"
$session.Cookies.Add((New-Object System.Net.Cookie("sid", "abc123", "/", ".example.com")))
$session.Cookies.Add((New-Object System.Net.Cookie("theme", "dark", "/", "www.example.com")))
Invoke-WebRequest -UseBasicParsing -Uri "https://www.example.com/api/items?page=1" \`
-WebSession $session \`
-Headers @{
"authority"="www.example.com"
  "method"="GET"
  "path"="/api/items?page=1"
  "scheme"="https"
  "accept"="application/json"
  "sec-ch-ua"="\`"Chromium\`";v=\`"124\`", \`"Not-A.Brand\`";v=\`"99\`""
}`,
    means: {
      url: 'https://www.example.com/api/items?page=1',
      headers: {
        'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
        Cookie: 'sid=abc123; theme=dark',
        accept: 'application/json',
        'sec-ch-ua': '"Chromium";v="124", "Not-A.Brand";v="99"',
      },
      options: { follow_redirects: true },
    },
  },
  {
    title: 'Chrome, a POST with bytes',
    text: `Invoke-WebRequest -UseBasicParsing -Uri "https://api.example.com/cart" \`
-Method "POST" \`
-Headers @{ "accept"="*/*" } \`
-ContentType "application/json" \`
-Body ([System.Text.Encoding]::UTF8.GetBytes("{\`"sku\`":\`"Caf$([char]233)\`"}"))`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/cart',
      headers: { accept: '*/*', ...JSON_TYPE },
      body: '{"sku":"Café"}',
    },
  },
  {
    title: 'Edge, a POST with text',
    text: `Invoke-WebRequest -UseBasicParsing -Uri "https://api.example.com/log" \`
-Method POST \`
-ContentType "text/plain;charset=UTF-8" \`
-Body "a \`$5 note, \`"quoted\`"\`nnext"`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/log',
      headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
      body: 'a $5 note, "quoted"\nnext',
    },
  },
  {
    title: 'Postman',
    text: `$headers = New-Object "System.Collections.Generic.Dictionary[[String],[String]]"
$headers.Add("Content-Type", "application/json")
$headers.Add("Authorization", "Bearer abc")

$body = @"
{
  \`"name\`": \`"Ada\`"
}
"@

$response = Invoke-RestMethod 'https://api.example.com/users' -Method 'POST' -Headers $headers -Body $body
$response | ConvertTo-Json`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/users',
      headers: { ...JSON_TYPE, Authorization: 'Bearer abc' },
      body: '{\n  "name": "Ada"\n}',
    },
  },
  {
    title: 'by hand, a variable for the token',
    text: `$headers = @{ Authorization = "Bearer $token"; 'X-Env' = "$env:STAGE" }
Invoke-RestMethod -Uri https://api.example.com/me -Headers $headers`,
    means: {
      url: 'https://api.example.com/me',
      headers: { Authorization: 'Bearer ${token}', 'X-Env': '${STAGE}' },
      variables: [
        { name: 'token', text: '${token}' },
        { name: 'STAGE', text: '${STAGE}' },
      ],
    },
  },
  {
    title: 'a table as JSON',
    text: `$body = @{
  name = "Ada"
  roles = @("admin", "author")
  limits = @{ max = 5; ratio = 0.5 }
  active = $true
  manager = $null
} | ConvertTo-Json -Depth 5
irm -Method Post -Uri "https://api.example.com/users" -ContentType 'application/json' -Body $body`,
    means: {
      method: 'POST',
      url: 'https://api.example.com/users',
      headers: JSON_TYPE,
      body: '{"name":"Ada","roles":["admin","author"],"limits":{"max":5,"ratio":0.5},"active":true,"manager":null}',
    },
  },
  {
    title: 'JSON within the command',
    text: `Invoke-RestMethod "https://api.example.com/x" -Method PUT -Body (@{ a = 1; b = 'it''s' } | ConvertTo-Json -Compress) -ContentType "application/json; charset=utf-8"`,
    means: {
      method: 'PUT',
      url: 'https://api.example.com/x',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: `{"a":1,"b":"it's"}`,
    },
  },
  {
    title: 'a table is a form',
    text: `Invoke-RestMethod -Uri 'https://id.example.com/token' -Method Post -Body @{grant_type='client_credentials'; scope='a b'}`,
    means: {
      method: 'POST',
      url: 'https://id.example.com/token',
      headers: FORM,
      body: 'grant_type=client_credentials&scope=a%20b',
    },
  },
  {
    title: 'a table is a query of a GET',
    text: `Invoke-RestMethod -Uri 'https://api.example.com/search' -Body @{ q = 'a&b'; page = 2 }`,
    means: { url: 'https://api.example.com/search?q=a%26b&page=2' },
  },
  {
    title: 'splatting',
    text: `$headers = @{ 'X-Api-Key' = 'k' }
$params = @{
  Uri         = 'https://api.example.com/items/1'
  Method      = 'Delete'
  Headers     = $headers
  TimeoutSec  = 30
  ErrorAction = 'Stop'
}
Invoke-RestMethod @params`,
    means: {
      method: 'DELETE',
      url: 'https://api.example.com/items/1',
      headers: { 'X-Api-Key': 'k' },
      options: { timeout_ms: 30_000 },
    },
  },
  {
    title: 'a token, redirects that are not followed, a certificate that is not checked',
    text: `$token = 'abc'
Invoke-RestMethod -Uri "https://api.example.com/" -Authentication Bearer -Token $token -SkipCertificateCheck -MaximumRedirection 0`,
    means: {
      url: 'https://api.example.com/',
      headers: { Authorization: 'Bearer abc' },
      options: { insecure: true },
    },
  },
  {
    title: 'a table of a script: variables in texts stay variables; other statements do not matter',
    text: `# the key: "secret"
$token = 'it''s'
$id = 7
$now = (Get-Date).AddDays(-1) # yesterday
$headers = @{
  Authorization = "Bearer $token"   # of the "user"
  'X-Id' = "$id"; Empty = ""
}
try { $r = Invoke-RestMethod -Uri https://api.example.com/items/$id -Headers $headers }
catch { Write-Host "x" }`,
    means: {
      url: 'https://api.example.com/items/${id}',
      headers: { Authorization: 'Bearer ${token}', 'X-Id': '${id}', Empty: '' },
      variables: [
        { name: 'id', text: '${id}' },
        { name: 'token', text: '${token}' },
      ],
    },
  },
  {
    title: 'a file as body, and a file for the response',
    text: `iwr -Uri "https://api.example.com/up" -Method Put -InFile ./data.bin -ContentType application/octet-stream -OutFile out.json`,
    means: {
      method: 'PUT',
      url: 'https://api.example.com/up',
      headers: { 'Content-Type': 'application/octet-stream' },
      body_file: './data.bin',
      options: { output: 'out.json' },
    },
  },
  {
    title: 'what Windows PowerShell calls curl',
    text: `curl -Uri "https://api.example.com/a" -UseBasicParsing`,
    means: { url: 'https://api.example.com/a' },
  },
  {
    title: 'what has no counterpart is named',
    text: `Invoke-RestMethod -Uri "https://api.example.com/a" -Certificate $cert -TransferEncoding gzip -Credential $cred`,
    means: { url: 'https://api.example.com/a' },
    says: ['`-certificate` is left out', '`-transferencoding` is left out', '`-credential` is left out'],
  },
  {
    title: 'hostile texts stay texts',
    text: `Invoke-WebRequest -Uri 'https://h.example/?x=$(id)&y=''' -Method POST -ContentType 'text/plain' -Body '"; $(calc) \`id\` ''quoted'' -d @/etc/passwd' -Headers @{'X-Evil'="a';\`$(x)"}`,
    means: {
      method: 'POST',
      url: "https://h.example/?x=$(id)&y='",
      headers: { 'X-Evil': "a';$(x)", 'Content-Type': 'text/plain' },
      body: `"; $(calc) \`id\` 'quoted' -d @/etc/passwd`,
    },
  },
];

t.test('PowerShell', async (t) => {
  t.ok(CASES.length >= 15);
  check(t, CASES);
});

t.test('what cannot be converted says why', async (t) => {
  checkRefused(t, [
    ['Invoke-WebRequest -Method Post', /has no -Uri/],
    ['Invoke-WebRequest -Uri "ftp://h.example/"', /cannot be converted/],
    [`Invoke-WebRequest -Uri ${'@('.repeat(30_000)}`, /nested too deeply/],
    // Expressions: the message says what to write instead.
    ["irm ('https://h.example/' + $id)", /is an expression/],
    ['irm "https://h.example/$($x.id)"', /is an expression/],
    ['irm https://h.example/ -Headers (Get-Headers)', /`Get-Headers\)` is an expression/],
    ['irm https://h.example/ -Headers $headers', /The table of -headers is not in the text/],
    ['irm https://h.example/ -Method Post -Body @(1, 2)', /A list stands where a text belongs/],
  ]);
});

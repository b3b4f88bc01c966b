/** Messages about a command name the thing and what to do. */
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';

const WARNINGS: readonly (readonly [command: string, code: string, message: RegExp])[] = [
  ['curl https://h/a?x=1&token=s3cret', 'shell_text', /unquoted & .*`token` is not sent\. Quote the URL\./],
  ['curl https://h/ | jq .token', 'shell_text', /`\| jq` after the command/],
  [
    "curl https://h/ \\\n\n  -H 'A: b'",
    'line_not_continued',
    /next line begins with an option.* Add the line cont/,
  ],
  ["curl https://h/ # get \\\n  -H 'A: b'", 'line_not_continued', /next line begins with an option/],
  ['curl -d @- https://h/ <<EOF | jq .\na', 'here_document_open', /never closed/],
  ["curl https://h/\n  -H 'A: b'", 'line_not_continued', /Add the line continuation/],
  ['curl https://h/$(uname -s)', 'command_substitution', /The output of `\$\(uname -s\)` is not known/],
  ['curl https://h/$ID', 'variable', /`\$ID` is not set in the text: give its value/],
  ['set ID=1\r\nset ID=2\r\ncurl ^"https://h/%ID%^"', 'variable', /value of `%ID%` is not known: give/],
  ["if ($a) { $id = '1' }\ncurl.exe https://h/$id", 'variable', /value of `\$id` is not known: give its/],
  ['echo {"a":1} | curl -d @- https://h/', 'shell_text', /piped to curl is not known. Write it in/],
  ['curl https://h/{{id}}', 'placeholder', /`\{\{id\}\}` is a placeholder: give its value/],
  [
    'curl -d {a:1,b:2} https://h/',
    'brace_expansion',
    /bash expands `\{a:1,b:2\}` into several arguments.* Quote it/,
  ],
  ['curl https://h/ https://g/', 'many_requests', /makes several requests/],
  ['curl http://h/?a=1^&b=2', 'dialect_guessed', /Read as cmd\.exe because of the \^/],
  ['curl -d @a.txt -d b=c https://h/', 'data_file', /becomes a variable that needs a value/],
  ['curl -b jar.txt https://h/', 'cookie_file', /local file.* Write them as `name=value`/],
  ['curl -u bob https://h/', 'password_prompt', /empty one is used\. Write `user:password`/],
];

const ERRORS: readonly (readonly [text: string, code: string, message: RegExp])[] = [
  ['curl -I -d a=b https://h/', 'conflicting_methods', /each of -d, -F, -I and -T decides/],
  ['curl -F a=b -d c=d https://h/', 'conflicting_methods', /each of -d, -F, -I and -T decides/],
  ['curl -T f -d c=d https://h/', 'conflicting_methods', /each of -d, -F, -I and -T decides/],
  ["curl 'https://h/?key=[YOUR_KEY]'", 'bad_glob', /`\[YOUR_KEY\]` looks like a placeholder.* -g /],
  ["curl 'https://h/{a'", 'bad_glob', /`\{a`.* %7B for \{, or use -g/],
  [
    'curl https://h/ -d \'{"a": "it\'s me"}\'',
    'unterminated_quote',
    /apostrophe of `it's` .* Write `it'\\''s`/,
  ],
  ['curl -d a=1&b=2 https://h/', 'no_url', /no URL\. The unquoted & .*`b` is not sent\. Quote/],
  ["curl \\\n\n  -H 'A: b' https://h/", 'no_url', /no URL\. The next line begins with an option/],
  ['cat ids | xargs -I % curl https://h/%', 'missing_value', /several items\. Write the command for one/],
  ['curl -F a=@x,y https://h/', 'form_nesting', /several files .* once for each file/],
  ['curl https://h/ -Headers @{A=1}', 'not_curl', /Invoke-WebRequest.* Copy the cURL/],
  ['exec:\n  - curl\n  - -f\n  - https://h/', 'no_curl', /YAML list .* one command/],
  ['# curl https://h/ -d \'{\n  "a": 1\n# }\'', 'unterminated_quote', /never closed/],
  ['curl: (6) Could not resolve host: h', 'no_curl', /what curl printed/],
  ['HTTP/1.1 200 OK\ncontent-type: text/html', 'no_curl', /what curl printed/],
  ['sudo apt-get install -y curl', 'no_curl', /installs curl/],
  ["fetch('https://h/', {method: 'POST'})", 'no_curl', /fetch\(…\) call\. Copy it as cURL/],
  ['Invoke-WebRequest -Uri https://h/', 'no_curl', /PowerShell command\. Copy it as cURL/],
  ['http POST h/x a=b', 'no_curl', /HTTPie/],
  ['wget https://h/', 'no_curl', /wget command/],
  ['https://h/x?y=z', 'no_curl', /is a URL\. Put `curl` before it/],
  ['POST https://h/ HTTP/1.1', 'no_curl', /is an HTTP request/],
  ['Command::new("curl").arg("https://h/")', 'no_curl', /is code that builds a curl command/],
  ['c = "curl -X POST " + url', 'no_curl', /is code that builds a curl command/],
  ['curl http://{host}:{port}/x', 'invalid_url', /Write a placeholder as `\{\{port\}\}`/],
  ['Dear reader,', 'no_curl', /no curl command/],
  ['for /L %i in (1,1,5) do curl https://h/%i', 'shell_syntax', /`for`.* Paste the curl command alone/],
  ['setlocal enabledelayedexpansion\ncurl https://h/!ID!', 'shell_syntax', /place of `!NAME!`/],
  ['curl.exe https://h/ -d (Get-Content a.json)', 'shell_syntax', /expression .* Write its value/],
  ['$x = @(1)\ncurl.exe https://h/ @x', 'shell_syntax', /expression .* Write its value/],
];

t.test('a warning names the thing and the remedy', async (t) => {
  for (const [command, code, message] of WARNINGS) {
    const found = parseCurl(command).warnings?.find((warning) => warning.code === code);
    t.match(found?.message ?? '', message, command);
  }
});

t.test('an error names the thing and the remedy', async (t) => {
  for (const [text, code, message] of ERRORS)
    try {
      parseCurl(text);
      t.fail(`accepted: ${text}`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      t.match(error.issues[0], { code, message }, text);
    }
});

t.test('what only changes the output makes one warning, and values are not repeated', async (t) => {
  const { warnings = [] } = parseCurl('curl -s -S -v --progress-bar https://h/?a=1&key=s3cret');
  t.equal(warnings.filter(({ code }) => code === 'output_option').length, 1);
  t.match(warnings[0]?.message, /^-s, -S, -v, --progress-bar change only/);
  t.notMatch(JSON.stringify(warnings), 's3cret');
});

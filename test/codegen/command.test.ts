/** The editor's form: fields of a request, changed or not, become a command that is read as the same request. */
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { writeCommand } from '../../src/codegen/command.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { fieldsOf, requestOf, withBodyKind } from '../../src/request/fields.ts';
import type { RequestFields } from '../../src/schemas/request-fields.ts';
import type { ParsedRequest } from '../../src/schemas/request-shape.ts';
import { comparable, reasonsAgainstForm, rewrite } from '../../src/services/rewrite-command.ts';
import { corpusThemes, readCases } from '../curl/support/corpus.ts';
import { isFull } from '../support/full.ts';

/** The requests of all commands of the corpus that are read; in the short run, of every fourth. */
const requests = corpusThemes()
  .flatMap((theme) => readCases(theme).map((one) => ({ ...one, theme })))
  .filter((_, index) => isFull || index % 4 === 0)
  .flatMap(({ theme, title, command }) => {
    try {
      return [{ theme, title, command, request: parseCurl(command) }];
    } catch {
      return []; // refused: there is no request to fill a form with
    }
  });

const hasVariable = ({ variables = [] }: Pick<ParsedRequest, 'variables'>, text: string) =>
  variables.some((one) => one.text === text);

t.test('fields say all of a request', async (t) => {
  for (const { title, request } of requests) {
    const again = requestOf(fieldsOf(request), request);
    const { warnings: _, ...said } = request;
    // Braces that --expand- left alone are a placeholder where they are typed, and a reason against the form.
    const variables = again.variables?.filter(
      (one) => !one.text.startsWith('{{') || hasVariable(said, one.text),
    );
    const { warnings: __, variables: ___, ...others } = again;
    const kept = { ...others, ...(variables?.length && { variables }) };
    const isSame = JSON.stringify(again.headers) === JSON.stringify(request.headers);
    if (!isSame || !isDeepStrictEqual(kept, said)) t.strictSame(kept, said, title);
  }
  t.ok(requests.length > (isFull ? 5_000 : 1_250), `${requests.length} requests`);
});

const HOSTILE = `it's "quoted" \\ $HOME \`id\` $(id) 😀 %41 & = # ; !x`;

/** Changes that somebody makes in the form, by what is changed. */
const EDITS: Readonly<Record<string, (fields: RequestFields) => RequestFields>> = {
  method: (fields) => ({ ...fields, method: 'DELETE' }),
  query: (fields) => ({
    ...fields,
    // As curl sends it when there is no path.
    url: /\/[^/]+\//.test(fields.url) ? fields.url : `${fields.url}/`,
    query: [...fields.query, { name: 'a b', value: HOSTILE }],
  }),
  header: (fields) => ({ ...fields, headers: [...fields.headers, { name: 'X-New', value: HOSTILE }] }),
  'no headers': (fields) => ({ ...fields, headers: [] }),
  'JSON body': (fields) => ({
    ...withBodyKind(fields, 'json'),
    body: { kind: 'json', text: JSON.stringify({ text: HOSTILE }) },
  }),
  'form fields': (fields) => ({
    ...withBodyKind(fields, 'fields'),
    body: { kind: 'fields', pairs: [{ name: 'text', value: HOSTILE }] },
  }),
  'no body': (fields) => withBodyKind(fields, 'none'),
  parts: (fields) => ({
    ...withBodyKind(fields, 'multipart'),
    body: { kind: 'multipart', parts: [{ name: 'text', value: HOSTILE }] },
  }),
  bearer: (fields) => ({ ...fields, auth: { kind: 'bearer', token: 'abc.def' } }),
  basic: (fields) => ({ ...fields, auth: { kind: 'basic', username: 'ada', password: 'pa:$ss' } }),
  'no credentials': (fields) => ({ ...fields, auth: { kind: 'none' } }),
};

t.test('form to command to request is the same request, or there is a reason', async (t) => {
  const editable = requests.filter(({ command }) => reasonsAgainstForm(command).length === 0);
  // Two thirds: the corpus has many scripts, loops and wrappers, which have no form.
  t.ok(
    editable.length >= (isFull ? 0.6 : 0.57) * requests.length,
    `${editable.length} of ${requests.length} can be edited`,
  );
  const ordinary = (all: typeof requests) =>
    all.filter(({ theme }) => theme === 'browsers' || theme === 'services').length;
  t.ok(
    ordinary(editable) >= 0.85 * ordinary(requests),
    `${ordinary(editable)} of ${ordinary(requests)} ordinary ones`,
  );
  const edits = Object.entries(EDITS);
  let refused = 0;
  for (const [index, { title, command, request }] of editable.entries()) {
    // Each command with one of the changes: all of them with every command would take minutes.
    const [what, edit] = edits[index % edits.length] ?? ['', (fields: RequestFields) => fields];
    const fields = edit(fieldsOf(request));
    try {
      const found = comparable(parseCurl(rewrite(command, fields)));
      const wanted = comparable(requestOf(fields, request));
      if (!isDeepStrictEqual(found, wanted)) t.strictSame(found, wanted, `${title}, ${what}`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refused += 1;
      t.comment(`${title}, ${what}: ${error.message}`);
    }
  }
  t.ok(refused < 10, `${refused} changes are refused`);
});

t.test('placeholders and variables of the shell stay', async (t) => {
  const request = parseCurl(
    `curl "https://h.example/{{id}}?q=$QUERY" -H "Authorization: Bearer $TOKEN" -u '{{user}}:x' --json '{"a":"{{b}}"}'`,
  );
  const fields = fieldsOf(request);
  t.equal(
    writeCommand(requestOf({ ...fields, method: 'PUT' }, request)),
    `curl -X PUT "https://h.example/{{id}}?q=$QUERY" \\
  -H "Authorization: Bearer $TOKEN" \\
  --json '{"a":"{{b}}"}'`,
  );
});

t.test('a command keeps what its form does not show', async (t) => {
  const withPut = (command: string) => rewrite(command, { ...fieldsOf(parseCurl(command)), method: 'PUT' });
  const cases: Record<string, string> = {
    'curl -sSv -k --max-time 5 -o out.json -L https://h.example/a':
      "curl -sSvkL -m 5 -X PUT 'https://h.example/a' \\\n  -o 'out.json'",
    "curl https://h.example/a --limit-rate 10k --tlsv1.2 -w '%{http_code}\\n'":
      "curl --tlsv1.2 -X PUT 'https://h.example/a' \\\n  --limit-rate '10k' \\\n  -w '%{http_code}\\n'",
    'curl https://h.example/a | jq -r .id > id.txt': "curl -X PUT 'https://h.example/a' | jq -r .id > id.txt",
    '# All users\n$ curl https://h.example/a': "# All users\n$ curl -X PUT 'https://h.example/a'",
    "curl https://h.example/a -d @- <<'EOF' | jq .\nx=1\nEOF\necho done":
      "curl -X PUT 'https://h.example/a' \\\n  -d 'x=1' | jq .\necho done",
    'curl -d @- https://h.example/a < body.json': "curl -X PUT 'https://h.example/a' \\\n  -d '@body.json'",
    'curl https://h.example/a \\': "curl -X PUT 'https://h.example/a'",
  };
  for (const [command, written] of Object.entries(cases)) {
    t.strictSame(reasonsAgainstForm(command), [], command);
    t.equal(withPut(command), written, command);
  }
});

t.test('a command that the form would spoil has a reason', async (t) => {
  const cases: Record<string, RegExp> = {
    'curl https://a.example https://b.example': /several requests/,
    'curl https://a.example --next https://b.example': /several requests/,
    'curl https://a.example/{id}': /\{\{id\}\}/,
    'sudo curl https://a.example': /before the word curl/,
    'TOKEN=x curl -H "A: $TOKEN" https://a.example': /before the word curl/,
    'T=1; curl -H "A: $T" https://a.example': /before the word curl/,
    'curl https://a.example > out.txt': /redirection/,

    'curl -d @- https://a.example <<EOF\nx': /never closed/,
    'curl --keepalive-time $N https://a.example': /--keepalive-time/,
    'curl -m $N https://a.example': /-m/,
    'curl -E cert.pem:secret https://a.example': /password of the certificate/,
    'curl -u ada https://a.example': /password/,
    'curl -u $USER https://a.example': /user:password/,
    'curl --data-urlencode "q=$Q" https://a.example': /encode/,
    'curl --data-urlencode q@file https://a.example': /file/,
    'curl -H @headers.txt https://a.example': /local file/,
    'curl --aws-sigv4 aws:amz:eu-west-1:s3 -u k:s https://a.example': /--aws-sigv4/,
  };
  for (const [command, reason] of Object.entries(cases)) {
    t.match(reasonsAgainstForm(command).join(' '), reason, command);
    t.throws(() => rewrite(command, fieldsOf(parseCurl(command))), InputError, command);
  }
});

t.test('what is typed into the form is the request or a message', async (t) => {
  const base = "curl https://h.example/a -H 'A: b'";
  const fields = fieldsOf(parseCurl(base));
  const typed = (changed: Partial<RequestFields>) => rewrite(base, { ...fields, ...changed });
  t.equal(typed({ url: 'h.example/b' }), "curl 'http://h.example/b' \\\n  -H 'A: b'", 'as curl reads it');
  t.equal(typed({ url: '{{base}}/b' }), "curl '{{base}}/b' \\\n  -H 'A: b'");
  t.equal(typed({ auth: { kind: 'bearer', token: '' } }), "curl 'https://h.example/a' \\\n  -H 'A: b'");
  t.equal(
    rewrite('', {
      ...withBodyKind({ ...fields, headers: [] }, 'fields'),
      body: { kind: 'fields', pairs: [{ name: 'a', value: '{{x}} &' }] },
    }),
    "curl 'https://h.example/a' \\\n  -d 'a={{x}}%20%26'",
    'from nothing',
  );
  t.throws(() => typed({ url: '' }), { message: 'Enter a URL.' });
  t.throws(() => typed({ headers: [{ name: 'a b', value: '' }] }), { message: /header name/ });
  t.throws(() => typed({ headers: [{ name: 'A', value: 'b\r\nC: d' }] }), { message: /CR, LF/ });
  t.throws(() => typed({ url: 'https://ada:x@h.example/a' }), { message: /list of headers/ });
});

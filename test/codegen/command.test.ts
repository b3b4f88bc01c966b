/** The editor's form: fields of a request, changed or not, become a command that is read as the same request. */
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { writeCommand } from '../../src/codegen/command.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { comparable, isRewritable } from '../../src/pages/rewrite.ts';
import { fieldsOf, type RequestFields, requestOf, withBodyKind } from '../../src/request/fields.ts';
import type { ParsedRequest } from '../../src/schemas/request-shape.ts';
import { corpusThemes, readCases } from '../curl/support/corpus.ts';

/** The requests of all commands of the corpus that are read. */
const requests = corpusThemes()
  .flatMap((theme) => readCases(theme))
  .flatMap(({ title, command }) => {
    try {
      return [{ title, request: parseCurl(command) }];
    } catch {
      return []; // refused: there is no request to fill a form with
    }
  });

t.test('fields say all of a request', async (t) => {
  for (const { title, request } of requests) {
    const again = requestOf(fieldsOf(request), request);
    const { warnings: _, ...said } = request;
    const { warnings: __, ...kept } = again;
    const isSame = JSON.stringify(again.headers) === JSON.stringify(request.headers);
    if (!isSame || !isDeepStrictEqual(kept, said)) t.strictSame(kept, said, title);
  }
  t.ok(requests.length > 5_000, `${requests.length} requests`);
});

/** A request whose variables are those that stand in it. */
function used(request: ParsedRequest): ParsedRequest {
  const { variables = [], warnings: _, ...rest } = request;
  const text = JSON.stringify(rest);
  const left = variables.filter((one) => text.includes(JSON.stringify(one.text).slice(1, -1)));
  return { ...rest, ...(left.length > 0 && { variables: left }) };
}

/** Different headers have no order: curl writes that of -u first. */
const inOrder = (request: ParsedRequest) =>
  comparable({
    ...request,
    ...(request.options?.header_list && {
      options: {
        ...request.options,
        header_list: request.options.header_list.toSorted((a, b) => a.name.localeCompare(b.name)),
      },
    }),
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

t.test('form to command to request is the same request', async (t) => {
  const editable = requests.filter(({ request }) => isRewritable(request));
  t.ok(editable.length >= 0.93 * requests.length, `${editable.length} of ${requests.length} can be edited`);
  const edits = Object.entries(EDITS);
  for (const [index, { title, request }] of editable.entries()) {
    // Each command with one of the changes: all of them with every command would take minutes.
    const [what, edit] = edits[index % edits.length] ?? ['', (fields: RequestFields) => fields];
    const changed = used(requestOf(edit(fieldsOf(request)), request));
    const command = writeCommand(changed);
    const [found, wanted] = [inOrder(parseCurl(command)), inOrder(changed)];
    if (!isDeepStrictEqual(found, wanted)) t.strictSame(found, wanted, `${title}, ${what}: ${command}`);
  }
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
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json' \\
  -d '{"a":"{{b}}"}'`,
  );
});

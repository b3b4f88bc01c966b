/** Open variables in every field. */
import { add, ORIGIN, typed } from './make.ts';

export function addVariables(): void {
  const token = { name: 'TOKEN', text: '$TOKEN' };
  add('variable-header', {
    url: `${ORIGIN}/v`,
    headers: { Authorization: 'Bearer $TOKEN' },
    variables: [token],
  });
  add('variable-braces', {
    url: `${ORIGIN}/v`,
    headers: { 'X-Token': '${TOKEN}x' },
    variables: [{ name: 'TOKEN', text: '${TOKEN}' }],
  });
  add('variable-placeholder', {
    url: `${ORIGIN}/v/{{id}}?x={{id}}`,
    headers: { 'X-Id': 'a {{id}} b' },
    variables: [{ name: 'id', text: '{{id}}' }],
  });
  add(
    'variable-body',
    typed('application/json', { body: '{"token":"$TOKEN","n":{"a":1}}', variables: [token] }),
  );
  add(
    'variable-body-lines',
    typed('application/json', { body: '{\n  "token": "$TOKEN"\n}', variables: [token] }),
  );
  add(
    'variable-odd-value',
    typed('text/plain', { body: 'key=$API_KEY;', variables: [{ name: 'API_KEY', text: '$API_KEY' }] }),
  );
  add('variable-basic', {
    url: `${ORIGIN}/v`,
    auth: { scheme: 'basic', username: '$USER_NAME', password: 'x$TOKEN' },
    variables: [token, { name: 'USER_NAME', text: '$USER_NAME' }],
  });
  add('variable-form', {
    url: `${ORIGIN}/v`,
    form: [{ name: 'a', value: 'b $TOKEN c' }],
    variables: [token],
  });
  add('variable-url', { url: `${ORIGIN}/v/$TOKEN/x?k=$TOKEN`, variables: [token] });
  add('variable-twice', {
    url: `${ORIGIN}/v`,
    headers: { 'X-A': '$TOKEN', 'X-B': '${TOKEN}' },
    variables: [token, { name: 'TOKEN', text: '${TOKEN}' }],
  });
  const shell = (...texts: string[]) => texts.map((text) => ({ name: /\w+/.exec(text)?.[0] ?? '', text }));
  const defaults = shell(
    '${MISSING-7}',
    '${MISSING:-8}',
    '${EMPTY-unused}',
    '${EMPTY:-was empty}',
    '${ZERO:-unused}',
    '${USER_NAME:=nobody}',
    '${MISSING_TEXT:-which is so long that a formatter breaks the line}',
  );
  add('variable-defaults', {
    method: 'POST',
    url: `${ORIGIN}/v/\${MISSING-7}\${MISSING:-8}`,
    headers: {
      'Content-Type': 'text/plain',
      'X-Empty': '<${EMPTY-unused}>',
      'X-Was-Empty': '${EMPTY:-was empty}',
    },
    body: '${ZERO:-unused} ${USER_NAME:=nobody} ${MISSING_TEXT:-which is so long that a formatter breaks the line}',
    variables: defaults,
  });
  add('variable-default-url', {
    url: `\${MISSING_BASE:-${ORIGIN}/v?x}=1&y=\${MISSING-a@b:c}`,
    variables: shell(`\${MISSING_BASE:-${ORIGIN}/v?x}`, '${MISSING-a@b:c}'),
  });
}

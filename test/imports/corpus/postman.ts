/** Collections of Postman. */
import { basic, type Corpus, type CorpusDocument, FORM_TYPE, JSON_TYPE, type Sent } from './corpus.ts';

const pairs = (values: Record<string, unknown>) =>
  Object.entries(values).map(([key, value]) => ({ key, value }));
const auth = (type: string, values: Record<string, string>) => ({
  type,
  [type]: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
});
const json = (value: unknown) => ({
  mode: 'raw',
  raw: JSON.stringify(value, null, 2),
  options: { raw: { language: 'json' } },
});
const raw = (text: string, language?: string) => ({
  mode: 'raw',
  raw: text,
  ...(language !== undefined && { options: { raw: { language } } }),
});
const urlencoded = (values: Record<string, string>) => ({ mode: 'urlencoded', urlencoded: pairs(values) });
const item = (name: string, method: string, url: unknown, more: object = {}) => ({
  name,
  request: { method, header: [], url, ...more },
});
const url = (path: string, more: object = {}) => ({
  raw: `{{baseUrl}}/${path}`,
  host: ['{{baseUrl}}'],
  path: path.split('/'),
  ...more,
});

export const POSTMAN: Corpus = (origin) => {
  const collection = (items: object[], sends: Sent[], more: object = {}): CorpusDocument => ({
    document: {
      info: { name: 'API', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      variable: [{ key: 'baseUrl', value: origin }],
      item: items,
      ...more,
    },
    sends,
    values: { key: 'k1', token: 't1', user: 'u1', pass: 'p1' },
  });
  return [
    // Payments: the key is the user name, nested form fields.
    collection(
      [
        item('Create a charge', 'POST', url('v1/charges'), {
          body: urlencoded({
            amount: '2000',
            currency: 'eur',
            'metadata[order id]': '6735 & co',
            description: "Bob's",
          }),
        }),
        item(
          'List charges',
          'GET',
          url('v1/charges', { query: pairs({ limit: '3', 'created[gte]': '1700000000' }) }),
        ),
      ],
      [
        [
          'POST /v1/charges',
          [basic('k1', ''), FORM_TYPE],
          [
            ['amount', '2000'],
            ['currency', 'eur'],
            ['metadata[order id]', '6735 & co'],
            ['description', "Bob's"],
          ],
        ],
        ['GET /v1/charges?limit=3&created[gte]=1700000000', [basic('k1', '')]],
      ],
      { auth: auth('basic', { username: '{{key}}', password: '' }) },
    ),
    // Code hosting: media types, path variables.
    collection(
      [
        item(
          'Get a repository',
          'GET',
          url('repos/:owner/:repo', { variable: pairs({ owner: 'octo', repo: 'hello-world' }) }),
          {
            header: pairs({ Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' }),
          },
        ),
        item(
          'Create an issue',
          'POST',
          url('repos/:owner/:repo/issues', { variable: pairs({ owner: 'octo', repo: 'a b' }) }),
          {
            body: json({ title: 'Found a "bug"', labels: ['bug', '$HOME'] }),
          },
        ),
      ],
      [
        [
          'GET /repos/octo/hello-world',
          [
            'accept: application/vnd.github+json',
            'authorization: Bearer t1',
            'x-github-api-version: 2022-11-28',
          ],
        ],
        [
          'POST /repos/octo/a%20b/issues',
          ['authorization: Bearer t1', JSON_TYPE],
          { title: 'Found a "bug"', labels: ['bug', '$HOME'] },
        ],
      ],
      { auth: auth('bearer', { token: '{{token}}' }) },
    ),
    // Chat: JSON with emoji, and a form.
    collection(
      [
        item('Post', 'POST', url('api/chat.postMessage'), {
          header: pairs({ 'Content-Type': 'application/json; charset=utf-8' }),
          body: raw('{"channel":"C1","text":"Hi 👋 \\"all\\"\\n`x`"}'),
        }),
        item('History', 'POST', url('api/conversations.history'), {
          body: urlencoded({ channel: 'C1', cursor: 'dXNlcg==' }),
        }),
      ],
      [
        [
          'POST /api/chat.postMessage',
          ['authorization: Bearer t1', 'content-type: application/json; charset=utf-8'],
          { channel: 'C1', text: 'Hi 👋 "all"\n`x`' },
        ],
        [
          'POST /api/conversations.history',
          ['authorization: Bearer t1', FORM_TYPE],
          [
            ['channel', 'C1'],
            ['cursor', 'dXNlcg=='],
          ],
        ],
      ],
      { auth: auth('bearer', { token: '{{token}}' }) },
    ),
    // Telephony: plus signs in a form, a suffix behind the variable of a path.
    collection(
      [
        item('Send', 'POST', url('2010-04-01/Accounts/{{user}}/Messages.json'), {
          body: urlencoded({ To: '+4915112345678', From: '+1 555', Body: 'é=1%' }),
        }),
        item('Fetch', 'GET', '{{baseUrl}}/2010-04-01/Accounts/{{user}}/Calls.json?Status=busy&PageSize=5'),
      ],
      [
        [
          'POST /2010-04-01/Accounts/u1/Messages.json',
          [basic('u1', 'p1'), FORM_TYPE],
          [
            ['To', '+4915112345678'],
            ['From', '+1 555'],
            ['Body', 'é=1%'],
          ],
        ],
        ['GET /2010-04-01/Accounts/u1/Calls.json?Status=busy&PageSize=5', [basic('u1', 'p1')]],
      ],
      { auth: auth('basic', { username: '{{user}}', password: '{{pass}}' }) },
    ),
    // Mail: nested JSON; variables in it.
    collection(
      [
        item('Send mail', 'POST', url('v3/mail/send'), {
          body: json({
            personalizations: [{ to: [{ email: '{{to}}' }] }],
            content: [{ type: 'text/plain', value: '50% off <b>\\' }],
          }),
        }),
        item(
          'Suppressions',
          'DELETE',
          url('v3/asm/groups/:id/suppressions/:email', {
            variable: pairs({ id: '7', email: 'a@example.com' }),
          }),
        ),
      ],
      [
        [
          'POST /v3/mail/send',
          ['authorization: Bearer t1', JSON_TYPE],
          {
            personalizations: [{ to: [{ email: 'bob@example.com' }] }],
            content: [{ type: 'text/plain', value: '50% off <b>\\' }],
          },
        ],
        ['DELETE /v3/asm/groups/7/suppressions/a@example.com', ['authorization: Bearer t1']],
      ],
      {
        auth: auth('bearer', { token: '{{token}}' }),
        variable: pairs({ baseUrl: origin, to: 'bob@example.com' }),
      },
    ),
    // A shop by GraphQL.
    collection(
      [
        item('Products', 'POST', url('admin/api/graphql.json'), {
          header: pairs({ 'X-Access-Token': '{{token}}' }),
          body: {
            mode: 'graphql',
            graphql: { query: 'query ($n: Int!) {\n  products(first: $n) { id }\n}', variables: '{"n": 3}' },
          },
        }),
      ],
      [
        [
          'POST /admin/api/graphql.json',
          [JSON_TYPE, 'x-access-token: t1'],
          { query: 'query ($n: Int!) {\n  products(first: $n) { id }\n}', variables: { n: 3 } },
        ],
      ],
    ),
    // A shop by REST: the key in a header of the authorization.
    collection(
      [
        item('Update', 'PUT', url('products/{{id}}.json'), {
          body: json({ product: { id: 1, tags: null, price: 1.5 } }),
        }),
        item('Count', 'GET', url('products/count.json'), { auth: auth('noauth', {}) }),
        item('Remove', 'DELETE', url('products/{{id}}.json')),
      ],
      [
        [
          'PUT /products/632.json',
          [JSON_TYPE, 'x-shop-token: k1'],
          { product: { id: 1, tags: null, price: 1.5 } },
        ],
        ['GET /products/count.json', []],
        ['DELETE /products/632.json', ['x-shop-token: k1']],
      ],
      {
        auth: auth('apikey', { key: 'X-Shop-Token', value: '{{key}}', in: 'header' }),
        variable: pairs({ baseUrl: origin, id: '632' }),
      },
    ),
    // Notes: PATCH, a version header, disabled headers.
    collection(
      [
        item('Append', 'PATCH', url('v1/blocks/:id/children', { variable: pairs({ id: 'b55c9c91-384d' }) }), {
          header: [
            ...pairs({ 'Notion-Version': '2022-06-28' }),
            { key: 'X-Old', value: '1', disabled: true },
          ],
          body: json({
            children: [{ object: 'block', paragraph: { rich_text: [{ text: { content: 'L1\nL2\t' } }] } }],
          }),
        }),
      ],
      [
        [
          'PATCH /v1/blocks/b55c9c91-384d/children',
          ['authorization: Bearer t1', JSON_TYPE, 'notion-version: 2022-06-28'],
          { children: [{ object: 'block', paragraph: { rich_text: [{ text: { content: 'L1\nL2\t' } }] } }] },
        ],
      ],
      { auth: auth('bearer', { token: '{{token}}' }) },
    ),
    // Tables: formulas in the query. Postman encodes blanks, quotes, < and >, & and #, and leaves the rest.
    collection(
      [
        item(
          'Filter',
          'GET',
          url('v0/app1/My Table', {
            query: pairs({
              filterByFormula: "AND({Age}>3,{Name}='O&M #1')",
              'fields[]': 'Name',
              view: 'Größe',
            }),
          }),
        ),
      ],
      [
        [
          'GET /v0/app1/My%20Table?filterByFormula=AND({Age}%3E3,{Name}=%27O%26M%20%231%27)&fields[]=Name&view=Gr%C3%B6%C3%9Fe',
          ['authorization: Bearer t1'],
        ],
      ],
      { auth: auth('bearer', { token: '{{token}}' }) },
    ),
    // Files: JSON in a header, a body of text.
    collection(
      [
        item('Upload', 'POST', url('2/files/upload'), {
          header: pairs({
            'Dropbox-API-Arg': '{"path": "/a \'b\'.txt", "mode": "add"}',
            'Content-Type': 'application/octet-stream',
          }),
          body: raw('line 1\nline 2\n'),
        }),
        item('Who', 'POST', url('2/users/get_current_account')),
      ],
      [
        [
          'POST /2/files/upload',
          [
            'authorization: Bearer t1',
            'content-type: application/octet-stream',
            'dropbox-api-arg: {"path": "/a \'b\'.txt", "mode": "add"}',
          ],
          'line 1\nline 2\n',
        ],
        ['POST /2/users/get_current_account', ['authorization: Bearer t1']],
      ],
      { auth: auth('oauth2', { accessToken: '{{token}}', addTokenTo: 'header' }) },
    ),
    // A bot: the token in the path.
    collection(
      [
        item('Send', 'POST', url('bot{{token}}/sendMessage'), {
          body: json({ chat_id: '@c', text: '*bold*' }),
        }),
        item(
          'Updates',
          'GET',
          url('bot{{token}}/getUpdates', {
            query: [
              { key: 'offset', value: '-1' },
              { key: 'timeout', value: '0', disabled: true },
            ],
          }),
        ),
      ],
      [
        ['POST /bott1/sendMessage', [JSON_TYPE], { chat_id: '@c', text: '*bold*' }],
        ['GET /bott1/getUpdates?offset=-1', []],
      ],
    ),
    // Tickets: a query language, encoded before.
    collection(
      [
        item(
          'Search',
          'GET',
          url('rest/api/3/search', {
            query: pairs({ jql: 'project%20%3D%20HSP', fields: 'summary,status', expand: '' }),
          }),
        ),
        item('Transition', 'POST', url('rest/api/3/issue/{{issue}}/transitions'), {
          body: json({ transition: { id: '5' } }),
        }),
      ],
      [
        ['GET /rest/api/3/search?jql=project%20%3D%20HSP&fields=summary,status&expand=', [basic('u1', 'p1')]],
        [
          'POST /rest/api/3/issue/HSP-1/transitions',
          [basic('u1', 'p1'), JSON_TYPE],
          { transition: { id: '5' } },
        ],
      ],
      {
        auth: auth('basic', { username: '{{user}}', password: '{{pass}}' }),
        variable: pairs({ baseUrl: origin, issue: 'HSP-1' }),
      },
    ),
    // Weather: the key in the query, behind what is there.
    collection(
      [
        item('Now', 'GET', url('data/2.5/weather', { query: pairs({ q: 'São Paulo,BR', units: 'metric' }) })),
        item('Icons', 'HEAD', url('img/wn/10d@2x.png')),
      ],
      [
        ['GET /data/2.5/weather?q=S%C3%A3o%20Paulo,BR&units=metric&appid=k1', []],
        ['HEAD /img/wn/10d@2x.png?appid=k1', []],
      ],
      { auth: auth('apikey', { key: 'appid', value: '{{key}}', in: 'query' }) },
    ),
    // A search engine: GET with a body, lines of JSON.
    collection(
      [
        {
          ...item('Search', 'GET', url('idx/_search'), { body: json({ query: { match_all: {} } }) }),
          protocolProfileBehavior: { disableBodyPruning: true },
        },
        item('Bulk', 'POST', url('_bulk'), {
          header: pairs({ 'Content-Type': 'application/x-ndjson' }),
          body: raw('{"index":{}}\n{"a":"{{x}}"}\n'),
        }),
        item('Pruned', 'GET', url('idx/_count'), { body: json({ a: 1 }) }),
      ],
      [
        ['GET /idx/_search', [JSON_TYPE], { query: { match_all: {} } }],
        ['POST /_bulk', ['content-type: application/x-ndjson'], '{"index":{}}\n{"a":"1"}\n'],
        ['GET /idx/_count', []],
      ],
      { variable: pairs({ baseUrl: origin, x: '1' }) },
    ),
    // OData: dollars and parentheses.
    collection(
      [
        item(
          'Filter',
          'GET',
          url("Products('A-1')/Parts", {
            query: pairs({ $filter: 'Price gt 20 and Name eq "x"', $top: '5', $select: 'ID,Name' }),
          }),
        ),
        item('Merge', 'PATCH', url('Products(1)'), {
          header: pairs({ 'If-Match': '*', Prefer: 'return=minimal' }),
          body: json({ Name: 'n' }),
        }),
      ],
      [
        [
          "GET /Products('A-1')/Parts?$filter=Price%20gt%2020%20and%20Name%20eq%20%22x%22&$top=5&$select=ID,Name",
          [],
        ],
        ['PATCH /Products(1)', [JSON_TYPE, 'if-match: *', 'prefer: return=minimal'], { Name: 'n' }],
      ],
    ),
    // Format 2.0: texts where 2.1 has lists.
    {
      document: {
        info: { name: 'Old', schema: 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json' },
        auth: { type: 'basic', basic: { username: '{{user}}', password: '{{pass}}' } },
        item: [
          {
            name: 'A',
            request: { method: 'GET', url: `${origin}/a?x=1&y=b c`, header: 'Accept: text/csv\nX-A: 1' },
          },
          { name: 'B', request: `${origin}/b` },
          {
            name: 'C',
            request: {
              method: 'POST',
              url: { raw: `${origin}/c/:id`, variable: [{ id: 'id', value: '9' }] },
              auth: { type: 'apikey', apikey: { key: 'X-K', value: '{{key}}' } },
              body: { mode: 'raw', raw: 'text' },
            },
          },
        ],
      },
      values: { user: 'u1', pass: 'p1', key: 'k1' },
      sends: [
        ['GET /a?x=1&y=b%20c', ['accept: text/csv', basic('u1', 'p1'), 'x-a: 1']],
        ['GET /b', [basic('u1', 'p1')]],
        ['POST /c/9', ['content-type: text/plain', 'x-k: k1'], 'text'],
      ],
    },
    // Newsletters: parts of a multipart form, with types.
    collection(
      [
        item('Send', 'POST', url('v3/{{domain}}/messages'), {
          body: {
            mode: 'formdata',
            formdata: [
              ...pairs({ from: 'A "B" <a@example.com>', text: 'Hi;type=x\n@all' }).map((part) => ({
                ...part,
                type: 'text',
              })),
              { key: 'vars', value: '{"a": 1}', type: 'text', contentType: 'application/json' },
              { key: 'off', value: 'x', type: 'text', disabled: true },
            ],
          },
        }),
      ],
      [
        [
          'POST /v3/mg.example.com/messages',
          [basic('api', 'k1'), 'content-type: multipart/form-data'],
          [
            ['from', 'A "B" <a@example.com>'],
            ['text', 'Hi;type=x\n@all'],
            ['vars', '{"a": 1}', 'application/json'],
          ],
        ],
      ],
      {
        auth: auth('basic', { username: 'api', password: '{{key}}' }),
        variable: pairs({ baseUrl: origin, domain: 'mg.example.com' }),
      },
    ),
    // SOAP.
    collection(
      [
        item('Add', 'POST', url('calculator.asmx'), {
          header: pairs({
            SOAPAction: '"http://tempuri.org/Add"',
            'Content-Type': 'text/xml; charset=utf-8',
          }),
          body: raw('<?xml version="1.0"?>\n<a b=\'c\'>&amp;</a>', 'xml'),
        }),
        item('Plain XML', 'POST', url('x'), { body: raw('<a/>', 'xml') }),
      ],
      [
        [
          'POST /calculator.asmx',
          ['content-type: text/xml; charset=utf-8', 'soapaction: "http://tempuri.org/Add"'],
          '<?xml version="1.0"?>\n<a b=\'c\'>&amp;</a>',
        ],
        ['POST /x', ['content-type: application/xml'], '<a/>'],
      ],
    ),
    // Tokens: a folder with an authorization of its own.
    collection(
      [
        {
          name: 'Open',
          auth: auth('noauth', {}),
          item: [
            item('Token', 'POST', url('oauth/token'), {
              body: urlencoded({ grant_type: 'client_credentials', scope: 'a b' }),
            }),
          ],
        },
        {
          name: 'Mine',
          item: [
            {
              name: 'Deep',
              auth: auth('bearer', { token: '{{token}}' }),
              item: [item('Me', 'GET', url('me'))],
            },
            item('Inherits', 'GET', url('you')),
          ],
        },
      ],
      [
        [
          'POST /oauth/token',
          [FORM_TYPE],
          [
            ['grant_type', 'client_credentials'],
            ['scope', 'a b'],
          ],
        ],
        ['GET /me', ['authorization: Bearer t1']],
        ['GET /you', [basic('u1', 'p1')]],
      ],
      { auth: auth('basic', { username: '{{user}}', password: '{{pass}}' }) },
    ),
    // Odd, and valid: variables in variables, names with blanks, a port, no value, a slash at the end.
    collection(
      [
        item('A', 'GET', {
          raw: '{{root url}}/v1/',
          host: ['{{root url}}'],
          path: ['v1', ''],
          query: [
            { key: 'flag', value: null },
            { key: 'a', value: '' },
            { key: 'b', value: '{{x}}' },
          ],
        }),
        item(
          'B',
          'OPTIONS',
          { protocol: 'http', host: ['127', '0', '0', '1'], port: new URL(origin).port, path: ['*', 'x'] },
          { header: pairs({ Origin: 'https://a.example', 'Access-Control-Request-Method': 'PUT' }) },
        ),
        item('C', 'POST', '{{root url}}/c#top', { body: raw('') }),
      ],
      [
        ['GET /v2/v1/?flag&a=&b=1%202', []],
        ['OPTIONS /*/x', ['access-control-request-method: PUT', 'origin: https://a.example']],
        ['POST /v2/c', []],
      ],
      { variable: pairs({ host: origin, 'root url': '{{host}}/v2', x: '1 2' }) },
    ),
  ];
};

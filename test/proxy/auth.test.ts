/** Digest and AWS signatures: published vectors, then whole exchanges. */
import t from 'tap';
import { digestAuthorization, parseChallenges } from '../../src/proxy/auth/digest.ts';
import { signV4 } from '../../src/proxy/auth/sigv4.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { startProxy } from '../support/proxy.ts';
import { headerOf, startRecorder } from '../support/recorder.ts';

t.test('RFC 7616, section 3.9.1', async (t) => {
  const fields =
    'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
  const challenges = parseChallenges(
    `Digest algorithm=SHA-256, ${fields}, Digest ${fields}, algorithm=MD5, Basic realm="x, y=\\"z"`,
  );
  t.strictSame(
    challenges.map(({ scheme, parameters }) => [
      scheme,
      parameters.get('algorithm'),
      parameters.get('realm'),
    ]),
    [
      ['digest', 'SHA-256', 'http-auth@example.org'],
      ['digest', 'MD5', 'http-auth@example.org'],
      ['basic', undefined, 'x, y="z'],
    ],
  );
  const responses = challenges.slice(0, 2).map((challenge) =>
    digestAuthorization(challenge, {
      username: 'Mufasa',
      password: 'Circle of Life',
      method: 'GET',
      uri: '/dir/index.html',
      body: new Uint8Array(0),
      cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    }),
  );
  t.match(responses[0], /response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"/);
  t.match(responses[1], /response="8ca523f5e9506fed4657c9700eebdbec".*opaque="FQhe.*algorithm=MD5$/);
});

t.test('RFC 2617, section 3.5, and what is not known', async (t) => {
  const request = { username: 'Mufasa', password: 'Circle Of Life', method: 'GET', uri: '/dir/index.html' };
  const answer = (parameters: Record<string, string>) =>
    digestAuthorization(
      {
        scheme: 'digest',
        parameters: new Map(
          Object.entries({
            realm: 'testrealm@host.com',
            nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
            ...parameters,
          }),
        ),
      },
      { ...request, body: new Uint8Array(0), cnonce: '0a4f113b' },
    );
  t.match(answer({ qop: 'auth' }), /response="6629fae49393a05397450978507c4ef1"/);
  t.match(answer({}), /response="670fd8c2df070c60b045671b8b24ff02"/, 'RFC 2069 form');
  t.equal(answer({ algorithm: 'X' }), undefined);
  t.equal(answer({ qop: 'other' }), undefined);
  for (const broken of ['', ',,,', 'Digest', '= =', 'Digest realm="', 'Bearer abc==', '\u00ff'])
    t.type(parseChallenges(broken), Array, 'never throws or hangs');
});

t.test('AWS signature test suite', async (t) => {
  const sign = (
    pathAndQuery: string,
    method = 'GET',
    body = '',
    more: { name: string; value: string }[] = [],
  ) =>
    signV4({
      method,
      pathAndQuery,
      hostname: 'example.amazonaws.com',
      headers: [
        { name: 'Host', value: 'example.amazonaws.com' },
        { name: 'X-Amz-Date', value: '20150830T123600Z' },
        ...more,
      ],
      body: Buffer.from(body),
      username: 'AKIDEXAMPLE',
      password: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      provider: 'aws:amz:us-east-1:service',
      now: new Date(0),
    }).at(-1)?.value;
  const signature = (value: string | undefined) => value?.replace(/.*Signature=/, '');
  t.equal(
    sign('/'),
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    'get-vanilla',
  );
  t.equal(
    signature(sign('/?Param2=value2&Param1=value1')),
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    'get-vanilla-query-order-key-case',
  );
  t.equal(
    signature(sign('/', 'POST')),
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    'post-vanilla',
  );
  t.equal(
    signature(
      sign('/', 'POST', 'Param1=value1', [
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
      ]),
    ),
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    'post-x-www-form-urlencoded',
  );
});

t.test('what curl 8.23 reads in the parts of --aws-sigv4, for http://127.0.0.1/', async (t) => {
  const scope = (provider: string) =>
    signV4({
      method: 'GET',
      pathAndQuery: '/',
      hostname: '127.0.0.1',
      headers: [{ name: 'Host', value: '127.0.0.1' }],
      body: Buffer.from(''),
      username: 'k',
      password: 's',
      provider,
      now: new Date('2026-11-22T04:32:24Z'),
    }).map(({ name, value }) => (name === 'Authorization' ? /\/(.*?),/.exec(value)?.[1] : name));
  t.strictSame(scope('a:b:c:d'), ['X-B-Date', '20261122/c/d/a4_request']);
  t.strictSame(scope('a:b:c:d:e'), ['X-B-Date', '20261122/c/d/a4_request'], 'four parts count');
  t.strictSame(scope('a:b:c:'), ['X-B-Date', '20261122/c/127/a4_request'], 'the host names the service');
  t.strictSame(scope('a:b::d'), ['X-B-Date', '20261122/0/127/a4_request'], 'an empty part ends the list');
  t.strictSame(scope('a::c:d'), ['X-A-Date', '20261122/0/127/a4_request'], 'and so does an earlier one');
});

t.test('digest: the body is kept back, the challenge answered, a stale nonce renewed', async (t) => {
  const challenge = (nonce: string, more = '') => ({
    status: 401,
    headers: [['WWW-Authenticate', `Digest realm="r", nonce="${nonce}", qop="auth"${more}`]] as const,
  });
  const recorder = await startRecorder((_request, index) =>
    index === 0 ? challenge('one') : index === 1 ? challenge('two', ', stale=true') : {},
  );
  const proxy = startProxy();
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const outcome = await proxy.send({
    url: `${recorder.origin}/a?b`,
    method: 'POST',
    body: 'data',
    auth: { scheme: 'digest', username: 'u', password: 'p' },
  });
  t.equal(outcome.response?.status, 200);
  t.strictSame(
    recorder.requests.map(({ body }) => body.toString()),
    ['', 'data', 'data'],
  );
  t.equal(headerOf(recorder.requests[0] ?? { headers: [] }, 'content-length'), '0');
  t.match(headerOf(recorder.requests[1] ?? { headers: [] }, 'authorization'), /nonce="one", uri="\/a\?b"/);
  t.match(outcome.request.headers['Authorization'], /nonce="two"/, 'recorded as really sent');
});

t.test('any: basic when it is all that is offered; the body goes out at once, as curl does it', async (t) => {
  const recorder = await startRecorder(({ target, headers }) =>
    target === '/open' || headerOf({ headers }, 'authorization') !== undefined
      ? {}
      : { status: 401, headers: [['WWW-Authenticate', 'Negotiate, Basic realm="x"']] },
  );
  const proxy = startProxy();
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const auth = { scheme: 'any', username: 'u', password: 'p' } as const;
  t.equal((await proxy.send({ url: `${recorder.origin}/x`, auth })).response?.status, 200);
  t.equal(headerOf(recorder.requests[1] ?? { headers: [] }, 'authorization'), `Basic ${btoa('u:p')}`);
  recorder.clear();
  t.equal((await proxy.send({ url: `${recorder.origin}/open`, body: 'b', auth })).response?.status, 200);
  t.strictSame(
    recorder.requests.map(({ body }) => body.toString()),
    ['b'],
  );
});

t.test('aws-sigv4 signs what is sent; ntlm and negotiate are refused', async (t) => {
  const recorder = await startRecorder();
  const proxy = startProxy();
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  await proxy.send({
    url: `${recorder.origin}/`,
    auth: { scheme: 'aws-sigv4', username: 'k', password: 's', provider: 'aws:amz:eu-west-1:s3' },
  });
  const sent = await recorder.next();
  t.match(headerOf(sent, 'x-amz-date'), /^\d{8}T\d{6}Z$/);
  t.equal(
    headerOf(sent, 'x-amz-content-sha256'),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  t.match(
    headerOf(sent, 'authorization'),
    /SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
  );
  const signedNames = async (more: object): Promise<string | undefined> => {
    await proxy.send({
      url: `${recorder.origin}/`,
      headers: { Referer: 'r', 'X-Own': '1' },
      auth: { scheme: 'aws-sigv4', username: 'k', password: 's', provider: 'aws:amz:a:b' },
      ...more,
    });
    const value = headerOf(await recorder.next(), 'authorization');
    return /SignedHeaders=([^,]*)/.exec(value ?? '')?.[1];
  };
  t.equal(await signedNames({}), 'host;referer;x-amz-date;x-own', 'what was asked for, no defaults');
  t.equal(
    await signedNames({
      auth: {
        scheme: 'aws-sigv4',
        username: 'k',
        password: 's',
        provider: 'aws:amz:a:b',
        signed_headers: ['X-Own'],
      },
    }),
    'host;x-amz-date;x-own',
  );
  for (const scheme of ['ntlm', 'negotiate'] as const)
    t.match(await proxy.refused({ url: recorder.origin, auth: { scheme } }), [
      { field: '/auth/scheme', code: 'not_executable' },
    ]);
});

t.test('digest with a form: its Content-Type is kept back with the body', async (t) => {
  const recorder = await startRecorder((_request, index) =>
    index === 0
      ? { status: 401, headers: [['WWW-Authenticate', 'Digest realm="r", nonce="n", qop="auth"']] }
      : {},
  );
  const proxy = startProxy();
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  await proxy.send({
    url: recorder.origin,
    method: 'POST',
    form: [{ name: 'a', value: 'b' }],
    auth: { scheme: 'digest', username: 'u', password: 'p' },
  });
  const [first, second] = recorder.requests;
  t.equal(headerOf(first ?? { headers: [] }, 'content-type'), undefined);
  t.equal(first?.body.length, 0);
  t.match(headerOf(second ?? { headers: [] }, 'content-type'), /^multipart\/form-data; boundary=/);
  t.match(second?.body.toString(), 'name="a"');
});

t.test(
  'the order of requests when challenges, redirects and bodies come together, as curl has it',
  async (t) => {
    const challenge = {
      status: 401,
      headers: [['WWW-Authenticate', 'Digest realm="r", nonce="n", qop="auth"']],
    };
    const stale = {
      status: 401,
      headers: [['WWW-Authenticate', 'Digest realm="r", nonce="m", qop="auth", stale=true']],
    };
    const redirect = (status: number) => ({ status, headers: [['Location', '/next']] });
    const fine = { body: 'fine' };
    const digest = { scheme: 'digest', username: 'u', password: 'p' } as const;
    const table: readonly (readonly [
      what: string,
      request: Omit<RequestShape, 'url'>,
      answers: readonly object[],
      sent: string[],
    ])[] = [
      [
        'what was agreed on holds after a redirect',
        { auth: digest },
        [challenge, redirect(302), fine],
        ['GET /', 'GET / n 00000001 /', 'GET /next n 00000002 /next'],
      ],
      [
        'until it is stale',
        { auth: digest },
        [challenge, redirect(302), stale, fine],
        ['GET /', 'GET / n 00000001 /', 'GET /next n 00000002 /next', 'GET /next m 00000001 /next'],
      ],
      [
        'refused afterwards',
        { auth: digest },
        [challenge, redirect(302), challenge],
        ['GET /', 'GET / n 00000001 /', 'GET /next n 00000002 /next'],
      ],
      [
        'Basic, too',
        { auth: { ...digest, scheme: 'any' } },
        [{ status: 401, headers: [['WWW-Authenticate', 'Basic realm="r"']] }, redirect(307), fine],
        ['GET /', 'GET / Basic', 'GET /next Basic'],
      ],
      [
        'a body that was kept back is kept back over a redirect',
        { auth: digest, body: 'data' },
        [redirect(307), challenge, fine],
        ['POST / ""', 'POST /next ""', 'POST /next n 00000001 /next "data"'],
      ],
      [
        'and goes out when nothing is asked for',
        { auth: digest, body: 'data' },
        [fine, fine],
        ['POST / ""', 'POST / "data"'],
      ],
      ['but not after an error', { auth: digest, body: 'data' }, [{ status: 404 }, fine], ['POST / ""']],
      [
        'nor after a redirect that is not followed',
        { auth: digest, body: 'data', options: { follow_redirects: false } },
        [redirect(307), fine],
        ['POST / ""'],
      ],
      [
        'the path of the URL is what is signed',
        { auth: digest, options: { request_target: '/own' } },
        [challenge, fine],
        ['GET /own', 'GET /own n 00000001 /'],
      ],
      [
        'chunks and an Expect that were asked for stay',
        { auth: digest, body: 'data', options: { chunked: true } },
        [challenge, fine],
        ['POST / chunked ""', 'POST / n 00000001 / chunked "data"'],
      ],
      [
        'Expect',
        { auth: digest, body: 'data', options: { expect_continue: true } },
        [challenge, fine],
        ['POST / expect ""', 'POST / n 00000001 / expect "data"'],
      ],
      [
        'an upload of unknown length has neither',
        { auth: digest, body: 'data', options: { chunked: true, expect_continue: true } },
        [challenge, fine],
        ['POST / ""', 'POST / n 00000001 / chunked expect "data"'],
      ],
    ];
    for (const [what, request, answers, sent] of table) {
      let count = 0;
      const recorder = await startRecorder(() => {
        count += 1;
        return answers[count - 1] ?? {};
      });
      const proxy = startProxy();
      const options = { follow_redirects: true, ...request.options };
      await proxy.send({ ...request, url: `${recorder.origin}/`, options });
      const seen = recorder.requests.map((each) => {
        const authorization = headerOf(each, 'authorization') ?? '';
        const [, nonce, uri, nc] =
          /nonce="(.)", uri="([^"]*)", cnonce="[^"]*", nc=(\d+)/.exec(authorization) ?? [];
        const credentials = nonce === undefined ? authorization.replace(/ .*/, '') : `${nonce} ${nc} ${uri}`;
        const framing = [
          headerOf(each, 'transfer-encoding'),
          headerOf(each, 'expect') === undefined ? undefined : 'expect',
          request.body === undefined ? undefined : JSON.stringify(each.body.toString()),
        ];
        return [each.method, each.target, credentials, ...framing].filter((piece) => piece).join(' ');
      });
      t.strictSame(seen, sent, what);
      await Promise.all([proxy.close(), recorder.close()]);
    }
  },
);

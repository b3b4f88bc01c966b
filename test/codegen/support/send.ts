/** Runs the programs of one language for many cases, each against a server of its own. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { generateCode, type Language } from '../../../src/codegen/index.ts';
import type { RequestShape, RequestWarning } from '../../../src/schemas/request-shape.ts';
import {
  headerOf,
  type RecordedRequest,
  type Recorder,
  type Responder,
  type ScriptedResponse,
  startRecorder,
} from '../../support/recorder.ts';
import { type Case, PLACEHOLDER, type Scenario } from './cases.ts';
import { otherName, type StoredRequest, stored } from './compare.ts';
import { type Outcome, type Prepared, type Runner, workspace } from './runners.ts';

export interface Sent extends Outcome {
  requests: StoredRequest[];
  warnings: RequestWarning[];
  code: string;
}

/** What every program has to show in the end. */
export const ANSWER = 'the-answer';

/**
 * What a language's programs sent, by the name of the case.
 * @param files folder whose files the programs read; without it those of the cases
 */
export async function sendAll(
  { language, library }: { language: Language; library: string | undefined },
  runner: Runner,
  cases: readonly Case[],
  files?: string,
): Promise<Map<string, Sent>> {
  const { root, cwd, remove } = await workspace(files);
  const running: { name: string; recorder: Recorder; warnings: RequestWarning[]; code: string }[] = [];
  try {
    const programs: Prepared[] = [];
    for (const { name, request, scenario } of cases) {
      let host = '';
      const recorder = await startRecorder(answered(responder(scenario, () => host)));
      host = recorder.host;
      const { code, warnings } = generateCode(addressed(request, recorder.host), language, { library });
      const folder = join(root, `case${programs.length}`);
      await mkdir(folder);
      programs.push({ name, code, folder });
      running.push({ name, recorder, warnings, code });
    }
    const outcomes = await runner.run(programs, cwd);
    return new Map(
      running.map(({ name, recorder, warnings, code }, index) => [
        name,
        {
          ...(outcomes[index] ?? { status: -1, output: 'not run' }),
          requests: recorder.requests.map((one) => stored(one, recorder.host)),
          warnings,
          code,
        },
      ]),
    );
  } finally {
    await Promise.all(running.map(({ recorder }) => recorder.close()));
    if (process.env['KEEP_PROGRAMS'] === undefined) await remove();
    else console.error(`kept ${root}`);
  }
}

/** What a program would do to this machine; transfer.test.ts and beside-curl.test.ts have commands for it. */
const LOCAL = [
  'output',
  'cert',
  'key',
  'cacert',
  'unix_socket',
  'resolve',
  'interface',
  'cookie_file',
  'cookie_jar',
  'retry',
] as const;

/** The request to a server, without what it says about this machine. */
function addressed(request: RequestShape, host: string): RequestShape {
  const { options, ...rest } = JSON.parse(
    JSON.stringify(request).replaceAll(PLACEHOLDER, host),
  ) as RequestShape;
  if (options === undefined) return rest;
  for (const name of LOCAL) delete options[name];
  return { ...rest, options };
}

const CODINGS: readonly (readonly [name: string, encode: (body: Buffer) => Buffer])[] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
];

/** An answer compressed as the request allows it: whoever asks for a coding has to decode it. */
function answered(respond: Responder): Responder {
  return (request, index): ScriptedResponse => {
    const answer = respond(request, index);
    if (answer.status !== undefined) return answer;
    const asked = headerOf(request, 'accept-encoding') ?? '';
    const coding = CODINGS.find(([name]) => new RegExp(`\\b${name}\\b`, 'i').test(asked));
    if (coding === undefined) return { body: ANSWER };
    return {
      headers: [
        ['Content-Type', 'text/plain'],
        ['Content-Encoding', coding[0]],
      ],
      body: coding[1](Buffer.from(ANSWER)),
    };
  };
}

/** @param host says where the server is, once it has been started */
function responder(scenario: Scenario, host: () => string): Responder {
  const redirect = (status: number, location: string) => ({
    status,
    reason: 'Redirect',
    headers: [['Location', location] as const],
  });
  const challenge =
    (...challenges: readonly string[]): Responder =>
    (request: RecordedRequest) =>
      headerOf(request, 'authorization') !== undefined
        ? {}
        : {
            status: 401,
            reason: 'Unauthorized',
            headers: challenges.map((one) => ['WWW-Authenticate', one] as const),
          };
  switch (scenario) {
    case 'ok':
      return () => ({});
    case 'digest':
      return challenge('Digest realm="test", nonce="abc123", qop="auth", algorithm=MD5');
    case 'basic':
      return challenge('Basic realm="test"');
    case 'redirect-twice':
      return (_request, index) => (index < 2 ? redirect(302, `/next/${index}`) : {});
    case 'redirect-both':
      return (_request, index) => (index < 2 ? redirect(301 + index, `/next/${index}`) : {});
    case 'redirect-relative':
      return (_request, index) => (index === 0 ? redirect(302, '../next/./it?x=y#z') : {});
    case 'redirect-away':
      return (_request, index) => (index === 0 ? redirect(302, `http://${otherName(host())}/next`) : {});
    default: {
      const status = Number(scenario.slice('redirect-'.length));
      return (_request, index) => (index === 0 ? redirect(status, '/next?x=y') : {});
    }
  }
}

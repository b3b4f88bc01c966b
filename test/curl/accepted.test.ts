/** Every parse result is accepted by what takes it back: with values for its variables by execute, as it is by generate-code. */
import t from 'tap';
import { generateCode } from '../../src/codegen/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { makeAjv } from '../../src/plugins/validation.ts';
import { dropAbsent } from '../../src/request/absent.ts';
import { substituteVariables } from '../../src/request/variables.ts';
import { RequestShape } from '../../src/schemas/request-shape.ts';
import { isFull } from '../support/full.ts';
import { startProxy } from '../support/proxy.ts';
import { corpusThemes, readCases } from './support/corpus.ts';

/**
 * Executes up to the dialling: no name resolves. What it refuses is announced: by one of these warnings, or by a field that
 * names a file of the user.
 */
const proxy = startProxy({
  allow: [],
  resolver: { resolve: () => Promise.resolve([]) },
});
t.teardown(() => proxy.close());
const ANNOUNCED =
  /"code":"(?:backslash_in_path|config_file|control_character|data_file|host_not_sendable|method_not_sendable|method_refused|not_executable)"|A request target has|"(?:body_file|file)":/;

/** A value that makes a URL where the variable is its beginning or its port, and an address where one is asked for. */
function usableValue(text: string, { url, options }: RequestShape): string {
  if (options?.resolve?.some((entry) => entry.endsWith(`:${text}`))) return '203.0.113.9';
  const at = url.indexOf(text);
  if (at === 0) return url.startsWith('://', text.length) ? 'http' : 'http://h.example';
  const before = url.slice(0, Math.max(at, 0));
  return /:$/.test(before) ? '80' : /:\d+$/.test(before) ? '/v' : 'v';
}

async function isExecuted(request: RequestShape): Promise<string | undefined> {
  try {
    await proxy.send(request);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    // The policy's refusal is about the address, not about the request.
    return error.issues[0].code === 'destination_refused' ? undefined : error.issues[0].message;
  }
}

const validate = makeAjv({ coerceTypes: false }).getSchema('RequestShape');

t.test('every command of the corpus, in the short run every eighth of a theme', async (t) => {
  let count = 0;
  let named = 0;
  for (const theme of corpusThemes())
    for (const { title, command } of readCases(theme).filter((_, at) => isFull || at % 8 === 0)) {
      let request: ReturnType<typeof parseCurl>;
      try {
        request = parseCurl(command);
      } catch (error) {
        if (error instanceof InputError) continue;
        throw error;
      }
      count += 1;
      if (validate?.(request) !== true) t.fail(`${title}: ${JSON.stringify(validate?.errors)}`);
      try {
        // A method that is no token is refused, as its warning says.
        const isSendable = request.warnings?.every(({ code }) => code !== 'method_not_sendable') ?? true;
        if (isSendable) generateCode(request, 'python');
        const variables = request.variables?.map((variable) => ({
          value: usableValue(variable.text, request),
          ...variable,
        }));
        const given = variables === undefined ? request : { ...request, variables };
        substituteVariables(given);
        const refused = await isExecuted(given);
        if (refused !== undefined && !ANNOUNCED.test(JSON.stringify(request))) t.fail(`${title}: ${refused}`);
      } catch (error) {
        t.fail(`${title}: ${String(error instanceof InputError ? error.issues[0].message : error)}`);
      }
      if (request.variables === undefined) continue;
      const values = Object.fromEntries(request.variables.map(({ name }) => [name, 'v']));
      const given = structuredClone({ ...request, variables: values }) as unknown as RequestShape;
      dropAbsent(RequestShape, given, () => RequestShape);
      const listed = { ...request, variables: request.variables.map((one) => ({ ...one, value: 'v' })) };
      named += 1;
      try {
        if (JSON.stringify(substituteVariables(given)) !== JSON.stringify(substituteVariables(listed)))
          t.fail(`${title}: values by name mean something else than the list`);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        t.fail(`${title}: ${error.issues[0].message}`);
      }
    }
  t.ok(count > (isFull ? 5_000 : 600), `${count} requests`);
  t.ok(
    named > (isFull ? 700 : 70),
    `${named} with variables, whose values by name and as a list mean the same`,
  );
});

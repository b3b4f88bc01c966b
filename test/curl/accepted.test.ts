/** Every parse result is accepted by what takes it back: with values for its variables by execute, as it is by generate-code. */
import t from 'tap';
import { generateCode } from '../../src/codegen/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { makeAjv } from '../../src/plugins/validation.ts';
import { substituteVariables } from '../../src/request/variables.ts';
import { dropAbsent } from '../../src/schemas/absent.ts';
import { RequestShape } from '../../src/schemas/request-shape.ts';
import { corpusThemes, readCases } from './support/corpus.ts';

const validate = makeAjv({ coerceTypes: false }).getSchema('RequestShape');

t.test('every command of the corpus', async (t) => {
  let count = 0;
  let byName = 0;
  let named = 0;
  for (const theme of corpusThemes())
    for (const { title, command } of readCases(theme)) {
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
        const variables = request.variables?.map((variable) => ({ value: 'v', ...variable }));
        substituteVariables(variables === undefined ? request : { ...request, variables });
      } catch (error) {
        t.fail(`${title}: ${String(error instanceof InputError ? error.issues[0].message : error)}`);
      }
      if (request.variables === undefined) continue;
      // The list and the object by name mean the same.
      named += 1;
      const values = Object.fromEntries(request.variables.map(({ name }) => [name, 'v']));
      const given = structuredClone({ ...request, variables: values }) as unknown as RequestShape;
      dropAbsent(RequestShape, given, () => RequestShape);
      try {
        const listed = { ...request, variables: request.variables.map((one) => ({ ...one, value: 'v' })) };
        const same =
          JSON.stringify(substituteVariables(given)) === JSON.stringify(substituteVariables(listed));
        if (same) byName += 1;
        else if (process.env['SHOW']) t.comment(`other: ${command}`);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        if (process.env['SHOW']) t.comment(`${error.issues[0].message} ${command}`);
      }
    }
  t.ok(count > 5_000, `${count} requests`);
  t.comment(`by name as by list: ${byName} of ${named}`);
  t.ok(byName / named > 0.89, 'values by name mean the same; else the name is refused');
});

/** The examples of the document: each has the shape it is an example of, and the running service still answers so. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import t from 'tap';
import type { OpenApiExample } from '../../src/plugins/openapi-examples.ts';
import { EXAMPLES } from '../../src/plugins/openapi-examples.ts';
import { recordOperation, recordWrongMethod } from '../support/examples.ts';
import { long } from '../support/full.ts';
import { OPERATIONS } from '../support/operations.ts';
import { makeWorld } from '../support/world.ts';

interface Body {
  content?: Record<string, { schema: { $ref?: string }; examples?: Record<string, OpenApiExample> }>;
}
interface OperationObject {
  operationId: string;
  requestBody?: Body;
  responses: Record<string, Body>;
}

t.test(
  'the service answers as the examples say (npm run examples records them again)',
  { skip: long },
  async (t) => {
    const world = await makeWorld(t, 'pglite');
    t.same(Object.keys(EXAMPLES), [...OPERATIONS.map(({ id }) => id), 'wrongMethod']);
    t.strictSame(await recordWrongMethod(world), EXAMPLES['wrongMethod']);
    for (const operation of OPERATIONS)
      t.strictSame(await recordOperation(operation, world), EXAMPLES[operation.id], operation.id);

    const document = (await world.app.inject('/openapi.json')).json();
    const ajv = new Ajv({ strict: false, validateFormats: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', components: document.components });
    const operations = Object.values<Record<string, OperationObject>>(document.paths).flatMap((item) =>
      Object.values(item),
    );
    for (const { operationId, requestBody, responses } of operations) {
      const bodies: [string, Body][] = [['request', requestBody ?? {}], ...Object.entries(responses)];
      for (const [what, { content = {} }] of bodies)
        for (const { schema, examples = {} } of Object.values(content)) {
          t.not(Object.keys(examples).length, 0, `${operationId} ${what} has an example`);
          for (const [name, { value }] of Object.entries(examples))
            t.ok(
              ajv.validate(
                schema.$ref === undefined ? { type: 'string' } : { $ref: `document${schema.$ref}` },
                value,
              ),
              `${operationId} ${what} ${name} is valid`,
              { errors: ajv.errors },
            );
        }
      const codes = Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([, { content = {} }]) => Object.values(content['application/json']?.examples ?? {})[0]?.value)
        .map((value) => (value as { error: { code: string } }).error.code); // just validated
      t.equal(new Set(codes).size, codes.length, `${operationId}: each error has an example of its own code`);
      const { data: samples } = (await world.app.inject(`/docs/samples/${operationId}`)).json();
      t.equal(samples.length, 9, `${operationId} has a program in each language`);
      for (const { title, code } of samples) t.match(code, '/', `${operationId} ${title}`);
    }
  },
);

/** Schemas and their two validators: bodies are taken as they are, query strings and paths are coerced. */
import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import * as account from '../schemas/account.ts';
import * as code from '../schemas/code.ts';
import * as common from '../schemas/common.ts';
import * as httpRequest from '../schemas/http-request.ts';
import * as language from '../schemas/language.ts';
import * as playground from '../schemas/playground.ts';
import * as testRun from '../schemas/test-run.ts';

/** Every schema with a name of its own. */
export const SHARED_SCHEMAS = [language, httpRequest, common, playground, testRun, code, account]
  .flatMap((room) => Object.values<unknown>(room))
  .filter((value): value is { $id: string } => typeof value === 'object' && value !== null && '$id' in value);

/** A validator that knows every shared schema. */
export function makeAjv(options: Options): Ajv {
  const ajv = new Ajv({
    strict: false,
    removeAdditional: false,
    allErrors: false,
    ...options,
  });
  addFormats.default(ajv);
  for (const schema of SHARED_SCHEMAS) ajv.addSchema(schema);
  return ajv;
}

export default fp(
  async (app: FastifyInstance) => {
    for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
    const strict = makeAjv({ coerceTypes: false });
    const coercing = makeAjv({ coerceTypes: true, useDefaults: true });
    app.setValidatorCompiler(({ schema, httpPart }) => {
      const ajv = httpPart === 'body' ? strict : coercing;
      return ajv.compile(schema as object); // TypeBox schemas are objects
    });
  },
  { name: 'validation' },
);

/** Schemas and their two validators: bodies are taken as they are, whole numbers in query strings are read. */

import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import fp from 'fastify-plugin';
import * as account from '../schemas/account.ts';
import * as audit from '../schemas/audit.ts';
import * as code from '../schemas/code.ts';
import * as common from '../schemas/common.ts';
import * as language from '../schemas/language.ts';
import * as playground from '../schemas/playground.ts';
import * as httpRequest from '../schemas/request-shape.ts';
import * as testRun from '../schemas/test-run.ts';

/** Every schema with a name of its own. */
export const SHARED_SCHEMAS = [language, httpRequest, common, playground, testRun, code, account, audit]
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

/**
 * Reads whole numbers in a query string. Only what is written as one is one: Ajv's own coercion takes `1e3`, `0x10`
 * and ` 5 ` too. A parameter that is given twice is an array, and stays one.
 */
function readIntegers(schema: TSchema, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries<TSchema>(schema['properties'] ?? {})) {
    const text = query[name];
    if (type === 'integer' && typeof text === 'string' && /^-?\d{1,15}$/.test(text))
      query[name] = Number(text);
  }
}

export default fp(
  async (app: FastifyInstance) => {
    for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
    const ajv = makeAjv({ coerceTypes: false, useDefaults: false });
    const withDefaults = makeAjv({ coerceTypes: false, useDefaults: true });
    app.setValidatorCompiler(({ schema, httpPart }) => {
      if (httpPart !== 'querystring') return ajv.compile(schema as object); // TypeBox schemas are objects
      const validate = withDefaults.compile(schema as object);
      const check: FastifyValidationResult = (query: Record<string, unknown>) => {
        readIntegers(schema as TSchema, query);
        const valid = validate(query);
        if (!valid) check.errors = validate.errors as NonNullable<FastifyValidationResult['errors']>; // Ajv's own
        return valid;
      };
      return check;
    });
  },
  { name: 'validation' },
);

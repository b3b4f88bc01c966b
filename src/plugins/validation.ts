/** Schemas and their two validators: bodies are taken as they are, whole numbers in query strings are read. */

import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import fp from 'fastify-plugin';
import { dropAbsent } from '../schemas/absent.ts';
import * as account from '../schemas/account.ts';
import * as audit from '../schemas/audit.ts';
import * as code from '../schemas/code.ts';
import * as common from '../schemas/common.ts';
import * as language from '../schemas/language.ts';
import * as playground from '../schemas/playground.ts';
import * as requestShape from '../schemas/request-shape.ts';
import * as testRun from '../schemas/test-run.ts';

/** Every schema with a name of its own. */
export const SHARED_SCHEMAS = [language, requestShape, common, playground, testRun, code, account, audit]
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
 * Reads whole numbers and booleans in a query string. Only what is written as one is one: Ajv's own coercion takes `1e3`, `0x10`
 * and ` 5 ` too. A parameter that is given twice is an array, and stays one.
 */
function readQuery(schema: TSchema, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries<TSchema>(schema['properties'] ?? {})) {
    const text = query[name];
    if (type === 'integer' && typeof text === 'string' && /^-?\d{1,15}$/.test(text))
      query[name] = Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) query[name] = text === 'true';
  }
}

const BY_REF: ReadonlyMap<string, TSchema> = new Map(
  SHARED_SCHEMAS.map((schema) => [`${schema.$id}#`, schema as unknown as TSchema]), // each is made with TypeBox
);

function resolve(ref: string): TSchema {
  const schema = BY_REF.get(ref);
  if (schema === undefined) throw new Error(`no schema ${ref}`);
  return schema;
}

/** A validator that first puts a value into the form that its schema describes. */
function preparing(
  validate: ReturnType<Ajv['compile']>,
  prepare: (value: unknown) => void,
): FastifyValidationResult {
  const check: FastifyValidationResult = (value: unknown) => {
    prepare(value);
    const valid = validate(value) === true;
    if (!valid) check.errors = validate.errors as NonNullable<FastifyValidationResult['errors']>; // Ajv's own
    return valid;
  };
  return check;
}

export default fp(
  async (app: FastifyInstance) => {
    for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
    const ajv = makeAjv({ coerceTypes: false, useDefaults: false });
    const withDefaults = makeAjv({ coerceTypes: false, useDefaults: true });
    app.setValidatorCompiler(({ schema, httpPart }) => {
      const typed = schema as TSchema; // TypeBox schemas are all that routes have
      if (httpPart === 'querystring')
        return preparing(withDefaults.compile(typed), (query) =>
          readQuery(typed, query as Record<string, unknown>),
        );
      if (httpPart === 'body')
        return preparing(ajv.compile(typed), (body) => dropAbsent(typed, body, resolve));
      return ajv.compile(typed);
    });
  },
  { name: 'validation' },
);

/** Sets up the two validators: a strict one for bodies, and one that converts query strings. */
import type { TSchema } from '@sinclair/typebox';
import { Ajv, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import fp from 'fastify-plugin';
import { dropAbsent } from '../request/absent.ts';
import { type NamedSchema, namedSchemas } from '../schemas/helpers.ts';

/** Builds a validator with every named schema. */
export function makeAjv(options: Options): Ajv {
  const ajv = new Ajv({
    strict: false,
    removeAdditional: false,
    allErrors: false,
    ...options,
  });
  addFormats.default(ajv);
  for (const schema of namedSchemas()) ajv.addSchema(schema);
  return ajv;
}

/**
 * Reads whole numbers and booleans in a query string. Only the plain notation counts: Ajv's own coercion takes `1e3`,
 * `0x10` and ` 5 ` too. A parameter that is given twice is an array, and stays one.
 */
function readQuery(schema: TSchema, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries<TSchema>(schema['properties'] ?? {})) {
    const text = query[name];
    if (type === 'integer' && typeof text === 'string' && /^-?\d{1,15}$/.test(text))
      query[name] = Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) query[name] = text === 'true';
  }
}

type Resolve = (ref: string) => TSchema;

/** Returns a function that finds a named schema by its `$ref`. */
function resolver(schemas: readonly NamedSchema[]): Resolve {
  const byRef = new Map(schemas.map((schema) => [`${schema.$id}#`, schema]));
  return (ref) => {
    const schema = byRef.get(ref);
    if (schema === undefined) throw new Error(`no schema ${ref}`);
    return schema;
  };
}

/** Maximum number of values in an input for which all errors are collected. */
const FEW_PARTS = 5_000;

/** Whether a value is small enough to collect all errors. */
function hasFewParts(value: unknown): boolean {
  const waiting = [value];
  for (let count = 0; count < FEW_PARTS; count += 1) {
    const next = waiting.pop();
    if (typeof next === 'object' && next !== null)
      for (const part of Object.values(next)) if (waiting.push(part) > FEW_PARTS) return false;
    if (waiting.length === 0) return true;
  }
  return false;
}

/** Returns a function that makes a value when it is first used. */
function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/** Two validators: one stops at the first error, one collects all. */
function validators(useDefaults: boolean) {
  // The tests check that the schemas are valid.
  const options = { coerceTypes: false, useDefaults, verbose: true, validateSchema: false };
  return { first: lazy(() => makeAjv(options)), all: lazy(() => makeAjv({ ...options, allErrors: true })) };
}

/**
 * Builds a validator that converts a value to the form of its schema, then validates it. Valid values pass a validator
 * that stops at the first error; only what fails is validated again for all errors.
 */
function preparing(
  schema: TSchema,
  { first, all }: ReturnType<typeof validators>,
  prepare: (value: unknown) => void = () => {},
): FastifyValidationResult {
  // Compiled on the first request: compiling all at startup would take a third of the startup time.
  const validate = lazy(() => first().compile(schema));
  const validateAll = lazy(() => all().compile(schema));
  const check: FastifyValidationResult = (value: unknown) => {
    prepare(value);
    if (validate()(value) === true) return true;
    let { errors } = validate();
    if (hasFewParts(value)) {
      validateAll()(value);
      errors = validateAll().errors ?? errors;
    }
    check.errors = errors as NonNullable<FastifyValidationResult['errors']>; // Ajv's own
    return false;
  };
  return check;
}

export default fp(
  async (app: FastifyInstance) => {
    for (const schema of namedSchemas()) app.addSchema(schema);
    const ajv = validators(false);
    const withDefaults = validators(true);
    const resolve = resolver(namedSchemas());
    app.setValidatorCompiler(({ schema, httpPart }) => {
      const typed = schema as TSchema; // TypeBox schemas are all that routes have
      if (httpPart === 'querystring')
        return preparing(typed, withDefaults, (query) => readQuery(typed, query as Record<string, unknown>));
      if (httpPart === 'body') return preparing(typed, ajv, (body) => dropAbsent(typed, body, resolve));
      return preparing(typed, ajv);
    });
  },
  { name: 'validation' },
);

/** Adds recorded examples, and programs that send the requests, to the OpenAPI document. */

import recorded from '../../openapi/examples.json' with { type: 'json' };
import { codeSamples } from '../services/code-samples.ts';

/** An Example Object of OpenAPI. */
export interface OpenApiExample {
  summary: string;
  value: unknown;
}
/** Requests and responses of an operation, recorded from a running service by `npm run examples`. */
export interface OperationExamples {
  requests: Record<string, OpenApiExample>;
  /** By status. */
  responses: Record<string, Record<string, OpenApiExample>>;
}

/** By operation, as `npm run examples` wrote them. */
export const EXAMPLES: Readonly<Record<string, OperationExamples>> = recorded;

interface Content {
  content?: Record<string, { examples?: Record<string, OpenApiExample> }>;
}
interface Operation {
  operationId?: string;
  security?: object[];
  requestBody?: Content;
  responses?: Record<string, Content>;
  'x-codeSamples'?: object[];
}
interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

const AN_ID = '019300a1-1000-7a51-8000-5a4e1d1f2b3c';

/**
 * Adds the examples to requests, to responses with a body, and to operations. Changes the document.
 * @param origin where the programs send their requests
 */
export function addExamples<T extends object>(document: T, origin: string): T {
  const { paths = {} } = document as Document; // both kinds of document have these
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const recorded = EXAMPLES[operation.operationId ?? ''];
      if (recorded === undefined) continue; // a new operation that has no recorded examples yet
      const put = (body: Content | undefined, examples: Record<string, OpenApiExample> | undefined) => {
        // Each body has one media type.
        const [media] = Object.values(body?.content ?? {});
        if (media !== undefined && examples !== undefined) media.examples = examples;
      };
      put(operation.requestBody, recorded.requests);
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        put(response, recorded.responses[status]);
      operation['x-codeSamples'] = codeSamples(
        method.toUpperCase(),
        `${origin}${path.replace('{id}', AN_ID)}`,
        {
          body: Object.values(recorded.requests)[0]?.value,
          needsKey: (operation.security ?? []).length > 0,
        },
      );
    }
  return document;
}

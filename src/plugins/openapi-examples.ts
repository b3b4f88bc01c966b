/** Adds recorded examples to the OpenAPI document. */
import recorded from '../../openapi/examples.json' with { type: 'json' };

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
  requestBody?: Content;
  responses?: Record<string, Content>;
}
interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

/** Adds the examples to requests, and to responses with a body. Changes the document. */
export function addExamples<T extends object>(document: T): T {
  const { paths = {} } = document as Document; // both kinds of document have these
  const put = (body: Content | undefined, examples: Record<string, OpenApiExample> | undefined) => {
    // Each body has one media type.
    const [media] = Object.values(body?.content ?? {});
    if (media !== undefined && examples !== undefined) media.examples = examples;
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const recorded = EXAMPLES[operation.operationId ?? ''];
    if (recorded === undefined) continue; // a new operation that has no recorded examples yet
    put(operation.requestBody, recorded.requests);
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      put(response, recorded.responses[status]);
  }
  return document;
}

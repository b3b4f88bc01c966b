/** Tells whether the editor's form can write a command anew without changing what it sends. */
import { isDeepStrictEqual } from 'node:util';
import { writeCommand } from '../codegen/command.ts';
import { parseCurl } from '../curl/index.ts';
import { InputError } from '../errors.ts';
import { substituteVariables } from '../request/variables.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';

/** Whether the command that the form would write for a request is read as the same request. */
export function isRewritable(request: ParsedRequest): boolean {
  // Which headers are signed follows from how the command is written.
  if (request.auth?.scheme === 'aws-sigv4') return false;
  try {
    return isDeepStrictEqual(comparable(parseCurl(writeCommand(request))), comparable(request));
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/**
 * A request without its warnings, with variables by their names, however the shell spells them, and nothing about a
 * Content-Type that it does not have anyway.
 */
export function comparable({ warnings: _, options, ...request }: ParsedRequest): unknown {
  const { variables = [], headers } = request;
  const { omit_headers: omitted = [], ...others } = options ?? {};
  const hasType = Object.keys(headers).some(isContentType);
  const omit = omitted.filter((name) => hasType || !isContentType(name));
  const filled = substituteVariables({
    ...request,
    variables: variables.map(({ name, text }) => ({ name, text, value: `\u{e000}${name}\u{e001}` })),
  });
  return { ...filled, options: { ...others, omit } };
}

const isContentType = (name: string): boolean => name.toLowerCase() === 'content-type';

import { InputError } from '../errors.ts';
import type { ParsedRequest } from '../schemas/http-request.ts';

/**
 * Parses a cURL command as curl itself reads it.
 * @throws InputError with field '' and the code-point `offset` where it went wrong
 */
export function parseCurl(command: string): ParsedRequest {
  const match = /^curl\s+(\S+)$/.exec(command.trim());
  if (match?.[1] === undefined)
    throw new InputError({ field: '', code: 'curl_syntax', message: 'not parsed yet', offset: 0 });
  return { method: 'GET', url: match[1], headers: {} };
}

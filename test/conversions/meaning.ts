/** Texts of other formats, and the requests that their commands must mean. */
import type { Test } from 'tap';
import { convert } from '../../src/conversions/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import type { ParsedRequest } from '../../src/schemas/request-shape.ts';

export interface Case {
  title: string;
  text: string;
  /** Method, URL, headers and body are compared exactly, the rest as far as it is given. */
  means: Partial<ParsedRequest> & { url: string };
  /** Texts that the message about it has. */
  says?: readonly string[];
}

/** Converts each text and compares what its command means. */
export function check(t: Test, cases: readonly Case[]): void {
  for (const { title, text, means, says = [] } of cases) {
    const conversion = convert(text);
    const { command, message = '' } = conversion ?? {};
    if (command === undefined) {
      t.fail(`${title}: ${message || 'not recognised'}`);
      continue;
    }
    const { method, url, headers, body, ...rest } = parseCurl(command);
    const { method: wanted = 'GET', url: address, headers: lines = {}, body: content, ...others } = means;
    t.strictSame(
      { method, url, headers, body },
      { method: wanted, url: address, headers: lines, body: content },
      `${title}: ${command}`,
    );
    t.match(rest, others, title);
    t.match(message, /^Converted from /, title);
    for (const part of says) t.match(message, part, title);
    if (says.length === 0) t.match(message, /^Converted from [^.]+\.$/, `${title}: nothing is left out`);
  }
}

/** Texts that are recognised and refused, with what is said. */
export function checkRefused(t: Test, texts: readonly (readonly [text: string, says: RegExp])[]): void {
  for (const [text, says] of texts) {
    const conversion = convert(text);
    t.equal(conversion?.command, undefined, text);
    t.match(conversion?.message, says, text);
  }
}

/** The parser's corpus as cases for the generators: commands whose requests real curl sent and was recorded with. */
import { parseCurl } from '../../../src/curl/index.ts';
import { hasHeader, normalize } from '../../../src/request/normalize.ts';
import {
  corpusThemes,
  FIXTURES,
  type RecordedCase,
  readCases,
  readRecording,
} from '../../curl/support/corpus.ts';
import { type Case, PLACEHOLDER } from './cases.ts';
import type { StoredRequest } from './compare.ts';

export { FIXTURES };

export interface CorpusCase extends Case {
  expected: StoredRequest[];
}

/**
 * The cases that can be run against one plain server: those that the parser says in full, without proxies, IPv6,
 * open variables, schemes that need an answer first and paths of Windows, which programs cannot read here.
 */
export function corpusCases(): CorpusCase[] {
  return corpusThemes().flatMap((file) => {
    const recording = readRecording(file);
    return readCases(file).flatMap(({ title, command, warns, beyond }) => {
      const recorded = recording.cases[title];
      if (warns || beyond || recorded?.exit !== 0 || recorded.request === null) return [];
      // A time that was taken out of the recording.
      if (recorded.request.rawHeaders.some((line) => line.endsWith('<of the time>'))) return [];
      let parsed: ReturnType<typeof parseCurl>;
      try {
        parsed = parseCurl(command);
      } catch {
        return []; // refused: test/curl says which
      }
      const { options = {}, auth, variables, body_file: bodyFile, form = [] } = parsed;
      const files = [bodyFile, ...form.map(({ file }) => file)];
      const version = options.http_version;
      if (
        variables !== undefined ||
        options.proxy !== undefined ||
        options.ip_version === 6 ||
        files.some((file) => file !== undefined && /^(?:[A-Za-z]:|\.)\\/.test(file)) ||
        (auth !== undefined && auth.scheme !== 'basic') ||
        (version !== undefined && version !== '1.0' && version !== '1.1')
      )
        return [];
      const { url: given, headers } = normalize(parsed);
      const authority = given.replace(/^\w+:\/\/([^/?]*).*$/s, '$1');
      const url = parsed.url.replace(/^\w+:\/\/[^/?]*/, `http://${PLACEHOLDER}`);
      return [
        {
          // Titles are unique within a file.
          name: `${file}: ${title}`,
          request: { ...parsed, url },
          scenario: 'ok' as const,
          expected: [
            expectation(
              recorded.request,
              // A Host that the command gives goes to every server as it stands.
              hasHeader(headers, 'host')
                ? undefined
                : authority.replace(/^https/.test(parsed.url) ? /:443$/ : /:80$/, ''),
            ),
          ],
        },
      ];
    });
  });
}

/**
 * The recorded request as if it had gone to the placeholder.
 * @param authority the Host that curl sent by itself; undefined when the command gave one
 */
function expectation(
  request: NonNullable<RecordedCase['request']>,
  authority: string | undefined,
): StoredRequest {
  return {
    method: request.method,
    target: request.target,
    version: request.version,
    headers: request.rawHeaders.map((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon);
      // A CR before the one of the line's end is none of the value, as the parser says too.
      const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t\r]+$/g, '');
      const isOwnHost = name === 'Host' && value === authority;
      return [name, isOwnHost ? PLACEHOLDER : value];
    }),
    body: request.body,
  };
}

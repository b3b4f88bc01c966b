/** Names documents that are not imported, and the way out of them. */
import { type Fields, fields, list, text } from './document.ts';

const POSTMAN_WAY = 'In Postman, export the collection as Collection v2.1 and import that file.';

/** The first that matches counts. */
const BY_VALUE: readonly (readonly [title: string, is: (document: Fields) => boolean, way: string])[] = [
  [
    'an Insomnia export',
    (it) =>
      '__export_format' in it ||
      /insomnia\.rest/.test(text(it['type'])) ||
      /^insomnia/.test(text(it['__export_source'])),
    'In Insomnia, export the collection as HAR and import that file.',
  ],
  [
    'a Bruno collection',
    (it) =>
      'brunoConfig' in it ||
      fields(list(it['items'])[0])['type'] === 'http-request' ||
      'opencollection' in it,
    'In Bruno, export the collection as a Postman collection and import that file.',
  ],
  [
    'a Swagger 2.0 document',
    (it) => 'swagger' in it,
    'Convert it to OpenAPI 3, for example in the Swagger Editor (Edit, Convert to OpenAPI 3).',
  ],
  [
    'a Thunder Client collection',
    (it) => /thunder/i.test(text(it['client']) + text(it['clientName'])),
    'In Thunder Client, export the collection as Postman and import that file.',
  ],
  ['a Postman environment', (it) => '_postman_variable_scope' in it, `It has no requests. ${POSTMAN_WAY}`],
  [
    'a Postman collection of version 1',
    (it) => Array.isArray(it['requests']) && ('order' in it || 'folders_order' in it),
    POSTMAN_WAY,
  ],
  ['a dump of all Postman data', (it) => Array.isArray(it['collections']) && 'version' in it, POSTMAN_WAY],
  [
    'a Hoppscotch collection',
    (it) =>
      [it, fields(list(it)[0])].some(
        (one) => Array.isArray(one['requests']) && Array.isArray(one['folders']),
      ),
    'Write the requests as Markdown: Hoppscotch shows each as a cURL command.',
  ],
];

/** The same for texts that are neither JSON nor YAML. */
const BY_TEXT: readonly (readonly [title: string, pattern: RegExp, way: string])[] = [
  ['a RAML document', /^#%RAML/, 'Convert it to OpenAPI 3.'],
  [
    'a WSDL document',
    /<wsdl:|="http:\/\/(?:schemas\.xmlsoap\.org|www\.w3\.org\/ns)\/wsdl/i,
    'In SoapUI, generate the requests and export them as HAR, or write them as Markdown with curl commands.',
  ],
  [
    'a Bruno request',
    /^meta[ \t]*\{[ \t\r]*$/m,
    'In Bruno, export the collection as a Postman collection and import that file.',
  ],
  [
    'a Hurl file',
    /^HTTP(?:\/[\d.]+)?[ \t]+(?:\d{3}|\*)[ \t\r]*$|^\[(?:Asserts|Captures|QueryStringParams|Query|FormParams|Form|MultipartFormData|Multipart|BasicAuth|Cookies|Options)\][ \t\r]*$/m,
    'Run `hurl --curl commands.txt` on it and put each command into a code block of a Markdown file.',
  ],
  [
    'a curl command',
    /^\s*(?:\$ )?curl\s/,
    'Save it with POST /api/playgrounds, or put it into a code block of a Markdown file.',
  ],
];

/** What a document is, and the way out; undefined for what is not recognised. */
export function otherFormat(document: Fields | undefined, source: string): string | undefined {
  const found =
    (document && BY_VALUE.find(([, is]) => is(document))) ??
    BY_TEXT.find(([, pattern]) => pattern.test(source));
  return found && `The document is ${found[0]}, which is not imported. ${found[2]}`;
}

/** Texts of other formats that look like one of ours. */
export const isOtherText = (source: string): boolean =>
  BY_TEXT.some(([title, pattern]) => title !== 'a curl command' && pattern.test(source));

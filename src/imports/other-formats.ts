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
    'an AsyncAPI document',
    (it) => 'asyncapi' in it,
    'It describes messages, not HTTP requests. Write them as Markdown with curl commands.',
  ],
  ['an Arazzo document', (it) => 'arazzo' in it, 'Import the OpenAPI documents that it names.'],
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
  [
    'a Kong or Kubernetes file',
    (it) => 'apiVersion' in it || '_format_version' in it,
    'Import the OpenAPI document of the service.',
  ],
  [
    'a Google discovery document',
    (it) => it['kind'] === 'discovery#restDescription',
    'Convert it to OpenAPI 3.',
  ],
];

/** The same for texts that are neither JSON nor YAML. */
const BY_TEXT: readonly (readonly [title: string, pattern: RegExp, way: string])[] = [
  ['a RAML document', /^#%RAML/, 'Convert it to OpenAPI 3, for example with the AMF or api-spec-converter.'],
  ['an API Blueprint', /^FORMAT:[ \t]*1A/, 'Convert it to OpenAPI 3, for example with apib2openapi.'],
  [
    'a WSDL document',
    /<wsdl:|="http:\/\/(?:schemas\.xmlsoap\.org|www\.w3\.org\/ns)\/wsdl/i,
    'In SoapUI, generate the requests and export them as HAR, or write them as Markdown with curl commands.',
  ],
  ['a WADL document', /<(?:\w{1,40}:)?application\b[^<>]{0,4000}wadl/i, 'Convert it to OpenAPI 3.'],
  [
    'a SoapUI project',
    /<con:soapui-project/i,
    'Export its HTTP log as HAR, or write the requests as Markdown with curl commands.',
  ],
  ['a JMeter test plan', /<jmeterTestPlan/, 'Record the requests as HAR and import that file.'],
  ['an OData description', /<(?:\w+:)?Edmx\b/i, 'Convert it to OpenAPI 3, for example with odata-openapi.'],
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
    'a GraphQL schema',
    /^(?:type|schema|interface|extend type)\b[^\n\r{]{0,200}\{[ \t]{0,20}$/m,
    'Write its operations as Markdown with curl commands.',
  ],
  [
    'a Protocol Buffers file',
    /^syntax[ \t]*=[ \t]*["']proto/m,
    'gRPC has no curl command. Import the OpenAPI document of its HTTP gateway.',
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

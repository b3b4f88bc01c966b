/**
 * Reads documents of other tools: each of their requests becomes a curl command with its name, description and variables.
 * A format is a file here and a line of {@link FORMATS}. Pure; nothing remote is fetched.
 */
import { NotConvertible } from '../conversions/conversion-draft.ts';
import { InputError } from '../errors.ts';
import type { ImportFormat } from '../schemas/import.ts';
import { type Fields, readDocument, refusal } from './document.ts';
import { readHar, recognisesHar } from './har.ts';
import { readHttp, recognisesHttp } from './http-files.ts';
import { type Contents, cut, finishItem, type ImportedItem, storable } from './item.ts';
import { readMarkdown, recognisesMarkdown } from './markdown.ts';
import { readOpenApi, recognisesOpenApi } from './openapi.ts';
import { isOtherText, otherFormat } from './other-formats.ts';
import { readPostman, recognisesPostman } from './postman.ts';

/** Requests of one document. */
export const MAX_ITEMS = 500;
/** Characters of all commands and descriptions together: examples of schemas can repeat little very often. */
const MAX_TOTAL = 5 * 1024 * 1024;

/** A format: those with `readText` are texts, the others JSON or YAML. The first that recognises a document reads it. */
type Format = { title: string } & (
  | { recognises(document: Fields): boolean; read(document: Fields): Contents }
  | { recognisesText(source: string): boolean; readText(source: string): Contents }
);

const FORMATS: Readonly<Record<ImportFormat, Format>> = {
  postman: { title: 'a Postman collection', recognises: recognisesPostman, read: readPostman },
  openapi: { title: 'an OpenAPI 3 document', recognises: recognisesOpenApi, read: readOpenApi },
  har: { title: 'a HAR file', recognises: recognisesHar, read: readHar },
  markdown: {
    title: 'Markdown with curl commands',
    recognisesText: recognisesMarkdown,
    readText: readMarkdown,
  },
  http: { title: 'an .http file', recognisesText: recognisesHttp, readText: readHttp },
};

export interface ImportInput {
  source: string;
  format?: ImportFormat | undefined;
}

export interface ImportResult {
  format: ImportFormat;
  name: string;
  description: string;
  items: ImportedItem[];
  skipped: { name: string; reason: string }[];
  warnings: string[];
}

/**
 * Reads a document.
 * @throws InputError, pointing into the document, for what is none of the formats or beyond a limit
 */
export function readImport({ source: given, format }: ImportInput): ImportResult {
  const source = given.replace(/^\uFEFF/, '');
  const document = readDocument(source);
  const [name, contents] = recognised(source, document, format);
  const { items, skipped } = finished(contents);
  if (items.length === 0 && skipped.length === 0)
    throw refusal([], 'no_requests', `The document is ${FORMATS[name].title} and has no requests.`);
  return {
    format: name,
    name: cut(storable(contents.name.trim()), 200),
    description: cut(storable(contents.description), 10_000),
    items,
    skipped,
    warnings: [...new Set(contents.warnings)].slice(0, 100),
  };
}

function recognised(
  source: string,
  document: Fields | undefined,
  wanted: ImportFormat | undefined,
): [name: ImportFormat, contents: Contents] {
  const isOther = isOtherText(source);
  for (const [name, format] of Object.entries(FORMATS) as [ImportFormat, Format][]) {
    if (wanted !== undefined && wanted !== name) continue;
    if ('read' in format) {
      if (document !== undefined && format.recognises(document)) return [name, format.read(document)];
    } else if (!isOther && format.recognisesText(source)) return [name, format.readText(source)];
  }
  const other = otherFormat(document, source);
  if (other !== undefined) throw refusal([], 'other_format', other);
  const all = Object.values(FORMATS).map(({ title }) => title);
  throw refusal(
    [],
    'unknown_format',
    `The document is not ${wanted === undefined ? 'one that can be imported' : FORMATS[wanted].title}. Send ${all.slice(0, -1).join(', ')} or ${all.at(-1)}.`,
  );
}

/** @throws InputError for too many or too large items */
function finished({ items: all }: Contents) {
  const items: ImportedItem[] = [];
  const skipped: ImportResult['skipped'] = [];
  let total = 0;
  for (const item of all) {
    if (items.length + skipped.length >= MAX_ITEMS)
      throw refusal(
        item.path,
        'too_many_items',
        `The document has more than ${MAX_ITEMS} requests. Split it, and import one part after the other.`,
      );
    try {
      const done = finishItem(item);
      total += done.command.length + done.description.length;
      items.push(done);
    } catch (error) {
      if (!(error instanceof NotConvertible || error instanceof InputError)) throw error;
      skipped.push({
        name: cut(storable(item.name), 200) || `/${item.path.join('/')}`,
        reason: cut(storable(error.message), 1_000),
      });
    }
    if (total > MAX_TOTAL)
      throw refusal(
        item.path,
        'too_large',
        'The commands of the document would have more than 5 MiB. Split it.',
      );
  }
  return { items, skipped };
}

/** Writes collections as files: a format is a row of {@link EXPORTS}. Pure. */
import type { ExportFormat } from '../schemas/import.ts';
import type { ExportedCollection } from './exported.ts';
import { toMarkdown } from './markdown.ts';
import { toPostman } from './postman.ts';
import { toHttp, toShell } from './texts.ts';

/** Each with the ending of its files. */
export const EXPORTS: Readonly<
  Record<ExportFormat, { ending: string; write(collection: ExportedCollection): string }>
> = {
  markdown: { ending: 'md', write: toMarkdown },
  postman: { ending: 'postman_collection.json', write: toPostman },
  http: { ending: 'http', write: toHttp },
  sh: { ending: 'sh', write: toShell },
};

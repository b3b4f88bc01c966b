/** Documents after the shape of well-known APIs, with what the tool of each format sends, written by hand from the format's specification. */

/** Request line, header lines beyond the tool's defaults, and the body: JSON as an object, forms as pairs, others as text. */
export type Sent = readonly [line: string, headers: readonly string[], body?: unknown];

export interface CorpusDocument {
  document: string | object;
  /** In the order of the document. */
  sends: readonly Sent[];
  /** Values that an import leaves out, by the names of their variables. */
  values?: Readonly<Record<string, string>>;
}

/** @param origin of the server that the requests are sent to */
export type Corpus = (origin: string) => readonly CorpusDocument[];

export const JSON_TYPE = 'content-type: application/json';
export const FORM_TYPE = 'content-type: application/x-www-form-urlencoded';

export const basic = (username: string, password: string): string =>
  `authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

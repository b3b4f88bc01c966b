/** Recorded data as JSON with one line a record, so that a diff shows the records that changed. */
import { readFileSync, writeFileSync } from 'node:fs';

/** What was recorded with which curl; `records` by the name of the case. */
export interface Records<T> {
  /** First line of `curl --version`. */
  curl: string;
  records: Record<string, T>;
}

export function readRecords<T>(path: string | URL): Records<T> {
  return JSON.parse(readFileSync(path, 'utf8')) as Records<T>;
}

export function writeRecords<T>(path: string | URL, { curl, records }: Records<T>): void {
  const lines = Object.entries(records).map(
    ([name, record]) => `${JSON.stringify(name)}: ${JSON.stringify(record)}`,
  );
  writeFileSync(path, `{"curl": ${JSON.stringify(curl)}, "records": {\n${lines.join(',\n')}\n}}\n`);
}

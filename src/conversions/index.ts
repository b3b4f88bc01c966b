/**
 * Converts what people paste instead of a cURL command: fetch, PowerShell, HTTPie, wget, `.http` requests, URLs. A
 * converter says in a sentence what it leaves out and what is to be filled in: the command never does something else
 * without a word. Pure.
 */
import { writeCommand } from '../codegen/command.ts';
import { parseCurl } from '../curl/index.ts';
import { type OtherFormat, otherFormat } from '../curl/locate/other-formats.ts';
import { InputError } from '../errors.ts';
import { absolute, ConversionDraft, NotConvertible } from './conversion-draft.ts';
import { convertFetch } from './fetch.ts';
import { convertHttpFile } from './http-file.ts';
import { convertHttpie } from './httpie.ts';
import { convertPowerShell } from './powershell.ts';
import { convertWget } from './wget.ts';

export interface Conversion {
  /** The cURL command; undefined where the text cannot be converted. */
  command: string | undefined;
  /** What was done, or why it was not, in sentences. */
  message: string;
}

const CONVERTERS: Readonly<
  Partial<Record<OtherFormat, { name: string; convert: (text: string) => ConversionDraft }>>
> = {
  fetch: { name: 'fetch', convert: convertFetch },
  powershell: { name: 'PowerShell', convert: convertPowerShell },
  httpie: { name: 'HTTPie', convert: convertHttpie },
  wget: { name: 'wget', convert: convertWget },
  http: { name: 'an HTTP request', convert: convertHttpFile },
  url: {
    name: 'a URL',
    convert: (text) => Object.assign(new ConversionDraft(), { url: absolute(text.trim()) }),
  },
};

/** Characters of a text that is converted: those that a playground's command may have. */
const MAX_LENGTH = 65_536;

/** Converts a text; undefined for a cURL command, and for what is none of the formats. */
export function convert(text: string): Conversion | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const format = formatOf(text);
  const converter = format && CONVERTERS[format];
  if (converter === undefined) return undefined;
  try {
    const draft = converter.convert(text.replaceAll('\r\n', '\n'));
    const command = writeCommand(draft.toRequest());
    if (command.length > MAX_LENGTH) throw new NotConvertible('The command would be too long.');
    parseCurl(command); // what it refuses could not be saved and run, either
    return { command, message: [`Converted from ${converter.name}.`, ...draft.notes].join(' ') };
  } catch (error) {
    const isRefusal = error instanceof NotConvertible || error instanceof InputError;
    if (!isRefusal) throw error;
    const message = `This looks like ${converter.name} and cannot be converted. ${error.message}`;
    return { command: undefined, message };
  }
}

function formatOf(text: string): OtherFormat | undefined {
  try {
    parseCurl(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { code } = error.issues[0];
    if (code === 'not_curl') return 'powershell';
    return otherFormat(text)?.format ?? (SHORT_URL.test(text) ? 'url' : undefined);
  }
}

/** A URL without a scheme: with a path or a port, so that no other word is taken for it. */
const SHORT_URL = /^\s*(?:localhost|(?:[\w-]+\.)+[a-z]{2,})(?::\d{1,5}(?:\/\S*)?|\/\S*)\s*$/i;

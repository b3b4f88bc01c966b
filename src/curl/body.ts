/** `-d` and its kin, `-T`: the body, or with `-G` the query (curl(1); tool_getparam.c, set_data). */

import { nameOf } from './command.ts';
import { type Context, hasOpenValue, isUnmarked } from './context.ts';
import { percentEncode } from './encode.ts';
import type { DataUse, Use } from './operation.ts';
import { readSource, type StandardInput } from './standard-input.ts';

/** A body: text with marks, or one file of the user. */
export type Body = { text: string } | { path: string; stripNewlines: boolean };

interface Piece {
  /** What stands before the content: `name=` of --data-urlencode. */
  prefix: string;
  content: { text: string } | { path: string };
  /** CR, LF and NUL are taken out when it is read from a file. */
  strip: boolean;
  encode: boolean;
  use: DataUse;
}

const NEWLINES = /[\r\n\0]/g;

/**
 * All data in order, joined with `&` (`--json` with nothing).
 * @param whole the body may be a file as a whole; else a file stands as a variable in the text
 */
export function buildData(
  context: Context,
  uses: readonly DataUse[],
  stdin: StandardInput,
  whole: boolean,
): Body {
  const only = uses.length === 1 ? uses[0] : undefined;
  if (only !== undefined && isLiteral(only)) return { text: only.value.text };
  if (only !== undefined && whole) {
    const piece = readPiece(context, only, stdin);
    if ('path' in piece.content && !piece.encode)
      return { path: piece.content.path, stripNewlines: piece.strip };
    return { text: pieceText(context, piece) };
  }
  let text = '';
  for (const use of uses) {
    const piece = isLiteral(use) ? use.value.text : pieceText(context, readPiece(context, use, stdin));
    text += text !== '' && use.kind !== 'json' ? `&${piece}` : piece;
  }
  return { text };
}

/** `--url-query`: like --data-urlencode, or raw after a `+`. */
export function buildQuery(context: Context, uses: readonly Use[], stdin: StandardInput): string {
  return uses
    .map((use) => {
      if (use.value.text.startsWith('+')) return use.value.text.slice(1);
      return pieceText(context, readPiece(context, { ...use, kind: 'urlencode' }, stdin));
    })
    .join('&');
}

/** Whether the content stands in the command, and there is nothing to warn of. */
export function isWritten(use: DataUse): boolean {
  if (use.kind !== 'urlencode') return isLiteral(use);
  const { text } = use.value;
  return (text.includes('=') || !text.includes('@')) && isUnmarked(text);
}

/** What was written is what is sent. */
function isLiteral({ kind, value }: DataUse): boolean {
  return kind === 'raw' || (kind !== 'urlencode' && value.text.charCodeAt(0) !== 0x40);
}

function readPiece(context: Context, use: DataUse, stdin: StandardInput): Piece {
  const { text } = use.value;
  if (use.kind === 'urlencode') return readEncoded(context, use, stdin);
  if (isLiteral(use)) return { prefix: '', content: { text }, strip: false, encode: false, use };
  const strip = use.kind === 'text';
  if (text === '@')
    throw context.error('file_name_missing', `${use.name}: a file name is missing after @`, use.value.start);
  const content = readSource(text.slice(1), stdin);
  return {
    prefix: '',
    content: 'text' in content && strip ? { text: content.text.replace(NEWLINES, '') } : content,
    strip,
    encode: false,
    use,
  };
}

/** `content`, `=content`, `name=content`, `@file`, `name@file`: the content is encoded, the name is not. */
function readEncoded(context: Context, use: DataUse, stdin: StandardInput): Piece {
  const { text } = use.value;
  let split = text.indexOf('=');
  if (split < 0) split = text.indexOf('@');
  const prefix = split > 0 ? `${text.slice(0, split)}=` : '';
  const rest = text.slice(split + 1);
  if (rest === '' && text[split] === '@')
    throw context.error('file_name_missing', `${use.name}: a file name is missing after @`, use.value.start);
  const fromFile = split >= 0 && text[split] === '@';
  const content = fromFile ? readSource(rest, stdin) : { text: rest };
  // Nothing in the file, nothing to name.
  const named = !fromFile || !('text' in content) || content.text !== '';
  return { prefix: named ? prefix : '', content, strip: false, encode: true, use };
}

function pieceText(context: Context, { prefix, content, encode, use }: Piece): string {
  if ('text' in content) {
    if (!encode) return prefix + content.text;
    if (hasOpenValue(content.text))
      context.warn(
        'variable_encoded',
        'curl percent-encodes the value of this variable; give the encoded value.',
        use,
        use.name,
      );
    return prefix + percentEncode(content.text, '+');
  }
  context.warn(
    'data_file',
    `The content of ${content.path} is joined with other data; its value is needed.`,
    use,
    use.name,
  );
  if (encode)
    context.warn(
      'variable_encoded',
      'curl percent-encodes the content of the file; give the encoded value.',
      use,
      use.name,
    );
  const name = nameOf(content.path);
  return prefix + context.open(name, [`$(cat ${content.path})`, `$${name}`, `\${${name}}`]);
}

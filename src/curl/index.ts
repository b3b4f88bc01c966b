/**
 * Parses text with a curl command into the request that curl would send, in pure passes. Each knows only those before it,
 * and returns the input of the next one:
 *
 *     readings/ what people paste             → the text of a shell: as it stands or, where that fails, in a named way
 *     lexer/    that text                     → words
 *     shell/    words                         → a list of commands with their values
 *     locate/   the list                      → the command that runs curl
 *     options/  its arguments                 → transfers, as curl's own option parser reads them
 *     request/  the first transfer            → the request that curl would send
 */
import { InputError } from '../errors.ts';
import { PARSE_ERROR_CODES } from '../schemas/diagnostics.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import { chooseCurl } from './locate/choose.ts';
import { readTransfers } from './options/walk.ts';
import { Readings } from './readings/index.ts';
import type { ShellText } from './readings/plain.ts';
import { assemble } from './request/assemble.ts';
import { readCommands } from './shell/read.ts';

/**
 * Parses a cURL command as curl 8 itself reads it: the result, executed, puts on the wire what curl would,
 * and what it cannot say is a warning. The text may be for a POSIX shell, cmd.exe or PowerShell.
 * @returns the request with warnings whose `start` and `end` are code-point indices into the command
 * @throws InputError with field '' and the code-point `offset`, for what curl or the shell would refuse
 */
export function parseCurl(command: string): ParsedRequest {
  return readCommand(command).request;
}

/** A parsed command, with what its request does not say. */
export interface ReadCommand {
  request: ParsedRequest;
  /** Options that say nothing about the request, in order. */
  extras: readonly ExtraOption[];
  /** Code-point indices of the command in the text. */
  start: number;
  end: number;
}

export interface ExtraOption {
  /** As written: `-s`, `--limit-rate`. */
  name: string;
  /** Undefined for an option without one, null for one that a shell computes; for --data-urlencode, a field whose variable curl encodes. */
  value: string | null | undefined;
}

/**
 * Parses a command like {@link parseCurl}, for those who write it anew and keep what the request does not say.
 * @throws as {@link parseCurl}
 */
export function readCommand(command: string): ReadCommand {
  if (!command.isWellFormed()) throw loneSurrogate(command);
  return new Readings(command, readText).first();
}

/** Reads the text of a shell, as one of the readings has it. */
function readText(text: ShellText): ReadCommand {
  const { diagnostics } = text;
  try {
    const commands = readCommands(text);
    const curl = chooseCurl(commands, text);
    const transfers = readTransfers(curl, diagnostics);
    const request = assemble(transfers, diagnostics);
    const warnings = diagnostics.finish();
    if (warnings.length > 0) request.warnings = warnings;
    const extras: ExtraOption[] = (transfers.transfers[0].extras ?? []).map(({ name, value }) => ({
      name,
      value: value === undefined ? undefined : (value.text ?? null),
    }));
    // A download that a local file says where to resume, and cookies that are printed: the request has no field for them.
    const { resume, cookieJar, data = [] } = transfers.transfers[0];
    for (const use of [resume, cookieJar])
      if (use?.value.text === '-') extras.push({ name: use.name, value: '-' });
    for (const { kind, name, value } of data) {
      const field = kind === 'urlencode' ? value.slice(0, value.outline.indexOf('=')).text : undefined;
      if (field !== undefined && value.hasUnresolved && value.outline.includes('='))
        extras.push({ name, value: field });
    }
    return { request, extras, ...diagnostics.span(transfers.span) };
  } catch (error) {
    throw error instanceof InputError ? diagnostics.explained(error) : error;
  }
}

function loneSurrogate(command: string): InputError {
  const start = Array.from(command).findIndex((char) => !char.isWellFormed());
  const message = PARSE_ERROR_CODES.lone_surrogate;
  return new InputError({ field: '', code: 'lone_surrogate', message, offset: start, start, end: start + 1 });
}

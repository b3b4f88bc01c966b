/**
 * Parses text with a curl command into the request that curl would send, in five pure passes; each knows only those
 * before it. text/ turns what people paste into the text of a shell, shell/ lists its commands with their values,
 * locate/ chooses the one that runs curl, options/ reads its arguments as curl does, request/ says what curl would send.
 */
import { InputError } from '../errors.ts';
import { PARSE_ERROR_CODES } from '../schemas/diagnostics.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type CurlCommand, chooseCurl } from './locate/choose.ts';
import { type CommandLine, readTransfers } from './options/walk.ts';
import { assemble } from './request/assemble.ts';
import { readCommands } from './shell/read.ts';
import { prepare } from './text/prepare.ts';

/**
 * Parses a cURL command as curl 8 itself reads it: the result, executed, puts on the wire what curl would,
 * and what it cannot say is a warning. The text may be for a POSIX shell, cmd.exe or PowerShell.
 * @returns the request with warnings whose `start` and `end` are code-point indices into the command
 * @throws InputError with field '' and the code-point `offset`, for what curl or the shell would refuse
 */
export function parseCurl(command: string): ParsedRequest {
  if (!command.isWellFormed()) throw loneSurrogate(command);
  const prepared = prepare(command);
  const { diagnostics } = prepared;
  const request = withReason(diagnostics, () => {
    const list = readCommands(prepared);
    const curl = chooseCurl(list, prepared);
    const line = readArguments(curl, diagnostics);
    return assemble(line, diagnostics);
  });
  const warnings = diagnostics.finish();
  if (warnings.length > 0) request.warnings = warnings;
  return request;
}

/** What a shell makes of `-u <user>:<key>` is refused for that, not for what is missing then. */
function withReason(diagnostics: Diagnostics, read: () => ParsedRequest): ParsedRequest {
  try {
    return read();
  } catch (error) {
    const placeholder = diagnostics.first('angle_placeholder');
    if (!(error instanceof InputError) || placeholder === undefined) throw error;
    const { message, start = 0, end = start } = placeholder;
    throw new InputError({ field: '', code: 'shell_syntax', message, offset: start, start, end });
  }
}

function loneSurrogate(command: string): InputError {
  const start = Array.from(command).findIndex((char) => !char.isWellFormed());
  const message = PARSE_ERROR_CODES.lone_surrogate;
  return new InputError({ field: '', code: 'lone_surrogate', message, offset: start, start, end: start + 1 });
}

/** Parameters of Invoke-WebRequest, which Windows PowerShell also calls `curl`. As clusters of curl's options nobody writes them. */
const CMDLET_PARAMETER =
  /^-(?:Uri|Method|Body|Headers|ContentType|UseBasicParsing|OutFile|InFile|Credential|SessionVariable|WebSession)$|^@\{(?!\{)/i;

function readArguments(command: CurlCommand, diagnostics: Diagnostics): CommandLine {
  const parameter = command.args.find((word) => CMDLET_PARAMETER.test(word.spelled));
  if (parameter === undefined) return readTransfers(command, diagnostics);
  const message = `${parameter.spelled} belongs to PowerShell's Invoke-WebRequest, which Windows PowerShell also calls curl. Copy the cURL command instead.`;
  throw diagnostics.error('not_curl', parameter, message);
}

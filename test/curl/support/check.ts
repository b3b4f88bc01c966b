/** Compares what we make of a command with what real curl was recorded to send for it. */
import { parseCurl } from '../../../src/curl/index.ts';
import { InputError } from '../../../src/errors.ts';
import type { ParsedRequest } from '../../../src/schemas/request-shape.ts';
import type { TestProxy } from '../../support/proxy.ts';
import type { Recorder } from '../../support/recorder.ts';
import type { Case, RecordedCase } from './corpus.ts';
import { execute, wireOfRecorded } from './wire.ts';

/** Warnings that do not say that the request differs from curl's. */
const QUIET = new Set([
  'output_option',
  'option_no_effect',
  'shell_text',
  'variable',
  'command_substitution',
  'many_requests',
]);

/** Warnings that name a value which is not known, or a part of the text that is not followed. */
const OPEN = new Set([
  'variable',
  'variable_arguments',
  'command_substitution',
  'condition_unknown',
  'many_requests',
  'many_commands',
]);

/** What is wrong, or undefined. */
export async function check(
  item: Case,
  real: RecordedCase,
  proxy: TestProxy,
  recorder: Recorder,
  warningsExcuse = false,
): Promise<string | undefined> {
  const expected = wireOfRecorded(real);
  let parsed: ParsedRequest;
  try {
    parsed = parseCurl(item.command);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [issue] = error.issues;
    if (expected !== undefined && !item.warns && !item.beyond)
      return `refused (${issue.code}: ${issue.message}), but curl sends ${JSON.stringify(expected)}`;
    return issue.offset === undefined ? 'the error has no offset' : undefined;
  }
  if (expected === undefined)
    return item.warns || item.beyond
      ? undefined
      : `curl refuses it (${real.exit}: ${real.error}), but it was parsed: ${JSON.stringify(parsed)}`;
  let actual: unknown;
  try {
    actual = await execute(parsed, item.environment, proxy, recorder);
  } catch (error) {
    actual = String(error instanceof InputError ? error.issues[0].message : error);
  }
  const same = JSON.stringify(actual) === JSON.stringify(expected);
  const warned = parsed.warnings?.some(({ code }) => !QUIET.has(code)) ?? false;
  // A body that is read from what the text does not show is not executed.
  const open =
    parsed.body_file !== undefined || (parsed.warnings?.some(({ code }) => OPEN.has(code)) ?? false);
  if (same)
    return item.warns && !warned ? 'marked as different, but it is the same without a warning' : undefined;
  if (((item.warns || warningsExcuse) && warned) || (item.beyond && (warned || open))) return undefined;
  return `sent ${JSON.stringify(actual)}\nbut curl ${JSON.stringify(expected)}\nparsed ${JSON.stringify(parsed)}`;
}

/** What every format reads: items that become playgrounds, each with its command, variables and warnings. */
import { writeCommand } from '../codegen/command.ts';
import { type ConversionDraft, NotConvertible } from '../conversions/conversion-draft.ts';
import { parseCurl } from '../curl/index.ts';
import { isSecretField } from '../request/secret-names.ts';
import { PLACEHOLDER, variableNames } from '../request/variables.ts';
import {
  MAX_CHOICES,
  MAX_COMMAND_BYTES,
  MAX_DESCRIPTION,
  MAX_VALUE,
  type PlaygroundVariable,
} from '../schemas/playground.ts';
import type { ParsedRequest, RequestWarning } from '../schemas/request-shape.ts';
import { isExample } from '../secrets/examples.ts';
import { type Redacted, redact } from '../secrets/redact.ts';
import { fields, list, type Step, text } from './document.ts';

/** What a document says about a variable. */
export type VariableHint = Pick<PlaygroundVariable, 'description' | 'default' | 'choices' | 'secret'>;
export type Hints = ReadonlyMap<string, VariableHint>;

/** A request of a document. */
export interface SourceItem {
  /** Where in the document it is. */
  path: readonly Step[];
  name: string;
  description: string;
  hints: Hints;
  /**
   * Reads the request, or its command.
   * @throws NotConvertible, InputError: the item is skipped
   */
  read(): ConversionDraft | string;
}

/** What a format reads from a document. */
export interface Contents {
  name: string;
  description: string;
  /** In order. Read one by one, so that the first beyond the limit ends the work. */
  items: Iterable<SourceItem>;
  warnings: readonly string[];
}

/** A playground to be. */
export interface ImportedItem {
  name: string;
  description: string;
  command: string;
  variables: PlaygroundVariable[];
  warnings: RequestWarning[];
}

const MAX_NAME = 200;
const MAX_VARIABLES = 100;
const MAX_VARIABLE_DESCRIPTION = 500;

/** @throws NotConvertible, InputError with the reason for skipping the item */
export function finishItem(item: SourceItem): ImportedItem {
  const made = item.read();
  const isText = typeof made === 'string';
  const notes = new Set(isText ? [] : made.notes);
  const whole = isText ? made : writeCommand(made.toRequest());
  if (byteLength(whole) > MAX_COMMAND_BYTES)
    throw new NotConvertible(`The command would have more than ${MAX_COMMAND_BYTES / 1024} KiB.`);
  const found = redact(whole);
  const { command } = found;
  if (command.includes('\0') || !command.isWellFormed())
    throw new NotConvertible('The request has characters that a command cannot have.');
  const parsed = parseCurl(command);
  const placeholders = [...new Set(found.secrets.map(({ placeholder }) => placeholder))];
  if (placeholders.length > 0)
    notes.add(`Credentials are replaced with placeholders: ${placeholders.slice(0, 10).join(', ')}.`);
  // Searched for credentials after it is cut: searching takes long.
  const given = storable(item.description);
  const description = found.text(cut(given, MAX_DESCRIPTION));
  if (given.length > MAX_DESCRIPTION && Array.from(given).length > MAX_DESCRIPTION)
    notes.add(`The description is cut to ${MAX_DESCRIPTION} characters.`);
  for (const [dynamic] of command.matchAll(/\{\{\$\w+\}\}/g))
    notes.add(`${dynamic} is a new value for each request in the document; here it is a variable.`);
  const variables = variablesOf(parsed, found, item.hints, notes);
  const warnings = (parsed.warnings ?? []).filter(({ code }) => code !== 'placeholder');
  return {
    name: cut(storable(item.name), MAX_NAME),
    description: cut(description, MAX_DESCRIPTION),
    command,
    variables,
    warnings: [...Array.from(notes, (message) => ({ code: 'import', message })), ...warnings],
  };
}

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** A text as the database can store it. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export const cut = (text: string, length: number): string =>
  text.length <= length
    ? text
    : Array.from(text.slice(0, 2 * length).toWellFormed())
        .slice(0, length)
        .join('');

/** Whether these are choices of a variable with this default. */
const isMenu = (choices: readonly string[], value: string): boolean =>
  choices.length > 0 &&
  choices.length <= MAX_CHOICES &&
  new Set(choices).size === choices.length &&
  (value === '' || choices.includes(value)) &&
  choices.every(
    (one) => one !== '' && one.length <= MAX_VALUE && !/[\r\n\0]/.test(one) && one.isWellFormed(),
  );

function variablesOf(
  request: ParsedRequest,
  found: Redacted,
  hints: Hints,
  notes: Set<string>,
): PlaygroundVariable[] {
  const replaced = new Set(found.secrets.map(({ placeholder }) => placeholder.replace(/^\{\{|\}\}$/g, '')));
  const variables: PlaygroundVariable[] = [];
  for (const name of [...variableNames(request)].slice(0, MAX_VARIABLES)) {
    const { description = '', default: given = '', choices = [], secret = false } = hints.get(name) ?? {};
    const plain = storable(resolved(given, hints));
    const value = isOfPathOrQuery(name, request) ? plain.replace(UNSAFE_IN_URL, encodeURIComponent) : plain;
    const isSecret = secret || replaced.has(name) || hides(found, name, value);
    if (value.length > MAX_VALUE && !isSecret)
      notes.add(`The value of the variable ${name} is too long to be its default.`);
    const hasMenu = !isSecret && isMenu(choices, value);
    if (choices.length > 0 && !isSecret && !hasMenu)
      notes.add(
        `The choices of the variable ${name} are left out: there may be ${MAX_CHOICES}, its default among them.`,
      );
    const variable: PlaygroundVariable = {
      name,
      ...(description !== '' && { description: cut(storable(description), MAX_VARIABLE_DESCRIPTION) }),
      ...(!isSecret && value !== '' && value.length <= MAX_VALUE && { default: value }),
      ...(hasMenu && { choices }),
      ...(isSecret && { secret: true }),
    };
    if (Object.keys(variable).length > 1) variables.push(variable);
  }
  return variables;
}

/** What tools encode after they fill in variables, and curl does not. */
const UNSAFE_IN_URL = /[^!-~]|["<>\\^`]/gu;

/** Whether a variable is behind the host of the URL and nowhere else. */
function isOfPathOrQuery(
  name: string,
  { url, variables = [], warnings: _, ...rest }: ParsedRequest,
): boolean {
  const [host = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i.exec(url) ?? [];
  const texts = variables.filter((one) => one.name === name).map(({ text }) => text);
  const others = host + JSON.stringify(rest);
  return texts.every((text) => !others.includes(text));
}

/** Whether a variable stands for a credential. */
const hides = (found: Redacted, name: string, value: string): boolean =>
  found.variables.has(name.toLowerCase()) ||
  (value !== '' && (found.text(value) !== value || (!isExample(value) && isSecretField(name, value, false))));

/** A variable's value with the values of the variables in it. */
function resolved(value: string, hints: Hints): string {
  let result = value;
  for (let round = 0; round < 5 && result.includes('{{') && result.length < 10_000; round += 1)
    result = result.replace(PLACEHOLDER, (whole, name: string) => hints.get(name)?.default ?? whole);
  return result;
}

/** Names of variables that only their tools know, such as `{{base url}}`, as the parser reads them. */
export const withNames = (text: string): string =>
  text.replace(/\{\{([^{}\n]{1,100})\}\}/g, (whole, name: string) => {
    const known = variableName(name);
    return known === '' || name.startsWith('$') ? whole : `{{${known}}}`;
  });

export const variableName = (name: string): string => {
  const plain = name
    .trim()
    .replace(/[^\w.-]+/g, '_')
    .replace(/^[_.-]+(?=\w)/, '');
  return /^\d/.test(plain) ? `_${plain}` : plain;
};

/** Reads variables as the API writes them. */
export function hintsFrom(variables: unknown): Hints {
  const hints = new Map<string, VariableHint>();
  for (const one of list(variables).map(fields))
    hints.set(text(one['name']), {
      description: text(one['description']),
      default: text(one['default']),
      secret: one['secret'] === true,
    });
  return hints;
}

/** The form of the editor: how it is read, and the fields of the API that it becomes. */
import { hash } from 'node:crypto';
import { LANGUAGES, type Language } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import {
  type CreatePlaygroundRequest,
  MAX_CHOICES,
  MAX_DESCRIPTION,
  MAX_VALUE,
  type PlaygroundVariable,
} from '../schemas/playground.ts';
import type { StoredPlayground } from '../services/sharing.ts';
import { commandOf, type Form, list, text, themeIn } from './shared.ts';
import { readPasted } from './shown-command.ts';
import type { ConflictProps } from './views/conflict.tsx';
import type { FormFields } from './views/editor.tsx';
import { choicesOf } from './views/variable-rows.tsx';

export const languagesOf = (form: Form | undefined, field: string): Language[] =>
  LANGUAGES.filter((language) => list(form, field).includes(language));

/** @throws ApiError invalid_request for a text that the schema of the API would refuse */
export function assertFits(what: string, text: string, characters: number): void {
  if (Array.from(text).length > characters)
    throw new ApiError(
      'invalid_request',
      `${what} has at most ${characters.toLocaleString('en')} characters.`,
    );
}

/** @throws ApiError invalid_request for settings that the schema of the API would refuse */
export function assertVariableFits(variable: PlaygroundVariable): void {
  const { name, description = '', default: value = '', choices = [] } = variable;
  assertFits('The name of a variable', name, 200);
  assertFits('A description', description, 500);
  assertFits('A default', value, MAX_VALUE);
  if (choices.length > MAX_CHOICES)
    throw new ApiError('invalid_request', `A variable has at most ${MAX_CHOICES} choices.`);
  for (const choice of choices) assertFits('A choice', choice, MAX_VALUE);
}

/** Reads the form of the editor. */
export const readForm = async (accountId: string, form: Form | undefined): Promise<FormFields> =>
  formFieldsOf(form, await readPasted(accountId, commandOf(form)));

function formFieldsOf(
  form: Form | undefined,
  { command, names }: { command: string; names: readonly string[] },
): FormFields {
  return {
    name: text(form, 'name').trim(),
    description: text(form, 'description').replaceAll('\r\n', '\n'),
    curl_command: command,
    variables: variablesOf(form, names),
    ...readSharing(form),
  };
}

/** Reads the settings of the Share dialog. */
export const readSharing = (form: Form | undefined) => ({
  is_public: list(form, 'is_public').includes('yes'), // radio buttons, and the button that publishes
  theme: themeIn(form),
  languages: languagesOf(form, 'languages'),
  share_secrets: text(form, 'share_secrets') !== '',
  public_runs: text(form, 'public_runs') !== '',
  embed_origins: text(form, 'embed_origins')
    .split(/\s+/)
    .filter((site) => site !== ''),
});

/** A new playground, before anything is typed. */
export const NEW_PLAYGROUND: FormFields = {
  ...formFieldsOf({}, { command: '', names: [] }),
  languages: [...LANGUAGES],
};

/** The settings of the variables that the command has: the form may be older than the command. */
function variablesOf(form: Form | undefined, names: readonly string[]): PlaygroundVariable[] {
  return names.flatMap((name) => {
    const settings = settingsIn((what) => text(form, `${what}:${name}`));
    return Object.keys(settings).length === 0 ? [] : { name, ...settings };
  });
}

/** The settings of a variable that its fields have; an empty one is none. @param field its text */
export function settingsIn(field: (what: string) => string): Omit<PlaygroundVariable, 'name'> {
  const [description, value] = [field('description').trim(), field('default')];
  const choices = choicesOf(field('choices'));
  return {
    ...(description !== '' && { description }),
    ...(value !== '' && { default: value }),
    ...(choices.length > 0 && { choices }),
    ...(field('secret') !== '' && { secret: true }),
  };
}

/**
 * The form as the fields of the API.
 * @throws ApiError invalid_request for what the schema of the API would refuse
 */
export function fieldsOf({ name, ...form }: FormFields): CreatePlaygroundRequest {
  const { languages, embed_origins, variables } = form;
  const refuse = (message: string) => new ApiError('invalid_request', message);
  if (languages.length === 0) throw refuse('Choose at least one language.');
  if (embed_origins.length > 50) throw refuse('At most 50 sites can be listed.');
  if (variables.length > 100) throw refuse('At most 100 variables can have settings.');
  assertFits('A name', name, 200);
  assertFits('A description', form.description, MAX_DESCRIPTION);
  for (const variable of variables) assertVariableFits(variable);
  return {
    ...form,
    ...(name === '' ? {} : { name }),
    embed_origins: [...new Set(embed_origins)],
  };
}

/** What the form has, with the names that people know. */
const LABELS: Record<keyof FormFields, string> = {
  name: 'Name',
  curl_command: 'Command',
  description: 'Description',
  variables: 'Variables',
  is_public: 'Public',
  public_runs: 'Readers can run it',
  share_secrets: 'Show secrets to readers',
  theme: 'Theme',
  languages: 'Languages',
  embed_origins: 'Sites that can embed it',
};
const LABELLED = Object.entries(LABELS) as [keyof FormFields, string][]; // its own keys

/** The version of what the form shows: the same until one of its fields is saved with another value. */
export const versionOf = (form: FormFields): string =>
  hash('sha256', JSON.stringify(LABELLED.map(([field]) => form[field])), 'base64url').slice(0, 22);

/**
 * What a form would overwrite; undefined where it was made of what is saved, or would change nothing.
 * @param version that the form was made of; empty when it does not say
 */
export function conflictOf(
  form: FormFields,
  saved: StoredPlayground,
  version: string,
): ConflictProps | undefined {
  if (version === '' || version === versionOf(saved)) return undefined;
  const differences = LABELLED.map(([field, label]) => ({
    label,
    mine: textOf(form[field]),
    saved: textOf(saved[field]),
  })).filter((one) => one.mine !== one.saved);
  if (differences.length === 0) return undefined;
  return { id: saved.id, version: versionOf(saved), savedAt: saved.updated_at, differences };
}

function textOf(value: FormFields[keyof FormFields]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value
    .map((one) => (typeof one === 'string' ? one : JSON.stringify(one, VARIABLE_FIELDS)))
    .join('\n');
}

/** In this order, whichever they were sent in. */
const VARIABLE_FIELDS = ['name', 'description', 'default', 'choices', 'secret'];

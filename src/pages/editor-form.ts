/** The form of the editor: how it is read, and the fields of the API that it becomes. */
import { LANGUAGES, type Language } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { variableNames } from '../request/variables.ts';
import type { CreatePlaygroundRequest, PlaygroundVariable } from '../schemas/playground.ts';
import { commandOf, convertedCommand, type Form, list, readCommand, text } from './shared.ts';
import type { FormFields } from './views/editor.tsx';

/** A new playground, before anything is typed. */
export const NEW_PLAYGROUND: FormFields = {
  name: '',
  curl_command: '',
  is_public: false,
  theme: 'dark',
  languages: LANGUAGES,
  share_secrets: false,
  public_runs: false,
  embed_origins: [],
  variables: [],
};

export const readFormCommand = (command: string) =>
  command.trim() === '' ? { request: undefined, problem: undefined } : readCommand(command);

export const languagesOf = (form: Form | undefined, field: string): Language[] =>
  LANGUAGES.filter((language) => list(form, field).includes(language));

/** @throws ApiError invalid_request for a name that the schema of the API would refuse */
export function assertName(name: string): void {
  if (Array.from(name).length > 200)
    throw new ApiError('invalid_request', 'A name has at most 200 characters.');
}

/** @throws ApiError invalid_request for settings that the schema of the API would refuse */
function assertSettings(variables: readonly PlaygroundVariable[]): void {
  const refuse = (message: string) => new ApiError('invalid_request', message);
  if (variables.length > 100) throw refuse('At most 100 variables can have settings.');
  for (const { name, description = '', default: value = '' } of variables) {
    if (Array.from(name).length > 200)
      throw refuse('A variable with settings has a name of at most 200 characters.');
    if (Array.from(description).length > 500) throw refuse('A description has at most 500 characters.');
    if (Array.from(value).length > 2000) throw refuse('A default has at most 2,000 characters.');
  }
}

/** Reads the form of the editor. */
export function formFieldsOf(form: Form | undefined): FormFields {
  const { command } = convertedCommand(commandOf(form));
  return {
    name: text(form, 'name').trim(),
    curl_command: command,
    variables: variablesOf(form, command),
    is_public: text(form, 'is_public') !== '',
    theme: text(form, 'theme') === 'light' ? 'light' : 'dark',
    languages: languagesOf(form, 'languages'),
    share_secrets: text(form, 'share_secrets') !== '',
    public_runs: text(form, 'public_runs') !== '',
    embed_origins: text(form, 'embed_origins')
      .split(/\s+/)
      .filter((site) => site !== ''),
  };
}

/** The settings of the variables that the command has: the form may be older than the command. */
function variablesOf(form: Form | undefined, command: string): PlaygroundVariable[] {
  const { request } = readFormCommand(command);
  return [...(request === undefined ? [] : variableNames(request))].flatMap((name) => {
    const description = text(form, `description:${name}`).trim();
    const value = text(form, `default:${name}`);
    const secret = text(form, `secret:${name}`) !== '';
    if (description === '' && value === '' && !secret) return [];
    return {
      name,
      ...(description !== '' && { description }),
      ...(value !== '' && { default: value }),
      ...(secret && { secret }),
    };
  });
}

/**
 * The form as the fields of the API.
 * @throws ApiError invalid_request for what the schema of the API would refuse
 */
export function fieldsOf({
  name,
  languages,
  embed_origins,
  variables,
  ...form
}: FormFields): CreatePlaygroundRequest {
  if (languages.length === 0) throw new ApiError('invalid_request', 'Choose at least one language.');
  assertName(name);
  if (embed_origins.length > 50) throw new ApiError('invalid_request', 'At most 50 sites can be listed.');
  assertSettings(variables);
  return {
    ...form,
    ...(name === '' ? {} : { name }),
    languages: languages as Language[], // chosen from them
    embed_origins: [...new Set(embed_origins)],
    variables: [...variables],
  };
}

/** Checks how pages ask for the variables of a command. */
import { type ApiError, invalid } from '../errors.ts';
import { variableNames } from '../request/variables.ts';
import type { PlaygroundVariable } from '../schemas/playground.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';
import { assertStorable } from '../store/storable-text.ts';

type Refuse = (place: string, code: string, message: string) => ApiError;

/**
 * Checks that each is listed once, that a secret one has no default and no choices, that a default is one of the choices, and
 * that it is a variable of the command, if there is one.
 * @throws ApiError invalid_request naming the first invalid one
 */
export function assertVariables(
  variables: readonly PlaygroundVariable[] = [],
  request?: ParsedRequest,
): void {
  const names = request && variableNames(request);
  const seen = new Set<string>();
  for (const [index, variable] of variables.entries()) {
    const { name } = variable;
    const refuse: Refuse = (place, code, message) => invalid(`/variables/${index}${place}`, code, message);
    assertTexts(variable, `/variables/${index}`);
    if (names?.has(name) === false) {
      const all = names.size === 0 ? 'It has none.' : `It has ${[...names].slice(0, 20).join(', ')}.`;
      throw refuse('/name', 'unknown_variable', `The command has no variable ${name}. ${all}`);
    }
    if (seen.has(name))
      throw refuse('/name', 'duplicate', `The variable ${name} is listed twice. Remove one.`);
    seen.add(name);
    assertValues(variable, refuse);
  }
}

function assertTexts(
  { name, description = '', default: value = '', choices = [] }: PlaygroundVariable,
  field: string,
): void {
  for (const [place, text] of Object.entries({ name, description, default: value }))
    assertStorable(text, `${field}/${place}`);
  for (const [index, choice] of choices.entries()) assertStorable(choice, `${field}/choices/${index}`);
}

function assertValues(
  { name, default: value = '', choices = [], secret = false }: PlaygroundVariable,
  refuse: Refuse,
): void {
  if (secret && (value !== '' || choices.length > 0)) {
    const shown = value === '' ? 'choices' : 'default';
    const message = `The variable ${name} is secret, and every reader would see its ${shown}. Remove the ${shown}.`;
    throw refuse(`/${shown}`, `secret_${shown}`, message);
  }
  if (value !== '' && choices.length > 0 && !choices.includes(value)) {
    const message = `The default of the variable ${name} is not one of its choices. Add it to them, or remove it.`;
    throw refuse('/default', 'not_a_choice', message);
  }
}

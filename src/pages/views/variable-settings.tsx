/** The settings of a playground's variables in the editor: how its page asks readers for each. */
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import { Choice, Field } from './inputs.tsx';
import { Name } from './visible-text.tsx';

/** Fields of the editor's form, called `description:NAME`, `default:NAME` and `secret:NAME`. */
export function VariableSettings({ variables }: { variables: readonly PlaygroundVariable[] }) {
  if (variables.length === 0) return null;
  return (
    <fieldset>
      <legend>Variables on its page</legend>
      {variables.map(({ name, description = '', default: value = '', secret = false }, index) => (
        <fieldset class="pg-variable-settings" data-variable={name}>
          <legend>
            <Name text={name} />
          </legend>
          <Field
            label="Description"
            id={`description-${index}`}
            type="text"
            name={`description:${name}`}
            value={description}
            maxLength={500}
          />
          <Field
            label="Default"
            id={`default-${index}`}
            type="text"
            name={`default:${name}`}
            value={value}
            maxLength={2000}
            autocomplete="off"
          />
          <Choice type="checkbox" name={`secret:${name}`} value="yes" checked={secret}>
            Secret: hidden while typed, and not shown in the command and the code
          </Choice>
        </fieldset>
      ))}
    </fieldset>
  );
}

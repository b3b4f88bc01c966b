/** The variables of the command in the editor: a row for each with the value to run with, its settings behind a gear. Pure. */
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import { VariableField } from './fields.tsx';
import { Icon } from './icon.tsx';
import { Choice, Field } from './inputs.tsx';
import { Name, plain } from './visible-text.tsx';

/** Settings are fields of the editor's form, called `description:NAME`, `default:NAME` and `secret:NAME`; values are not. */
export function VariableRows({ variables }: { variables: readonly PlaygroundVariable[] }) {
  if (variables.length === 0) return null;
  return (
    <details class="pg-vars" open>
      <summary class="pg-vars__head">
        Variables <span class="pg-quiet">{variables.length}</span>
        <span class="pg-quiet pg-small pg-scripted">
          Select text in the command and press Ctrl E for one more
        </span>
      </summary>
      {variables.map((field, index) => (
        <VariableField
          key={field.name}
          field={field}
          id={`variable-${index}`}
          form="run-values"
          value={field.default}
          isMissing={false}
          canKeep
          gear={
            <label class="pg-btn pg-btn--icon pg-var__gear" title="Description, default, secret">
              <input
                type="checkbox"
                class="pg-hide"
                form="run-values"
                autocomplete="off"
                aria-label={`Settings of ${plain(field.name)}`}
              />
              <Icon name="settings" />
            </label>
          }
        >
          <Settings variable={field} index={index} />
        </VariableField>
      ))}
    </details>
  );
}

function Settings({ variable, index }: { variable: PlaygroundVariable; index: number }) {
  const { name, description = '', default: value = '', secret = false } = variable;
  return (
    <fieldset class="pg-var__more" data-variable={name}>
      <legend class="pg-hide">
        <Name text={name} />
      </legend>
      <Field
        label="Description"
        id={`description-${index}`}
        name={`description:${name}`}
        value={description}
        maxLength={500}
        placeholder="Readers see it under the field"
      />
      <Field
        label="Default"
        id={`default-${index}`}
        name={`default:${name}`}
        value={value}
        maxLength={2000}
        autocomplete="off"
        placeholder="Fills the field for readers"
      />
      <Choice type="checkbox" name={`secret:${name}`} value="yes" checked={secret}>
        Secret: hidden while typed, never in the command or the code
      </Choice>
    </fieldset>
  );
}

/** The variables of the command in the editor: a row for each with the value to run with, its settings behind a gear. Pure. */
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import { VariableField } from './fields.tsx';
import { Icon } from './icon.tsx';
import { Choice, Field, TextArea } from './inputs.tsx';
import { Name, plain } from './visible-text.tsx';

/** Settings are fields of the editor's form, called `description:NAME`, `default:NAME`, `choices:NAME` and `secret:NAME`; values are not. */
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
            <label class="pg-btn pg-btn--icon pg-var__gear" title="Description, default, choices, secret">
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
  const { name, description = '', default: value = '', choices, secret = false } = variable;
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
      <Choices id={`choices-${index}`} name={`choices:${name}`} choices={choices} />
      <Choice type="checkbox" name={`secret:${name}`} value="yes" checked={secret}>
        Secret: hidden while typed, never in the command or the code
      </Choice>
    </fieldset>
  );
}

/** What the field of the choices says. */
export const choicesOf = (lines: string): string[] => [
  ...new Set(lines.split(/\r?\n/).filter((line) => line !== '')),
];

/** The field of the choices of a variable, each in a line. */
export function Choices({
  choices = [],
  ...field
}: {
  id: string;
  name: string;
  choices?: string[] | undefined;
}) {
  return (
    <TextArea
      label="Choices"
      {...field}
      rows={2}
      spellcheck={false}
      placeholder="Values to choose from, one per line. Empty: any value"
      value={choices.join('\n')}
    />
  );
}

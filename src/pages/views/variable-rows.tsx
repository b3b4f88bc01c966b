/** The variables of the command in the editor: a row for each with the value to run with, its settings behind a gear. Pure. */
import type { ComponentChildren } from 'preact';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import { keyOf, VariableField } from './fields.tsx';
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
          isKey={field === keyOf(variables)}
          gear={
            <label class="pg-btn pg-btn--icon pg-var__gear" title="Description, default, choices, secret">
              <input
                type="checkbox"
                class="pg-hide"
                form="" // of none: Enter in it must not send one
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
  const { name } = variable;
  return (
    <fieldset class="pg-var__more" data-variable={name}>
      <legend class="pg-hide">
        <Name text={name} />
      </legend>
      <VariableSettings
        variable={variable}
        field={(what) => ({ id: `${what}-${index}`, name: `${what}:${name}` })}
      >
        <Field
          label="Rename"
          class="pg-input pg-input--mono"
          id={`rename-${index}`}
          defaultValue={name}
          autocomplete="off"
          data-renames={name}
        />
      </VariableSettings>
    </fieldset>
  );
}

interface VariableSettingsProps {
  variable: PlaygroundVariable;
  /** The id and the name of the field for a setting. */
  field: (what: string) => { id: string; name: string };
  children?: ComponentChildren;
}

/** What the owner says of a variable. */
export function VariableSettings({ variable, field, children }: VariableSettingsProps) {
  const { description = '', default: value = '', choices = [], secret = false } = variable;
  return (
    <>
      <Field
        label="Description"
        {...field('description')}
        value={description}
        maxLength={500}
        help="Readers see it under the field."
      />
      <Field
        label="Default"
        class="pg-input pg-input--mono"
        {...field('default')}
        value={value}
        maxLength={2000}
        autocomplete="off"
        help="Fills the field for readers."
      />
      <TextArea
        label="Choices"
        {...field('choices')}
        rows={2}
        spellcheck={false}
        placeholder="Values to choose from, one per line. Empty: any value"
        value={choices.join('\n')}
      />
      {children}
      <Choice type="checkbox" {...field('secret')} value="yes" checked={secret}>
        Secret: hidden while typed, never in the command or the code
      </Choice>
    </>
  );
}

/** What the field of the choices says. */
export const choicesOf = (lines: string): string[] => [
  ...new Set(lines.split(/\r?\n/).filter((line) => line !== '')),
];

/** The form of a public playground: a field for each variable. */
import { type Encoding, fillVariables } from '../../request/variables.ts';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import type { ParseResult } from './parse-result.tsx';
import type { Program } from './programs.tsx';
import { Name, plain } from './visible-text.tsx';

/** A public playground, as its page shows it. */
export interface Shared extends ParseResult {
  id: string;
  name: string;
  /** Markdown. */
  description: string;
  command: string;
  programs: readonly Program[];
  /** Whether anybody may run it from its page. */
  runs: boolean;
  /** How to ask for each variable. */
  fields: readonly PlaygroundVariable[];
  /** How values are written at the places in the command where variables stand, in their order. */
  encodings: readonly Encoding[];
}

/** What a field says when it is needed and empty. */
export const missingText = (name: string): string => `Enter a value for ${plain(name)}`;

/** What a reader typed. */
export interface Typed {
  values: ReadonlyMap<string, string>;
  /** Whether values are inserted as typed. */
  verbatim: boolean;
  /** Whether fields that are empty are marked. */
  marksMissing?: boolean;
}

/** What the fields of a playground start with. */
export const untouched = ({ fields }: Pick<Shared, 'fields'>): Typed => ({
  values: new Map(fields.flatMap(({ name, default: value = '' }) => (value === '' ? [] : [[name, value]]))),
  verbatim: false,
});

/** The request with the values that may be shown: all but secret ones. */
export function shownRequest(
  request: ParsedRequest,
  fields: readonly PlaygroundVariable[],
  { values, verbatim }: Typed,
): ParsedRequest {
  const secret = new Set(fields.filter((one) => one.secret === true).map(({ name }) => name));
  const shown = new Map([...values].filter(([name, value]) => value !== '' && !secret.has(name)));
  return fillVariables(request, shown, { verbatim });
}

/** A field for each variable; the button that runs the request is elsewhere in the page, and has `form="run"`. */
export function Fields({ shared, typed }: { shared: Shared; typed: Typed }) {
  const { fields, request, runs, id } = shared;
  if (request === undefined || (fields.length === 0 && !runs)) return null;
  return (
    <form
      class={fields.length === 0 ? undefined : 'fields'}
      id="run"
      method="post"
      action={`/p/${id}/run`}
      autocomplete="off"
    >
      {fields.length > 0 && (
        <fieldset>
          <legend>Variables</legend>
          <p class="note">
            {runs
              ? 'What you type stays in this page until you run the request. It is not stored then either.'
              : 'What you type stays in this page.'}
          </p>
          {fields.map((field, index) => (
            <VariableField
              field={field}
              id={`variable-${index}`}
              value={typed.values.get(field.name)}
              isMissing={typed.marksMissing === true && !typed.values.has(field.name)}
            />
          ))}
          <Verbatim checked={typed.verbatim} />
        </fieldset>
      )}
    </form>
  );
}

/** The choice of inserting values as typed. */
export function Verbatim({ checked, form }: { checked: boolean; form?: string }) {
  return (
    <p>
      <label>
        <input
          type="checkbox"
          name="verbatim"
          form={form}
          value="yes"
          checked={checked}
          aria-describedby="verbatim-note"
        />{' '}
        Insert as typed
      </label>{' '}
      <span id="verbatim-note" class="note">
        Otherwise values are encoded for their place: in a URL, a form or a JSON string.
      </span>
    </p>
  );
}

interface VariableFieldProps {
  field: PlaygroundVariable;
  id: string;
  value: string | undefined;
  isMissing: boolean;
  /** The form that it belongs to, where that is not the one around it. */
  form?: string;
}

/** A labelled field for a variable, with its description, and a message where its value is missing. */
export function VariableField({ field, id, value, isMissing, form }: VariableFieldProps) {
  const { name, description = '', secret = false } = field;
  const type = (secret ? 'password' : 'text') as 'text'; // preact's types take no union
  const hidden = secret ? 'Hidden: it is not written into the command and the code.' : '';
  const notes = `${plain(description)} ${hidden}`.trim();
  return (
    <p class="field">
      <label for={id}>
        <Name text={name} />
      </label>
      <input
        type={type}
        id={id}
        form={form}
        name={`variable:${name}`}
        data-fills={name}
        data-secret={secret ? '' : undefined}
        value={value}
        aria-invalid={isMissing}
        aria-describedby={`${id}-problem${notes === '' ? '' : ` ${id}-note`}`}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      <span id={`${id}-problem`} class="problem" data-text={missingText(name)}>
        {isMissing && missingText(name)}
      </span>
      {notes !== '' && (
        <span id={`${id}-note`} class="note">
          {notes}
        </span>
      )}
    </p>
  );
}

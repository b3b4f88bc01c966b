/** The form of a public playground: a field for each variable. */
import type { ComponentChildren } from 'preact';
import { filesOf } from '../../request/files.ts';
import type { Encoding } from '../../request/variables.ts';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import { Icon } from './icon.tsx';
import { Button, Choice, IconButton, Select, Submit } from './inputs.tsx';
import type { ParseResult } from './parse-result.tsx';
import type { Program } from './programs.tsx';
import { refusedText } from './refused-key.ts';
import { Name, plain } from './visible-text.tsx';

/** A public playground, as its page shows it. */
export interface Shared extends ParseResult {
  id: string;
  name: string;
  /** Markdown. */
  description: string;
  command: string;
  /** The command for other shells than bash. */
  shells?: readonly Program[];
  programs: readonly Program[];
  /** Whether anybody may run it from its page. */
  runs: boolean;
  /** How to ask for each variable. */
  fields: readonly PlaygroundVariable[];
  /** How values are written at the places in the command where variables stand, in their order. */
  encodings: readonly Encoding[];
}

/** Characters of a description that fit into the empty field of a card. */
const MAX_PLACEHOLDER = 20;

/** What a field says when it is needed and empty. */
export const missingText = (name: string): string => `Enter a value for ${plain(name)}.`;

/** The variable that is the key of the API: the first secret one, else one with such a name. */
export const keyOf = (fields: readonly PlaygroundVariable[]): PlaygroundVariable | undefined =>
  fields.find(({ secret }) => secret) ?? fields.find(({ name }) => /key|token|auth|pass|secret/i.test(name));

/** What a reader typed. */
export interface Typed {
  values: ReadonlyMap<string, string>;
  /** Whether values are inserted as typed. */
  verbatim: boolean;
  /** Whether fields that are empty are marked. */
  marksMissing?: boolean;
  /** The status of the response, which may refuse a key. */
  status?: number | undefined;
}

/** What the fields of a playground start with. */
export const untouched = ({ fields }: Pick<Shared, 'fields'>): Typed => ({
  values: new Map(fields.flatMap(({ name, default: value = '' }) => (value === '' ? [] : [[name, value]]))),
  verbatim: false,
});

interface FieldsProps {
  shared: Shared;
  typed: Typed;
  /** How its account runs a command that is no playground: fields besides the values. Its Run stands elsewhere. */
  own?: readonly (readonly [name: string, value: string])[];
  hasRun?: boolean;
  children?: ComponentChildren;
}

/** The form of a page: a field for each variable, and Run right under them. @param props.children instead of Run */
export function Fields({ shared, typed, own, hasRun, children }: FieldsProps) {
  const { fields, request, runs, id } = shared;
  const isSaved = id !== '';
  if (request === undefined || (fields.length === 0 && !runs && isSaved)) return null;
  return (
    <form
      class="pg-panel"
      id="run"
      method="post"
      action={own === undefined ? `/p/${id}/run#response` : '/account/run'}
      autocomplete="off"
      aria-label="Variables"
    >
      {own?.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <VariableFields fields={fields} typed={typed} />
      {runs && <FileFields request={request} marksMissing={typed.marksMissing} />}
      {own !== undefined && (
        <div class="pg-for-account">
          <FileFields request={request} />
        </div>
      )}
      <div class={own === undefined ? 'pg-run' : 'pg-run pg-for-visitors'}>
        {runs ? (
          <>
            <RunButton big words={hasRun ? 'Run again' : 'Run'} />
            <p class="pg-panel__note">Sent through this server. Nothing is stored.</p>
          </>
        ) : (
          (children ?? (
            <>
              <Button icon="copy" class="pg-btn--big pg-scripted" data-copies="">
                Copy the command
              </Button>
              <p class="pg-panel__note">Its owner does not let readers run it.</p>
            </>
          ))
        )}
      </div>
    </form>
  );
}

/** Runs the form. A script of the page turns it to Stop while a run goes on. */
export function RunButton({
  words = 'Run',
  big = false,
  hasKeys = big,
  form,
}: {
  words?: string;
  big?: boolean;
  hasKeys?: boolean;
  form?: string;
}) {
  return (
    <Submit icon="play" form={form} class={big ? 'pg-btn--big' : ''} data-run-button>
      {words}
      {hasKeys && <kbd>Ctrl ↵</kbd>}
    </Submit>
  );
}

interface FileFieldsProps {
  request: ParsedRequest;
  form?: string;
  /** Of the ids of the fields. */
  prefix?: string;
  /** Whether a run without scripts has failed for want of them. */
  marksMissing?: boolean | undefined;
}

/** Pickers for the files that the request reads: a script sends what is picked. */
export function FileFields({ request, form, prefix = '', marksMissing = false }: FileFieldsProps) {
  return filesOf(request).map((name, index) => {
    const id = `${prefix}file-${index}`;
    const part = request.form?.find(({ file }) => file === name)?.name;
    return (
      <div class={marksMissing ? 'pg-var' : 'pg-var pg-scripted'}>
        <label class="pg-var__name" for={id}>
          <Name text={name} />
        </label>
        <input
          class="pg-input pg-file pg-scripted"
          aria-invalid={marksMissing}
          type="file"
          id={id}
          data-file={name}
          form={form}
          aria-describedby={`${id}-help`}
        />
        <Help
          id={id}
          problem={marksMissing && 'A file can be picked only with JavaScript.'}
          missing={`Choose a file for ${plain(name)}.`}
          about={`A file of yours${part === undefined ? '' : ` for ${plain(part)}`}. It is sent with the run and not stored.`}
        />
      </div>
    );
  });
}

interface VariableFieldsProps {
  fields: readonly PlaygroundVariable[];
  typed: Typed;
  /** Of the ids of the fields. */
  prefix?: string;
  isCompact?: boolean;
  /** Those that a script fills from elsewhere. */
  filled?: ReadonlySet<string> | undefined;
}

/** A row for each variable. */
export function VariableFields({
  fields,
  typed,
  prefix = '',
  isCompact = false,
  filled,
}: VariableFieldsProps) {
  const key = keyOf(fields);
  return fields.map((field, index) => (
    <VariableField
      field={field}
      id={`${prefix}variable-${index}`}
      value={typed.values.get(field.name)}
      problem={
        (typed.marksMissing && !typed.values.has(field.name) && missingText(field.name)) ||
        (field === key && refusedText(typed.status))
      }
      isKey={field === key}
      isCompact={isCompact}
      isFilled={filled?.has(field.name)}
    />
  ));
}

/** The choice of inserting values as typed. */
export function Verbatim({ checked, form }: { checked: boolean; form?: string }) {
  return (
    <Choice type="checkbox" name="verbatim" form={form} value="yes" checked={checked}>
      Insert values as typed
      <span class="pg-quiet pg-small"> They are not encoded for their place then.</span>
    </Choice>
  );
}

/** Keeps what is typed in `sessionStorage`, secret values by a tick of their own; for scripts. */
export const Keep = ({ secret = false, form }: { secret?: boolean; form: string }) => (
  <span class="pg-scripted">
    <Choice type="checkbox" autocomplete="off" form={form} data-keeps={secret ? 'secrets' : 'values'}>
      Keep {secret && 'secrets '}for this tab
    </Choice>
  </span>
);

interface VariableFieldProps {
  field: PlaygroundVariable;
  id: string;
  value: string | undefined;
  /** What is wrong with it. */
  problem?: string | false | undefined;
  isKey?: boolean;
  /** The form that it belongs to, where that is not the one around it. */
  form?: string | undefined;
  /** Whether its description stands in the empty field, for want of a place below. */
  isCompact?: boolean;
  /** Whether a script fills it from elsewhere. */
  isFilled?: boolean | undefined;
  /** Opens what its owner can set, which are the children. */
  gear?: ComponentChildren;
  children?: ComponentChildren;
}

interface HelpProps extends Pick<VariableFieldProps, 'id' | 'problem'> {
  about: string;
  hidden?: string | false;
  /** What it says where nothing is given. */
  missing: string;
}

/** What is wrong with a value, and what it is for. */
const Help = ({ id, problem, about, hidden = false, missing }: HelpProps) => (
  <p id={`${id}-help`} class={about || hidden ? 'pg-var__help' : 'pg-var__help pg-var__help--none'}>
    <span class="pg-var__problem">
      <Icon name="circle-alert" />{' '}
      <span id={`${id}-problem`} data-text={missing}>
        {problem}
      </span>
    </span>{' '}
    {about} <span class="pg-var__hidden">{hidden}</span>
  </p>
);

/** A labelled field for a variable, with its description, and a message where its value is missing. */
export function VariableField({
  field,
  id,
  value,
  problem,
  isKey,
  form,
  isCompact = false,
  isFilled = false,
  gear,
  children,
}: VariableFieldProps) {
  const { name, description = '', choices = [], secret = false } = field;
  const type = (secret ? 'password' : 'text') as 'text'; // preact's types take no union
  const text = plain(description).trim();
  const about = /[\p{L}\p{N})]$/u.test(text) && (secret || isKey) ? `${text}.` : text;
  const hidden = secret && 'Hidden, and not written into the command.';
  const input = {
    ...{ id, form, name: `variable:${name}`, 'data-fills': name, 'aria-invalid': Boolean(problem) },
    'aria-describedby': `${id}-help`,
    'data-key': isKey ? '' : undefined,
    ...(isCompact ? { title: [about, hidden].filter(Boolean).join(' ') || undefined } : {}),
  };
  return (
    <div class={isFilled ? 'pg-var pg-unscripted' : 'pg-var'}>
      <label class="pg-var__name" for={id}>
        <Name text={name} />
        {secret && <Icon name="lock" />}
      </label>
      <div class="pg-var__field">
        {choices.length > 0 && !secret ? (
          <Select
            {...input}
            class="pg-input--mono"
            options={['', ...choices].map((choice) => [choice, plain(choice)])}
            value={value ?? ''}
          />
        ) : (
          <input
            {...input}
            class="pg-input pg-input--mono"
            type={type}
            data-secret={secret ? '' : undefined}
            placeholder={isCompact && text.length <= MAX_PLACEHOLDER ? text : ' '}
            defaultValue={value}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
          />
        )}
        {secret && !isCompact && (
          <IconButton
            icon="eye"
            label="Show the value"
            class="pg-btn pg-btn--icon pg-scripted"
            data-reveals
          />
        )}
        {gear}
      </div>
      <Help {...{ id, problem, about, hidden }} missing={missingText(name)} />
      {children}
    </div>
  );
}

/** The controls of the request form. */
import type { ComponentChildren, TargetedEvent } from 'preact';
import { type BodyKind, withBodyKind } from '../../request/fields.ts';
import { usualFileType } from '../../request/file-types.ts';
import type { AuthFields, BodyFields, Pair, RequestFields } from '../../schemas/request-fields.ts';
import type { FormPart } from '../../schemas/request-shape.ts';

const TEXTS = {
  variables: 'Write {{name}} for a value that is filled in before each run.',
  file: 'A file on your machine. The code reads it; Run can’t.',
  bytes: 'Binary content. Edit it in the command.',
  other: 'Edit it in the command.',
  method: 'Method',
  url: 'URL',
  query: 'Query',
  headers: 'Headers',
  authentication: 'Authentication',
  typeOfAuthentication: 'Type of authentication',
  auth: { none: 'None', basic: 'Basic', bearer: 'Bearer token' },
  user: 'User',
  password: 'Password',
  token: 'Token',
  body: 'Body',
  typeOfBody: 'Type of the body',
  formFields: 'Form fields',
  parts: 'Parts',
  fileName: 'File name',
  /** What a row contains. */
  items: { query: 'query parameter', header: 'header', field: 'form field', part: 'part' },
  partKinds: { text: 'Text', file: 'File' },
  /** Placeholders, and labels of the controls in a row. */
  name: 'Name',
  value: 'Value',
  type: 'Type',
  of: (what: string, row: string) => `${what} of ${row}`,
  row: (item: string, number: number) => `${item} ${number}`,
  add: (item: string) => `Add ${item}`,
  remove: (row: string) => `Remove ${row}`,
};
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const BODY_KINDS = {
  none: 'None',
  json: 'JSON',
  text: 'Text',
  fields: 'Form fields',
  multipart: 'Multipart form',
  file: 'File',
  bytes: 'Binary',
} as const satisfies Record<BodyKind, string>;

/** Attributes that exclude the controls from the surrounding form of the editor. */
const OWN = { form: 'request-form', autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const typedIn = (event: TargetedEvent<Control>): string => event.currentTarget.value;

interface Props {
  fields: RequestFields;
  change(fields: RequestFields): void;
}

/** Shows the fields of a request as controls. */
export function FormFields({ fields, change }: Props) {
  const set = (changed: Partial<RequestFields>) => change({ ...fields, ...changed });
  const { method, url, query, headers, auth, body } = fields;
  return (
    <div class="pg-request-form">
      <div class="pg-request-form__row">
        <Select
          label={TEXTS.method}
          value={method}
          options={[...new Set([...METHODS, method])].map((one) => [one, one])}
          set={(value) => set({ method: value })}
        />
        <Input what={TEXTS.url} value={url} set={(value) => set({ url: value.trim() })} />
      </div>
      <p class="pg-quiet pg-small">{TEXTS.variables}</p>
      <Pairs
        legend={TEXTS.query}
        item={TEXTS.items.query}
        pairs={query}
        set={(pairs) => set({ query: pairs })}
      />
      <Pairs
        legend={TEXTS.headers}
        item={TEXTS.items.header}
        pairs={headers}
        set={(pairs) => set({ headers: pairs })}
      />
      <fieldset>
        <legend>{TEXTS.authentication}</legend>
        <Auth auth={auth} set={(changed) => set({ auth: changed })} />
      </fieldset>
      <fieldset>
        <legend>{TEXTS.body}</legend>
        <Select
          label={TEXTS.typeOfBody}
          value={body.kind}
          options={Object.entries(BODY_KINDS).filter(([kind]) => kind !== 'bytes' || kind === body.kind)}
          set={(kind) => change(withBodyKind(fields, kind as BodyKind))} // one of the options
        />
        <Body body={body} set={(changed) => set({ body: changed })} />
      </fieldset>
    </div>
  );
}

function Auth({ auth, set }: { auth: AuthFields; set(auth: AuthFields): void }) {
  const kinds: (readonly [kind: string, text: string])[] = [...Object.entries(TEXTS.auth)];
  if (auth.kind === 'other') kinds.push(['other', auth.scheme]);
  const empty: Readonly<Record<string, AuthFields>> = {
    none: { kind: 'none' },
    basic: { kind: 'basic', username: '', password: '' },
    bearer: { kind: 'bearer', token: '' },
  };
  return (
    <>
      <Select
        label={TEXTS.typeOfAuthentication}
        value={auth.kind}
        options={kinds}
        set={(kind) => set(empty[kind] ?? auth)}
      />
      {auth.kind === 'basic' && (
        <>
          <Field label={TEXTS.user} value={auth.username} set={(username) => set({ ...auth, username })} />
          <Field
            label={TEXTS.password}
            value={auth.password}
            set={(password) => set({ ...auth, password })}
          />
        </>
      )}
      {auth.kind === 'bearer' && (
        <Field
          label={TEXTS.token}
          value={auth.token}
          set={(token) => set({ ...auth, token: token.trim() })}
        />
      )}
      {auth.kind === 'other' && <p class="pg-quiet pg-small">{TEXTS.other}</p>}
    </>
  );
}

function Body({ body, set }: { body: BodyFields; set(body: BodyFields): void }) {
  switch (body.kind) {
    case 'json':
    case 'text':
      return <Area what={TEXTS.body} rows={8} value={body.text} set={(text) => set({ ...body, text })} />;
    case 'fields':
      return (
        <Pairs
          legend={TEXTS.formFields}
          item={TEXTS.items.field}
          pairs={body.pairs}
          set={(pairs) => set({ ...body, pairs })}
        />
      );
    case 'multipart':
      return (
        <Rows
          legend={TEXTS.parts}
          item={TEXTS.items.part}
          rows={body.parts}
          blank={{ name: '', value: '' }}
          set={(parts) => set({ ...body, parts })}
        >
          {(part, label, replace) => <Part part={part} label={label} replace={replace} />}
        </Rows>
      );
    case 'file':
      return (
        <>
          <Field label={TEXTS.fileName} value={body.path} set={(path) => set({ ...body, path })} />
          <p class="pg-quiet pg-small">{TEXTS.file}</p>
        </>
      );
    case 'bytes':
      return <p class="pg-quiet pg-small">{TEXTS.bytes}</p>;
    default:
      return null;
  }
}

interface PartProps {
  part: FormPart;
  label: string;
  replace(part: FormPart): void;
}

/** A part of a multipart form: text, or a file by its name. */
function Part({ part, label, replace }: PartProps) {
  const { name, value, file } = part;
  return (
    <>
      <Input
        what={TEXTS.name}
        row={label}
        value={name}
        set={(changed) => replace({ ...part, name: changed })}
      />
      <Select
        label={TEXTS.of(TEXTS.type, label)}
        value={file === undefined ? 'text' : 'file'}
        options={Object.entries(TEXTS.partKinds)}
        set={(kind) => replace(kind === 'file' ? { name, file: '', filename: '' } : { name, value: '' })}
      />
      {file !== undefined ? (
        <Input
          what={TEXTS.partKinds.file}
          row={label}
          value={file}
          set={(path) => replace(withFile(part, path))}
        />
      ) : value === undefined ? (
        <span class="pg-quiet pg-small">{TEXTS.bytes}</span>
      ) : (
        <Area
          what={TEXTS.value}
          row={label}
          rows={1}
          value={value}
          set={(changed) => replace({ ...part, value: changed })}
        />
      )}
    </>
  );
}

/** Changes the file of a part; its name and type follow the file unless they were set. */
function withFile(part: FormPart, file: string): FormPart {
  const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const { content_type: type, ...rest } = part;
  const { file: before = '', filename } = part;
  const isUsual = type === undefined || type === usualFileType(before, filename);
  return {
    ...rest,
    file,
    ...(filename !== undefined && { filename: filename === baseOf(before) ? baseOf(file) : filename }),
    ...(!isUsual && { content_type: type }),
  };
}

interface PairsProps {
  legend: string;
  item: string;
  pairs: Pair[];
  set(pairs: Pair[]): void;
}

/** Rows of names and values. */
function Pairs({ legend, item, pairs, set }: PairsProps) {
  return (
    <Rows legend={legend} item={item} rows={pairs} blank={{ name: '', value: '' }} set={set}>
      {(pair, label, replace) => (
        <>
          <Input what={TEXTS.name} row={label} value={pair.name} set={(name) => replace({ ...pair, name })} />
          <Area
            what={TEXTS.value}
            row={label}
            rows={1}
            value={pair.value}
            set={(value) => replace({ ...pair, value })}
          />
        </>
      )}
    </Rows>
  );
}

interface RowsProps<T> {
  legend: string;
  /** What a row contains. */
  item: string;
  rows: T[];
  blank: T;
  set(rows: T[]): void;
  children(row: T, label: string, replace: (row: T) => void): ComponentChildren;
}

/** Rows that can be added and removed. The focus goes to the added row, and to the one after a removed row. */
function Rows<T>({ legend, item, rows, blank, set, children }: RowsProps<T>) {
  const focusIn = (group: Element | null, selector: string, index: number) => {
    const found = group?.querySelectorAll<HTMLElement>(selector);
    (found?.[index] ?? group?.querySelector<HTMLElement>('.pg-add'))?.focus();
  };
  const add = ({ currentTarget }: TargetedEvent<HTMLButtonElement>) => {
    const group = currentTarget.closest('fieldset');
    set([...rows, { ...blank }]);
    focusIn(group, '.pg-request-form__row input:first-child', rows.length);
  };
  const remove = (group: Element | null, index: number) => {
    set(rows.toSpliced(index, 1));
    focusIn(group, '.pg-remove', index);
  };
  return (
    <fieldset>
      <legend>{legend}</legend>
      {rows.map((row, index) => (
        <div class="pg-request-form__row">
          {children(row, TEXTS.row(item, index + 1), (changed) => set(rows.with(index, changed)))}
          <button
            type="button"
            class="pg-btn pg-btn--icon pg-remove"
            aria-label={TEXTS.remove(TEXTS.row(item, index + 1))}
            onClick={({ currentTarget }) => remove(currentTarget.closest('fieldset'), index)}
          >
            ×
          </button>
        </div>
      ))}
      <button type="button" class="pg-btn pg-btn--secondary pg-add" onClick={add}>
        {TEXTS.add(item)}
      </button>
    </fieldset>
  );
}

interface ControlProps {
  label: string;
  value: string;
  set(value: string): void;
}

/** A control labelled by its placeholder, and by its row if there are several. */
interface TextProps extends Omit<ControlProps, 'label'> {
  what: string;
  row?: string;
}

const labelOf = ({ what, row }: TextProps): string => (row === undefined ? what : TEXTS.of(what, row));

function Input(props: TextProps) {
  const { what, value, set } = props;
  return (
    <input
      class="pg-input pg-input--mono"
      {...OWN}
      type="text"
      aria-label={labelOf(props)}
      placeholder={what}
      value={value}
      onInput={(event) => set(typedIn(event))}
    />
  );
}

/** A text field with a visible label, for fields without a heading. */
function Field({ label, value, set }: ControlProps) {
  const id = `request-${label.replace(' ', '-')}`;
  return (
    <p class="pg-field">
      <label for={id}>{label}</label>
      <input
        class="pg-input pg-input--mono"
        {...OWN}
        id={id}
        type="text"
        value={value}
        onInput={(event) => set(typedIn(event))}
      />
    </p>
  );
}

/** A multi-line text. If one line is usual, only Shift+Enter inserts a line break. */
function Area(props: TextProps & { rows: number }) {
  const { what, value, set, rows } = props;
  return (
    <textarea
      class="pg-textarea pg-input--mono"
      {...OWN}
      aria-label={labelOf(props)}
      placeholder={what}
      rows={rows}
      value={value}
      onInput={(event) => set(typedIn(event))}
      onKeyDown={(event) => {
        if (rows === 1 && event.key === 'Enter' && !event.shiftKey && !event.isComposing)
          event.preventDefault();
      }}
    />
  );
}

interface SelectProps extends ControlProps {
  options: readonly (readonly [value: string, text: string])[];
}

function Select({ label, value, set, options }: SelectProps) {
  return (
    <select
      class="pg-select"
      {...OWN}
      aria-label={label}
      value={value}
      onChange={(event) => set(typedIn(event))}
    >
      {options.map(([one, text]) => (
        <option value={one}>{text}</option>
      ))}
    </select>
  );
}

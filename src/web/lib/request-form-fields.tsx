/** The controls of the request form. */
import type { ComponentChildren, TargetedEvent } from 'preact';
import { Button, IconButton, type Options, Select } from '../../pages/views/inputs.tsx';
import { type BodyKind, withBodyKind } from '../../request/fields.ts';
import { usualFileType } from '../../request/file-types.ts';
import type { AuthFields, BodyFields, Pair, RequestFields } from '../../schemas/request-fields.ts';
import type { FormPart } from '../../schemas/request-shape.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const AUTH_KINDS = { none: 'None', basic: 'Basic', bearer: 'Bearer token' };
const EMPTY_AUTH: Readonly<Record<string, AuthFields>> = {
  none: { kind: 'none' },
  basic: { kind: 'basic', username: '', password: '' },
  bearer: { kind: 'bearer', token: '' },
};
const BODY_KINDS = {
  json: 'JSON',
  text: 'Text',
  fields: 'Form',
  multipart: 'Multipart',
  file: 'File',
  bytes: 'Binary',
  none: 'None',
} as const satisfies Record<BodyKind, string>;

/** Attributes that exclude the controls from the surrounding form of the editor. */
const OWN = { form: 'request-form', autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const typedIn = (event: TargetedEvent<Control>): string => event.currentTarget.value;

const Note = (props: { children: ComponentChildren }) => <p class="pg-quiet pg-small" {...props} />;

interface Props {
  fields: RequestFields;
  change(fields: RequestFields): void;
}

/** Shows the fields of a request as controls. */
export function FormFields({ fields, change }: Props) {
  const set = (changed: Partial<RequestFields>) => change({ ...fields, ...changed });
  const { method, url, query, headers, auth, body } = fields;
  const methods = [...new Set([...METHODS, method])].map((one) => [one, one] as const);
  const kinds = Object.entries(BODY_KINDS).filter(([kind]) => kind !== 'bytes' || kind === body.kind);
  return (
    <div class="pg-request-form">
      <div class="pg-request-form__row">
        <Menu label="Method" value={method} options={methods} set={(value) => set({ method: value })} />
        <Input what="URL" value={url} set={(value) => set({ url: value.trim() })} />
      </div>
      <fieldset>
        <legend>Authentication</legend>
        <div class="pg-request-form__row">
          <Auth auth={auth} set={(changed) => set({ auth: changed })} />
        </div>
      </fieldset>
      <Pairs legend="Query" item="parameter" pairs={query} set={(pairs) => set({ query: pairs })} />
      <Pairs legend="Headers" item="header" pairs={headers} set={(pairs) => set({ headers: pairs })} />
      <fieldset>
        <legend>Body</legend>
        <div class="pg-seg">
          {kinds.map(([kind, title]) => (
            <label class="pg-seg__item">
              <input
                class="pg-seg__radio"
                type="radio"
                name="body-kind"
                form={OWN.form}
                checked={kind === body.kind}
                onChange={() => change(withBodyKind(fields, kind as BodyKind))} // a key of them
              />
              {title}
            </label>
          ))}
        </div>
        <Body body={body} set={(changed) => set({ body: changed })} />
      </fieldset>
      <Note>Write {'{{name}}'} for a value that is filled in before each run.</Note>
    </div>
  );
}

function Auth({ auth, set }: { auth: AuthFields; set(auth: AuthFields): void }) {
  const kinds: [kind: string, text: string][] = Object.entries(AUTH_KINDS);
  if (auth.kind === 'other') kinds.push(['other', auth.scheme]);
  const choose = (kind: string) => set(EMPTY_AUTH[kind] ?? auth);
  return (
    <>
      <Menu label="Type of authentication" value={auth.kind} options={kinds} set={choose} />
      {auth.kind === 'basic' && (
        <>
          <Input what="User" value={auth.username} set={(username) => set({ ...auth, username })} />
          <Input what="Password" value={auth.password} set={(password) => set({ ...auth, password })} />
        </>
      )}
      {auth.kind === 'bearer' && (
        <Input what="Token" value={auth.token} set={(token) => set({ ...auth, token: token.trim() })} />
      )}
      {auth.kind === 'other' && <Note>Edit it in the command.</Note>}
    </>
  );
}

function Body({ body, set }: { body: BodyFields; set(body: BodyFields): void }) {
  if (body.kind === 'json' || body.kind === 'text')
    return <Area what="Body" rows={8} value={body.text} set={(text) => set({ ...body, text })} />;
  if (body.kind === 'fields') {
    const change = (pairs: Pair[]) => set({ ...body, pairs });
    return <Pairs legend="Form fields" item="field" pairs={body.pairs} set={change} />;
  }
  if (body.kind === 'multipart')
    return (
      <Rows
        legend="Parts"
        item="part"
        rows={body.parts}
        blank={{ name: '', value: '' }}
        set={(parts) => set({ ...body, parts })}
      >
        {(part, label, replace) => <Part part={part} label={label} replace={replace} />}
      </Rows>
    );
  if (body.kind === 'file')
    return (
      <>
        <Input what="File name" value={body.path} set={(path) => set({ ...body, path })} />
        <Note>A file on your machine. The code reads it; Run can’t.</Note>
      </>
    );
  return body.kind === 'bytes' ? <Note>Binary content. Edit it in the command.</Note> : null;
}

interface PartProps {
  part: FormPart;
  label: string;
  replace(part: FormPart): void;
}

/** A part of a multipart form: text, or a file by its name. */
function Part({ part, label, replace }: PartProps) {
  const { name, value, file } = part;
  const choose = (kind: string) =>
    replace(kind === 'file' ? { name, file: '', filename: '' } : { name, value: '' });
  const set = (changed: Partial<FormPart>) => replace({ ...part, ...changed });
  return (
    <>
      <Input what="Name" row={label} value={name} set={(changed) => set({ name: changed })} />
      <Menu
        label={`Type of ${label}`}
        value={file === undefined ? 'text' : 'file'}
        options={Object.entries({ text: 'Text', file: 'File' })}
        set={choose}
      />
      {file !== undefined ? (
        <Input what="File" row={label} value={file} set={(path) => replace(withFile(part, path))} />
      ) : value === undefined ? (
        <Note>Binary content. Edit it in the command.</Note>
      ) : (
        <Area what="Value" row={label} value={value} set={(changed) => set({ value: changed })} />
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

interface PairsProps extends Omit<RowsProps<Pair>, 'rows' | 'blank' | 'children'> {
  pairs: Pair[];
}

/** Rows of names and values. */
function Pairs({ pairs, ...rows }: PairsProps) {
  return (
    <Rows rows={pairs} blank={{ name: '', value: '' }} {...rows}>
      {(pair, label, replace) => (
        <>
          <Input what="Name" row={label} value={pair.name} set={(name) => replace({ ...pair, name })} />
          <Area what="Value" row={label} value={pair.value} set={(value) => replace({ ...pair, value })} />
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
          {children(row, `${item} ${index + 1}`, (changed) => set(rows.with(index, changed)))}
          <IconButton
            icon="x"
            label={`Remove ${item} ${index + 1}`}
            class="pg-btn pg-btn--icon pg-remove"
            onClick={({ currentTarget }) => remove(currentTarget.closest('fieldset'), index)}
          />
        </div>
      ))}
      <Button kind="quiet" icon="plus" class="pg-add" onClick={add}>
        Add a {item}
      </Button>
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

const textOf = ({ what, row, value, set }: TextProps) => ({
  ...OWN,
  'aria-label': row === undefined ? what : `${what} of ${row}`,
  placeholder: what,
  value,
  onInput: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) => set(typedIn(event)),
});

const Input = (props: TextProps) => <input class="pg-input pg-input--mono" type="text" {...textOf(props)} />;

/** A multi-line text. If one line is usual, only Shift+Enter inserts a line break. */
function Area({ rows = 1, ...props }: TextProps & { rows?: number }) {
  const onKeyDown = (event: TargetedEvent<HTMLTextAreaElement, KeyboardEvent>) => {
    if (rows === 1 && event.key === 'Enter' && !event.shiftKey && !event.isComposing) event.preventDefault();
  };
  return <textarea class="pg-textarea pg-input--mono" rows={rows} onKeyDown={onKeyDown} {...textOf(props)} />;
}

function Menu({ label, value, set, options }: ControlProps & { options: Options }) {
  const onChange = (event: TargetedEvent<HTMLSelectElement>) => set(typedIn(event));
  return <Select {...{ ...OWN, options, value, onChange }} aria-label={label} />;
}

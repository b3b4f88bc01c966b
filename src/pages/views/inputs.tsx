/** Buttons, and fields of forms with their labels. Pure. */
import type {
  AnchorHTMLAttributes,
  ButtonHTMLAttributes,
  ComponentChildren,
  InputHTMLAttributes,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { Message } from './warnings.tsx';

type InputProps = InputHTMLAttributes<HTMLInputElement>;
type Kind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonLook {
  kind?: Kind;
  icon?: IconName | undefined;
  /** Whether the text is hidden on phones, where the icon alone stays. */
  folds?: boolean | undefined;
}

const contentOf = ({ icon, folds = false }: ButtonLook, children: ComponentChildren) => (
  <>
    {icon !== undefined && <Icon name={icon} solid={icon === 'play'} />}
    {folds ? <span class="pg-folds">{children}</span> : children}
  </>
);

/** A button; the one of a page that does what the page is for is `primary`. */
export function Button(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'> & ButtonLook) {
  const { kind = 'secondary', icon, folds, class: more, children, ...button } = props;
  return (
    <button type="button" class={`pg-btn pg-btn--${kind} ${more ?? ''}`.trim()} {...button}>
      {contentOf({ icon, folds }, children)}
    </button>
  );
}

/** The button that does what a form or a page is for. */
export const Submit = (props: Parameters<typeof Button>[0]) => (
  <Button type="submit" kind="primary" {...props} />
);

/** A button that shows an icon alone. */
export function IconButton({
  icon,
  label,
  ...button
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon'> & { icon: IconName; label: string }) {
  return (
    <button type="button" class="pg-btn pg-btn--icon" aria-label={label} title={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}

/** Copies the text in view that is nearest to it. */
export const CopyButton = ({ what }: { what: string }) => (
  <IconButton icon="copy" label={`Copy ${what}`} class="pg-btn pg-btn--icon pg-scripted" data-copies="" />
);

/** The search of a list, which `/` leads to. */
export const SearchField = ({ value, placeholder = 'Search' }: { value: string; placeholder?: string }) => (
  <span class="pg-tools__search">
    <Icon name="search" />
    <input
      class="pg-input"
      id="search"
      type="search"
      name="search"
      maxLength={200}
      aria-label={placeholder}
      aria-keyshortcuts="/"
      {...{ value, placeholder }}
    />
    <span class="pg-tools__key pg-scripted" aria-hidden="true">
      /
    </span>
  </span>
);

/** A link that looks like a button. */
type LinkProps = { href: string; children?: ComponentChildren } & AnchorHTMLAttributes<HTMLAnchorElement> &
  ButtonLook;

export function ButtonLink(props: LinkProps) {
  const { kind = 'secondary', icon, folds, children, ...link } = props;
  return (
    <a class={`pg-btn pg-btn--${kind}`} {...link}>
      {contentOf({ icon, folds }, children)}
    </a>
  );
}

/** A control with its label above it. */
const Labelled = ({ label, id, children }: { label: string; id: string; children: ComponentChildren }) => (
  <p class="pg-field">
    <label class="pg-field__label" for={id}>
      {label}
    </label>
    {children}
  </p>
);

type FieldProps = InputProps & {
  label: string;
  id: string;
  help?: string;
  'data-renames'?: string;
  /** Why what was typed is refused: in the place of the help. */
  problem?: string | undefined;
};

/** A labelled field of one line. What is typed into a password can be shown. */
export function Field({ label, help, problem, ...input }: FieldProps) {
  const isRefused = problem !== undefined;
  const note = problem ?? help;
  const noteId = `${input.id}-help`;
  const described = note === undefined ? {} : { 'aria-describedby': noteId, 'aria-invalid': isRefused };
  return (
    <Labelled label={label} id={input.id}>
      {input.type === 'password' ? (
        <span class="pg-field__secret">
          <input class="pg-input pg-input--mono" {...described} {...input} />
          <IconButton icon="eye" label="Show" class="pg-btn pg-btn--icon pg-scripted" data-reveals />
        </span>
      ) : (
        <input class="pg-input" {...described} {...input} />
      )}
      {note !== undefined && (
        <span id={noteId} class="pg-field__help" role={isRefused ? 'alert' : undefined}>
          <Message text={note} />
        </span>
      )}
    </Labelled>
  );
}

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  id: string;
  value: string | undefined;
};

/** A labelled field of several lines. */
export const TextArea = ({ label, value, class: more, ...area }: TextAreaProps) => (
  <Labelled label={label} id={area.id}>
    <textarea class={`pg-textarea ${more ?? ''}`.trim()} {...area}>
      {value}
    </textarea>
  </Labelled>
);

/** A labelled menu. */
export const MenuField = ({ label, ...menu }: SelectProps & { label: string; id: string }) => (
  <Labelled label={label} id={menu.id}>
    <Select {...menu} />
  </Labelled>
);

/** The values of a menu with their texts. */
export type Options = readonly (readonly [value: string, text: string])[];

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: Options;
  value?: string | undefined;
  /** Among others in a row: without a border. */
  kind?: 'quiet';
};

/** A menu. Its options are numbered for the panes of tabs. */
export function Select({ options, value, kind, class: more, ...select }: SelectProps) {
  return (
    <select
      class={['pg-select', kind && `pg-select--${kind}`, more].filter(Boolean).join(' ')}
      autocomplete="off"
      {...select}
    >
      {options.map(([one, text], index) => (
        <option value={one} data-n={index + 1} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A check box or radio button with its text. */
export function Choice({ children, ...input }: InputProps & { children: ComponentChildren }) {
  return (
    <label class="pg-check">
      <input class="pg-check__box" {...input} /> <span>{children}</span>
    </label>
  );
}

/** Buttons, and fields of forms with their labels. Pure. */
import type {
  AnchorHTMLAttributes,
  ButtonHTMLAttributes,
  ComponentChildren,
  InputHTMLAttributes,
} from 'preact';

type InputProps = InputHTMLAttributes<HTMLInputElement>;

/** The button that does what a form or a page is for. */
export function Submit({ children, ...button }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="submit" class="primary" {...button}>
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ children, ...link }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a class="button" {...link}>
      {children}
    </a>
  );
}

/** A labelled field of one line. */
export function Field({ label, id, ...input }: InputProps & { label: string; id: string }) {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input id={id} {...input} />
    </p>
  );
}

/** A check box or radio button with its text. */
export function Choice({ children, ...input }: InputProps & { children: ComponentChildren }) {
  return (
    <label class="choice">
      <input {...input} /> {children}
    </label>
  );
}

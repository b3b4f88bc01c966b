/** Fields of forms with their labels. Pure. */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';

type InputProps = InputHTMLAttributes<HTMLInputElement>;

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

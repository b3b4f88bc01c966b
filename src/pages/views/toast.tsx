/** What has just been done, at the foot of the window, with one action. Pure. */
import type { ComponentChildren } from 'preact';

interface ToastProps {
  /** Where its form is sent, with these fields. */
  action?: string;
  button?: string;
  fields?: readonly (readonly [name: string, value: string])[];
  children: ComponentChildren;
}

export function Toast({ action, button, fields = [], children }: ToastProps) {
  return (
    <form method="post" action={action} class="pg-toast">
      <p role="status">{children}</p>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {button !== undefined && (
        <button type="submit" class="pg-toast__action">
          {button}
        </button>
      )}
    </form>
  );
}

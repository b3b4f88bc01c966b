/** The request of the command in the editor as a form. Changes are written into the command. */
import { render } from 'preact';
import { EMPTY_REQUEST, fieldsOf, withoutBlankRows } from '../../request/fields.ts';
import type { RequestFields } from '../../schemas/request-fields.ts';
import type { ParsedRequest } from '../../schemas/request-shape.ts';
import { FormFields } from './request-form-fields.tsx';

/** A change of the form that the command does not have yet. */
export interface FormChange {
  /** The command that the form was created from; it provides what the form does not show. */
  command: string;
  fields: RequestFields;
}

/** Synchronises the form and the command of the editor. */
export class RequestForm {
  readonly #place: HTMLElement;
  readonly #changed: () => void;
  #base = '';
  /** The command that the form represents. */
  #command: string | undefined;
  #fields: RequestFields | undefined;
  change: FormChange | undefined;

  /** @param changed called whenever somebody changes the form */
  constructor(place: HTMLElement, changed: () => void) {
    this.#place = place;
    this.#changed = changed;
  }

  /** Shows the request of a command, unless the form already represents it. */
  show(command: string, request: ParsedRequest | undefined, reasons: readonly string[]): void {
    if (command === this.#command) return;
    this.#base = command;
    this.#command = command;
    this.change = undefined;
    const shown = request ?? (command.trim() === '' ? EMPTY_REQUEST : undefined);
    this.#fields = shown && reasons.length === 0 ? fieldsOf(shown) : undefined;
    this.#render(shown === undefined ? ['Correct the command first.'] : reasons);
  }

  /** Must be called when the change has been written into the command. */
  written(command: string): void {
    this.#command = command;
    this.change = undefined;
  }

  #render(reasons: readonly string[]): void {
    const fields = this.#fields;
    const view =
      fields === undefined ? (
        <NoForm reasons={reasons} />
      ) : (
        <FormFields fields={fields} change={(changed) => this.#set(changed)} />
      );
    render(view, this.#place);
  }

  #set(fields: RequestFields): void {
    this.#fields = fields;
    this.change = { command: this.#base, fields: withoutBlankRows(fields) };
    this.#render([]);
    this.#changed();
  }
}

function NoForm({ reasons }: { reasons: readonly string[] }) {
  return (
    <>
      <p>This command can’t be edited as a form:</p>
      <ul>
        {reasons.map((reason) => (
          <li>{reason}</li>
        ))}
      </ul>
    </>
  );
}

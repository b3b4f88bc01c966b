/** The warnings about a command, as a list. */
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { counted } from './format.tsx';
import { Icon } from './icon.tsx';
import { plain } from './visible-text.tsx';

/** The warnings that pages show: not those about curl's output, which a page does not have, and about variables, which are fields. */
export const shownWarnings = (all: readonly RequestWarning[] = []): readonly RequestWarning[] =>
  all.filter(({ code }) => code !== 'output_option' && code !== 'variable' && code !== 'placeholder');

/** Lists the warnings of a request, folded. */
export const Warnings = ({ warnings }: { warnings: readonly RequestWarning[] | undefined }) => (
  <Notes warnings={shownWarnings(warnings).map(withOption)} />
);

interface NotesProps {
  warnings: readonly { message: string }[];
  /** What they are, if they warn of nothing. */
  title?: string;
}

/** Warnings that are read on demand; nothing where there are none. */
export function Notes({ warnings, title }: NotesProps) {
  if (warnings.length === 0) return null;
  return (
    <details class="pg-fold">
      <summary class="pg-fold__summary">
        {title === undefined && <Icon name="triangle-alert" />}
        {title ?? counted(warnings.length, 'warning')}
      </summary>
      <WarningList warnings={warnings} />
    </details>
  );
}

/** A warning that begins with its option, as code. */
function withOption({ message, option }: RequestWarning): { message: string } {
  if (option === undefined) return { message };
  return {
    message: `\`${option}\` ${message.startsWith(`${option} `) ? message.slice(option.length + 1) : message}`,
  };
}

interface WarningListProps {
  /** Its name for screen readers. */
  label?: string;
  warnings: readonly { message: string }[];
}

export function WarningList({ label, warnings }: WarningListProps) {
  if (warnings.length === 0) return null;
  return (
    <ul class="pg-note__list" aria-label={label}>
      {warnings.map(({ message }) => (
        <li>
          <Message text={message} />
        </li>
      ))}
    </ul>
  );
}

/** A message whose text between backticks is code. */
export function Message({ text }: { text: string }) {
  const pieces = text.split(/`([^`]*)`/);
  return pieces.map((piece, index) =>
    index % 2 === 0 ? plain(piece) : <code class="pg-inline">{plain(piece)}</code>,
  );
}

/** The warnings about a command, as a list. */
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { counted } from './format.tsx';
import { Icon } from './icon.tsx';
import { plain } from './visible-text.tsx';

/** Lists the warnings, folded, without those about curl's output, which a page does not have, and about variables, which are fields. */
export function Warnings({ warnings: all = [] }: { warnings: readonly RequestWarning[] | undefined }) {
  const warnings = all.filter(
    ({ code }) => code !== 'output_option' && code !== 'variable' && code !== 'placeholder',
  );
  if (warnings.length === 0) return null;
  return <Notes title={counted(warnings.length, 'warning')} warnings={warnings.map(withOption)} />;
}

/** Facts that are read on demand. */
export function Notes({ title, warnings }: { title: string; warnings: readonly { message: string }[] }) {
  return (
    <details class="pg-fold">
      <summary class="pg-fold__summary">
        <Icon name="triangle-alert" />
        {title}
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

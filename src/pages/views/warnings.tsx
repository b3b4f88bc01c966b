/** The warnings about a command, as a list. */
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { counted } from './format.tsx';
import { plain } from './visible-text.tsx';

/** Lists the warnings, without those about curl's output, which a page does not have. */
export function Warnings({ warnings: all = [] }: { warnings: readonly RequestWarning[] | undefined }) {
  const warnings = all.filter(({ code }) => code !== 'output_option');
  if (warnings.length === 0) return null;
  return (
    <details class="warning-list" open={warnings.length <= 5}>
      <summary>{counted(warnings.length, 'warning')}</summary>
      <WarningList warnings={warnings.map(withOption)} />
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

/** Lists messages; nothing where there are none. */
export function WarningList({ label, warnings }: WarningListProps) {
  if (warnings.length === 0) return null;
  return (
    <ul class="warnings" aria-label={label}>
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
  return pieces.map((piece, index) => (index % 2 === 0 ? plain(piece) : <code>{plain(piece)}</code>));
}

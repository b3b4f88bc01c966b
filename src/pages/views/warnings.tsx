/** The warnings about a command, as a list. */
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { plain } from './visible-text.tsx';

const TEXTS = { warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`) };

/** Lists the warnings, without those about curl's output, which a page does not have. */
export function Warnings({ warnings: all }: { warnings: readonly RequestWarning[] }) {
  const warnings = all.filter(({ code }) => code !== 'output_option');
  if (warnings.length === 0) return null;
  return (
    <details class="warning-list" open={warnings.length <= 5}>
      <summary>{TEXTS.warnings(warnings.length)}</summary>
      <ul class="warnings">
        {warnings.map(({ message, option }) => (
          <li>
            {option !== undefined && (
              <>
                <code>{plain(option)}</code>{' '}
              </>
            )}
            <Message
              text={
                option !== undefined && message.startsWith(`${option} `)
                  ? message.slice(option.length + 1)
                  : message
              }
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A message whose text between backticks is code. */
export function Message({ text }: { text: string }) {
  const pieces = text.split(/`([^`]*)`/);
  return pieces.map((piece, index) => (index % 2 === 0 ? plain(piece) : <code>{plain(piece)}</code>));
}

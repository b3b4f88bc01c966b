/** What parse-curl remarks on a command, as a list. */
import type { RequestWarning } from '../../schemas/request-shape.ts';
import { plain } from './text.tsx';

export function Warnings({ warnings }: { warnings: readonly RequestWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <details class="warning-list" open={warnings.length <= 5}>
      <summary>
        {warnings.length} {warnings.length === 1 ? 'remark' : 'remarks'} on this command
      </summary>
      <ul class="warnings">
        {warnings.map(({ message, option }) => (
          <li>
            {option !== undefined && (
              <>
                <code>{plain(option)}</code>{' '}
              </>
            )}
            {plain(message)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What became of a command that was tried on the start page. */
import { Command } from './command.tsx';
import { type Program, Programs } from './programs.tsx';
import { type Reading, ReadingView } from './reading.tsx';

export interface TriedProps {
  command: string;
  shared: Reading & { programs: readonly Program[] };
}

/** What became of a command: as it was read, as a request, as programs. */
export function Tried({ command, shared: { request, problem, programs } }: TriedProps) {
  return (
    <div class="columns">
      <div>
        <Command command={command} warnings={request?.warnings ?? []} request={request} problem={problem} />
        <ReadingView reading={{ request, problem: undefined }} />
      </div>
      {programs.length > 0 && (
        <section aria-label="The program">
          <Programs programs={programs} />
        </section>
      )}
    </div>
  );
}

/** A command of the start page, converted: as it was read, as a request, as code. */
import { Command } from './command.tsx';
import { type Program, Programs } from './programs.tsx';
import { type Reading, ReadingView } from './reading.tsx';

const TEXTS = { code: 'Code' };

export interface ConversionProps {
  command: string;
  conversion: Reading & { programs: readonly Program[] };
}

export function Conversion({ command, conversion: { request, problem, programs } }: ConversionProps) {
  return (
    <div class="columns">
      <div>
        <Command command={command} warnings={request?.warnings ?? []} request={request} problem={problem} />
        <ReadingView reading={{ request, problem: undefined }} />
      </div>
      {programs.length > 0 && (
        <section aria-label={TEXTS.code}>
          <Programs programs={programs} />
        </section>
      )}
    </div>
  );
}

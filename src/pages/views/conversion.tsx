/** A command of the start page, converted: as it was read, as a request, as code. */
import { Command } from './command.tsx';
import { type ParseResult, ParseResultView } from './parse-result.tsx';
import { type Program, Programs } from './programs.tsx';

const TEXTS = { code: 'Code' };

export interface ConversionProps {
  command: string;
  conversion: ParseResult & { programs: readonly Program[] };
}

export function Conversion({ command, conversion: { request, problem, programs } }: ConversionProps) {
  return (
    <div class="columns">
      <div>
        <Command command={command} warnings={request?.warnings ?? []} request={request} problem={problem} />
        <ParseResultView result={{ request, problem: undefined }} />
      </div>
      {programs.length > 0 && (
        <section aria-label={TEXTS.code}>
          <Programs programs={programs} />
        </section>
      )}
    </div>
  );
}

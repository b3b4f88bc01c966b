/** A command with its warnings marked at their places. */
import type { Encoding } from '../../request/variables.ts';
import type { ParsedRequest, RequestWarning } from '../../schemas/request-shape.ts';
import { type Mark, marksOf, variableMarks } from './marks.ts';
import type { ParseResult } from './parse-result.tsx';
import { Code } from './visible-text.tsx';
import { Message } from './warnings.tsx';

/** Shows a command with its marks, and the error below it. */
export function Command({
  command,
  warnings,
  request,
  problem,
  encodings = [],
}: {
  command: string;
  warnings: readonly RequestWarning[];
  request: ParsedRequest | undefined;
  problem?: ParseResult['problem'];
  /** How values are written at the places where variables stand, in their order. */
  encodings?: readonly Encoding[];
}) {
  const marks: Mark[] = [
    ...marksOf(command, warnings, 'warning'),
    ...variableMarks(command, request?.variables ?? []).map((mark, index) => ({
      ...mark,
      encoding: encodings[index],
    })),
    ...(problem?.offset === undefined
      ? []
      : marksOf(command, [{ message: problem.message, start: problem.offset }], 'error')),
  ];
  return (
    <>
      <figure class="code command">
        <figcaption>
          <span>Command</span>
          <span class="actions" />
        </figcaption>
        <pre tabIndex={0} role="region" aria-label="cURL command" class="wrap">
          <Code text={command} language="bash" marks={marks} />
        </pre>
      </figure>
      {problem !== undefined && (
        <p class="problem">
          <Message text={problem.message} />
        </p>
      )}
    </>
  );
}

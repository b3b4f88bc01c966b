/** A command with its warnings marked at their places. */
import type { Encoding } from '../../request/variables.ts';
import { marksOf, replacementMarks, variableMarks } from './marks.ts';
import type { ParseResult } from './parse-result.tsx';
import { Code } from './visible-text.tsx';
import { Message } from './warnings.tsx';

interface CommandProps extends ParseResult {
  command: string;
  /** How values are written at the places where variables stand, in their order. */
  encodings?: readonly Encoding[];
  /** Placeholders that replace credentials. */
  replaced?: readonly string[] | undefined;
}

/** Shows a command with its marks, and the error below it. */
export function Command({ command, request, problem, encodings = [], replaced = [] }: CommandProps) {
  const variables = variableMarks(command, request?.variables ?? []);
  const marks = [
    ...marksOf(command, request?.warnings ?? [], 'warning'),
    ...variables.map((mark, index) => ({ ...mark, encoding: encodings[index] })),
    ...replacementMarks(command, replaced),
    ...marksOf(command, problem === undefined ? [] : [{ ...problem, start: problem.offset }], 'error'),
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

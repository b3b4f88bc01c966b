/** A command with its warnings marked at their places. */
import type { ComponentChildren } from 'preact';
import { type Encoding, encodeValue } from '../../request/variables.ts';
import type { PlaygroundVariable } from '../../schemas/playground.ts';
import type { Typed } from './fields.tsx';
import { highlightCode } from './highlight-code.ts';
import { CopyButton } from './inputs.tsx';
import { marksOf, type Quotes, replacementMarks, shellText, variableMarks } from './marks.ts';
import type { ParseResult } from './parse-result.tsx';
import type { Program } from './programs.tsx';
import { TabList } from './tabs.tsx';
import { Block, Code } from './visible-text.tsx';
import { Message, shownWarnings } from './warnings.tsx';

/** What stands for a secret value. */
export const HIDDEN = '••••••••';

interface CommandProps extends ParseResult {
  command: string;
  /** How values are written at the places where variables stand, in their order. */
  encodings?: readonly Encoding[];
  /** Placeholders that replace credentials. */
  replaced?: readonly string[] | undefined;
  /** Values that its variables have; a secret one is hidden. */
  typed?: Typed;
  fields?: readonly PlaygroundVariable[];
  /** Whether a title and the button to copy stand above it. Default true. */
  hasHead?: boolean;
  /** Its name for screen readers. */
  label?: string;
  /** Beside that button. */
  actions?: ComponentChildren;
  /** The command for other shells than bash, chosen above it. */
  shells?: readonly Pick<Program, 'code' | 'library'>[];
}

const SHELLS = new Map([['powershell', 'PowerShell']]);

export function Command(props: CommandProps) {
  const {
    command,
    request,
    problem,
    encodings = [],
    replaced = [],
    hasHead = true,
    label = 'cURL command',
  } = props;
  const shells = hasHead ? (props.shells ?? []) : [];
  const tabs = ['bash', ...shells.map(({ library }) => library)].map((value) => ({
    value,
    title: SHELLS.get(value) ?? value,
  }));
  const shownValue = (name: string, encoding: Encoding = 'none', quotes: Quotes = 'none') => {
    const value = props.typed?.values.get(name);
    if (value === undefined || value === '') return undefined;
    if (props.fields?.some((one) => one.name === name && one.secret === true)) return HIDDEN;
    return shellText(props.typed?.verbatim ? value : encodeValue(value, encoding), quotes);
  };
  const variables = variableMarks(command, request?.variables ?? []);
  const marks = [
    ...marksOf(command, shownWarnings(request?.warnings), 'warning'),
    ...variables.map((mark, index) => ({
      ...mark,
      encoding: encodings[index],
      value: shownValue(mark.name ?? '', encodings[index], mark.quotes),
    })),
    ...replacementMarks(command, replaced),
    ...marksOf(command, problem === undefined ? [] : [{ ...problem, start: problem.offset }], 'error'),
  ];
  return (
    <>
      <figure
        class={hasHead ? 'pg-code pg-command pg-set' : 'pg-command'}
        data-remember={shells.length > 0 ? 'shell' : undefined}
      >
        {hasHead && (
          <figcaption class="pg-code__head pg-set__head">
            Command
            {shells.length > 0 && (
              <TabList kind="menu" label="Shell of the command" group="shell" tabs={tabs} />
            )}
            <span class="pg-code__end">
              {props.actions}
              <CopyButton what={label} />
            </span>
          </figcaption>
        )}
        <div class="pg-set__pane" data-n={1}>
          <Block label={label} wraps>
            <Code text={command} language="bash" highlighter={highlightCode} marks={marks} />
          </Block>
        </div>
        {shells.map(({ code, library }, index) => (
          <div class="pg-set__pane" data-n={index + 2}>
            <Block
              label={`${label} for ${SHELLS.get(library) ?? library}`}
              wraps
              data-language="curl"
              data-library={library}
            >
              <Code text={code} language="bash" highlighter={highlightCode} />
            </Block>
          </div>
        ))}
      </figure>
      {problem !== undefined && (
        <p class="pg-problem">
          <Message text={problem.message} />
        </p>
      )}
    </>
  );
}

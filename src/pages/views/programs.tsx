/** Programs in several languages as tabs. Radio buttons: they work without scripts and by keyboard. Pure. */
import { Code, plain } from './visible-text.tsx';

export interface Program {
  language: string;
  /** The language as people write it. */
  title: string;
  library: string;
  code: string;
  filename: string;
  install: string | null;
  run: string;
  requires: string;
  warnings: readonly { message: string }[];
}

/** Characters of a program that the page has; a longer one is cut, and downloaded or copied whole. */
const MAX_SHOWN = 12_000;

export interface ProgramsProps {
  /** A language alone is a tab whose program comes later. */
  programs: readonly (Program | Pick<Program, 'language' | 'title'>)[];
  /** The language whose tab is in front. Default the first. */
  selected?: string | undefined;
  /** Where a program can be fetched as a file; absent: nowhere. */
  download?: (language: string) => string;
  /** Distinguishes the tabs from others of the page. */
  group?: string;
  /** Whether the tab that the reader chose last is in front, wherever that was. Default true. */
  remember?: boolean;
}

export function Programs(props: ProgramsProps) {
  const { programs, selected, download, group = 'language', remember = true } = props;
  const front = selected ?? programs[0]?.language;
  return (
    <div class="tabs programs" data-remember={remember ? group : undefined}>
      <fieldset class="tablist">
        <legend class="hidden">Language of the program</legend>
        {programs.map(({ language, title }) => (
          <label>
            <input type="radio" name={group} value={language} checked={language === front} />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {programs.map((program) => (
        <section class="panel" aria-label={program.title} data-language={program.language}>
          {'code' in program && <ProgramView program={program} href={download?.(program.language)} />}
        </section>
      ))}
    </div>
  );
}

export function ProgramView({ program, href }: { program: Program; href?: string | undefined }) {
  const { code, filename, install, run, library, requires, warnings, title } = program;
  return (
    <>
      <figure class="code">
        <figcaption>
          <span>
            <code>{filename}</code> <span class="muted">{library}</span>
          </span>
          <span class="actions">
            {href !== undefined && (
              <a href={href} download={filename} class="download">
                Download
              </a>
            )}
          </span>
        </figcaption>
        <pre
          tabIndex={0}
          role="region"
          aria-label={`Program in ${title}`}
          data-filename={filename}
          data-cut={code.length > MAX_SHOWN ? href : undefined}
        >
          <Code text={code.slice(0, MAX_SHOWN)} language={program.language} />
        </pre>
        {code.length > MAX_SHOWN && (
          <p class="note">This is the beginning of a long program; the download is whole.</p>
        )}
      </figure>
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map(({ message }) => (
            <li>{plain(message)}</li>
          ))}
        </ul>
      )}
      <dl class="howto">
        {install !== null && (
          <>
            <dt>Install</dt>
            <dd>
              <code class="copyable">{install}</code>
            </dd>
          </>
        )}
        <dt>Run</dt>
        <dd>
          <code class="copyable">{run}</code>
        </dd>
        <dt>Needs</dt>
        <dd>{requires}</dd>
      </dl>
    </>
  );
}

/**
 * Programs in several languages as tabs, and in several libraries as tabs inside. Radio buttons: they work without scripts
 * and by keyboard. Pure.
 */
import { Code } from './visible-text.tsx';
import { Message } from './warnings.tsx';

const TEXTS = {
  program: (language: string) => `Code in ${language}`,
  programWith: (language: string, library: string) => `Code in ${language} with ${library}`,
};

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
  /** Project files that it needs beside it. */
  files?: readonly { name: string; content: string }[];
  /** The same with the other libraries of the language. */
  others?: readonly Program[];
}

/** Characters of a program that the page has; a longer one is cut, and downloaded or copied whole. */
const MAX_SHOWN = 12_000;

export interface ProgramsProps {
  /** A language alone is a tab whose program comes later. */
  programs: readonly (Program | Pick<Program, 'language' | 'title'>)[];
  /** The language whose tab is in front. Default the first. */
  selected?: string | undefined;
  /** Where the program in a language can be fetched as a file; absent: nowhere. */
  download?: (language: string) => string;
  /** Distinguishes the tabs from others of the page. */
  group?: string;
  /** Whether the tab that the reader chose last is in front, wherever that was. Default true. */
  remember?: boolean;
  /** Whether the program of the first library stands for the language, without its project files. Default false. */
  isBrief?: boolean;
}

/** Shows programs as tabs. */
export function Programs(props: ProgramsProps) {
  const { programs, selected, download, group = 'language', remember = true, isBrief = false } = props;
  const front = selected ?? programs[0]?.language;
  return (
    <div class="tabs programs" data-remember={remember ? group : undefined}>
      <fieldset class="tablist">
        <legend class="hidden">Language of the code</legend>
        {programs.map(({ language, title }) => (
          <label>
            <input type="radio" name={group} value={language} checked={language === front} />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
      {programs.map((program) => (
        <section class="panel" aria-label={program.title} data-language={program.language}>
          {'code' in program &&
            (isBrief ? (
              <ProgramOfLibrary
                program={{ ...program, files: [] }}
                label={TEXTS.program(program.title)}
                href={download?.(program.language)}
              />
            ) : (
              <ProgramView program={program} href={download?.(program.language)} />
            ))}
        </section>
      ))}
    </div>
  );
}

/** The program in a language, as a tab for each library where there are several. */
export function ProgramView({ program, href }: { program: Program; href?: string | undefined }) {
  const { language, library, title, others = [] } = program;
  const first = <ProgramOfLibrary program={program} label={TEXTS.program(title)} href={href} />;
  if (others.length === 0) return first;
  const group = `library of ${language}`;
  return (
    <div class="tabs" data-remember={group}>
      <fieldset class="tablist">
        <legend class="hidden">Library of the code</legend>
        {[program, ...others].map((one) => (
          <label>
            <input type="radio" name={group} value={one.library} checked={one.library === library} />
            <span>{one.library}</span>
          </label>
        ))}
      </fieldset>
      <div class="panel">{first}</div>
      {others.map((one) => (
        <div class="panel">
          <ProgramOfLibrary
            program={one}
            label={TEXTS.programWith(title, one.library)}
            href={href && `${href}?library=${encodeURIComponent(one.library)}`}
          />
        </div>
      ))}
    </div>
  );
}

interface ProgramOfLibraryProps {
  program: Program;
  label: string;
  href: string | undefined;
}

function ProgramOfLibrary({ program, label, href }: ProgramOfLibraryProps) {
  const { code, filename, files = [], install, run, language, library, requires, warnings } = program;
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
          aria-label={label}
          data-filename={filename}
          data-language={language}
          data-library={library}
          data-cut={code.length > MAX_SHOWN ? href : undefined}
        >
          <Code text={code.slice(0, MAX_SHOWN)} language={language} />
        </pre>
        {code.length > MAX_SHOWN && (
          <p class="note">Only the beginning of the code is shown. Download it to get all of it.</p>
        )}
      </figure>
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map(({ message }) => (
            <li>
              <Message text={message} />
            </li>
          ))}
        </ul>
      )}
      <dl class="howto">
        {files.map(({ name, content }) => (
          <>
            <dt>File</dt>
            <dd>
              <details>
                <summary>
                  <code>{name}</code>
                </summary>
                <pre class="copyable" data-what={name} tabIndex={0}>
                  {content}
                </pre>
              </details>
            </dd>
          </>
        ))}
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

/** Programs in several languages as tabs, and in several libraries as tabs inside. Pure. */
import type { Snippet } from '../../codegen/index.ts';
import { TabList, Tabs } from './tabs.tsx';
import { Code } from './visible-text.tsx';
import { WarningList } from './warnings.tsx';

export interface Program extends Omit<Snippet, 'language'> {
  language: string;
  /** The language as people write it. */
  title: string;
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
  /** Whether the tab that the reader chose last is in front, wherever that was. Default true. */
  remember?: boolean;
}

/** Shows programs as tabs. */
export function Programs({ programs, selected, download, remember = true }: ProgramsProps) {
  const tabs = programs.map(({ language, title }) => ({ value: language, title }));
  return (
    <div class="tabs programs" data-remember={remember ? 'language' : undefined}>
      <TabList label="Language of the code" group="language" tabs={tabs} front={selected} />
      {programs.map((program) => (
        <section class="panel" aria-label={program.title} data-language={program.language}>
          {'code' in program && <ProgramView program={program} href={download?.(program.language)} />}
        </section>
      ))}
    </div>
  );
}

/** The program in a language, as a tab for each library where there are several. */
export function ProgramView({ program, href }: { program: Program; href?: string | undefined }) {
  const { language, library, title, others = [] } = program;
  const first = <ProgramOfLibrary program={program} label={`Code in ${title}`} href={href} />;
  if (others.length === 0) return first;
  const tabs = others.map((one) => ({
    title: one.library,
    content: (
      <ProgramOfLibrary
        program={one}
        label={`Code in ${title} with ${one.library}`}
        href={href && `${href}?library=${encodeURIComponent(one.library)}`}
      />
    ),
  }));
  return (
    <Tabs
      label="Library of the code"
      group={`library of ${language}`}
      tabs={[{ title: library, content: first }, ...tabs]}
      isRemembered
    />
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
      <WarningList warnings={warnings} />
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

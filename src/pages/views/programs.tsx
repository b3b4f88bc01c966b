/** Programs: a menu of languages, and one of libraries where a language has several. Pure. */
import type { ComponentChildren } from 'preact';
import type { Snippet } from '../../codegen/index.ts';
import { counted } from './format.tsx';
import { highlightCode } from './highlight-code.ts';
import { Icon } from './icon.tsx';
import { CopyButton } from './inputs.tsx';
import { TabList, Tabs } from './tabs.tsx';
import { Block, Code } from './visible-text.tsx';
import { Notes } from './warnings.tsx';

export interface Program extends Omit<Snippet, 'language'> {
  language: string;
  /** The language as people write it. */
  title: string;
  /** The same with the other libraries of the language. */
  others?: readonly Program[];
  /** The same in the minimal style, which is in front then. */
  minimal?: Omit<Program, 'others'>;
}

/** Characters of a program that the page has; a longer one is cut, and downloaded or copied whole. */
const MAX_SHOWN = 12_000;

interface ProgramsProps {
  /** A language alone has a place whose program comes later. */
  programs: readonly (Program | Pick<Program, 'language' | 'title'>)[];
  /** The language in front. Default the first. */
  selected?: string | undefined;
  /** Where the program in a language can be fetched as a file; absent: nowhere. */
  download?: (language: string) => string;
  /** Whether the language that the reader chose last is in front, wherever that was. Default true. */
  remember?: boolean;
}

export function Programs({ programs, selected, download, remember = true }: ProgramsProps) {
  const tabs = programs.map(({ language, title }) => ({ value: language, title }));
  return (
    <div class="pg-set pg-programs" data-remember={remember ? 'language' : undefined}>
      <div class="pg-set__head">
        <TabList kind="menu" label="Language of the code" group="language" tabs={tabs} front={selected} />
      </div>
      {programs.map((program, index) => (
        <section
          class="pg-set__pane pg-programs__pane"
          aria-label={program.title}
          data-n={index + 1}
          data-language={program.language}
        >
          {'code' in program && <ProgramView program={program} href={download?.(program.language)} />}
        </section>
      ))}
    </div>
  );
}

/** The program in a language, with a menu of libraries where there are several. */
export function ProgramView({ program, href }: { program: Program; href?: string | undefined }) {
  const { language, library, title, others = [] } = program;
  const first = <StyledProgram program={program} label={`Code in ${title}`} href={href} />;
  if (others.length === 0)
    return (
      <>
        <span class="pg-programs__library pg-quiet">{library}</span>
        {first}
      </>
    );
  const tabs = others.map((one) => ({
    title: one.library,
    content: (
      <StyledProgram
        program={one}
        label={`Code in ${title} with ${one.library}`}
        href={href && `${href}?library=${encodeURIComponent(one.library)}`}
      />
    ),
  }));
  return (
    <Tabs
      kind="menu"
      label="Library of the code"
      group={`library of ${language}`}
      headClass="pg-programs__library"
      tabs={[{ title: library, content: first }, ...tabs]}
      isRemembered
    />
  );
}

/** A program in both styles, with a menu of these. */
function StyledProgram({ program, label, href }: ProgramOfLibraryProps) {
  const { minimal } = program;
  const complete = <ProgramOfLibrary program={program} label={label} href={href} />;
  if (minimal === undefined) return complete;
  const short = href && `${href}${href.includes('?') ? '&' : '?'}style=minimal`;
  return (
    <StyleTabs
      minimal={<ProgramOfLibrary program={minimal} label={`${label}, minimal`} href={short} />}
      complete={complete}
      headClass="pg-programs__style"
    />
  );
}

interface StyleTabsProps {
  minimal: ComponentChildren;
  complete: ComponentChildren;
  headClass: string;
}

/** A menu of the styles of a program; the minimal one is in front at first. */
export function StyleTabs({ minimal, complete, headClass }: StyleTabsProps) {
  return (
    <Tabs
      kind="menu"
      label="Style of the code"
      group="style"
      headClass={headClass}
      tabs={[
        { value: 'minimal', title: 'Minimal', content: minimal },
        { value: 'complete', title: 'Complete', content: complete },
      ]}
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
  const { code, filename, files = [], install, run, language, library, requires, style, warnings } = program;
  return (
    <>
      <div class="pg-programs__end">
        {href !== undefined && (
          <a
            href={href}
            download={filename}
            class="pg-btn pg-btn--icon download"
            aria-label={`Download ${filename}`}
            title={`Download ${filename}`}
          >
            <Icon name="download" />
          </a>
        )}
        <CopyButton what={label} />
      </div>
      <div class="pg-programs__body">
        <Block
          label={label}
          data-filename={filename}
          data-language={language}
          data-library={library}
          data-style={style}
          data-cut={code.length > MAX_SHOWN ? href : undefined}
        >
          <Code text={code.slice(0, MAX_SHOWN)} language={language} highlighter={highlightCode} />
        </Block>
        {code.length > MAX_SHOWN && (
          <p class="pg-programs__line pg-quiet">
            Only the beginning of the code is shown. Download it to get all of it.
          </p>
        )}
        {warnings.length > 0 && (
          <div class="pg-programs__line">
            <Notes title={counted(warnings.length, 'warning')} warnings={warnings} />
          </div>
        )}
        {files.map(({ name, content }) => (
          <details class="pg-programs__line">
            <summary>
              <span class="pg-quiet">File</span> <code>{name}</code>
            </summary>
            <pre class="pg-code__body" tabIndex={0}>
              {content}
            </pre>
            <CopyButton what={name} />
          </details>
        ))}
        {install !== null && <Line title="Install" text={install} />}
        <Line title="Run" text={run} />
        <p class="pg-programs__line pg-quiet">Needs {requires}</p>
      </div>
    </>
  );
}

function Line({ title, text }: { title: string; text: string }) {
  return (
    <p class="pg-programs__line">
      <span class="pg-quiet">{title}</span> <code class="pg-cut">{text}</code> <CopyButton what={text} />
    </p>
  );
}

/** Programs: a menu of languages with their libraries, and a choice of the style. Pure. */
import type { ComponentChildren } from 'preact';
import type { Snippet } from '../../codegen/index.ts';
import { highlightCode } from './highlight-code.ts';
import { Icon } from './icon.tsx';
import { Choice, CopyButton } from './inputs.tsx';
import { TabList } from './tabs.tsx';
import { Block, Code } from './visible-text.tsx';
import { Notes } from './warnings.tsx';

export interface Program extends Omit<Snippet, 'language'> {
  language: string;
  /** The language as people write it. */
  title: string;
  /** The same in the minimal style, which is in front then. */
  minimal?: Program;
}

/** Characters of a program that the page has; a longer one is cut, and downloaded or copied whole. */
const MAX_SHOWN = 12_000;

/** The program of each language with its first library. */
export const firstOfEach = (programs: readonly Program[]) =>
  programs.filter(({ language }, index) => language !== programs[index - 1]?.language);

interface ProgramsProps {
  /** A library alone has a place whose program comes later. */
  programs: readonly (Program | Pick<Program, 'language' | 'title' | 'library'>)[];
  /** Where the program in a language can be fetched as a file; empty: a script makes the file; absent: nowhere. */
  download?: (language: string) => string;
  /** Above it for visitors; others have tabs. */
  heading?: string;
}

/** One menu of languages with their libraries; the reader's last choice is in front, wherever that was. */
export function Programs({ programs, download, heading }: ProgramsProps) {
  const tabs = programs.map(({ language, library, title }) => ({
    value: `${language} ${library}`,
    title: `${title} · ${library}`,
  }));
  return (
    <div class="pg-set pg-programs" data-remember="language">
      <div class="pg-set__head">
        {heading !== undefined && <h2 class="pg-for-visitors">{heading}</h2>}
        <TabList kind="menu" label="Language of the code" group="language" tabs={tabs} />
        <StyleBox />
      </div>
      {programs.map((program, index) => (
        <section
          class="pg-set__pane pg-programs__pane"
          aria-label={tabs[index]?.title}
          data-n={index + 1}
          data-language={program.language}
          data-library={program.library}
        >
          {'code' in program && <ProgramView program={program} href={download?.(program.language)} />}
        </section>
      ))}
    </div>
  );
}

/** Shows complete programs instead of minimal ones, without scripts too. */
export const StyleBox = () => (
  <span class="pg-programs__style" data-remember="style">
    <Choice type="checkbox" name="style" value="complete" autocomplete="off">
      Complete
    </Choice>
  </span>
);

/** A program in both styles. */
export function ProgramView({ program, href }: { program: Program; href?: string | undefined }) {
  const { minimal, title, library } = program;
  const label = `Code in ${title} with ${library}`;
  const file = href && `${href}?library=${encodeURIComponent(library)}`;
  return (
    <Styles
      minimal={
        minimal && (
          <OneProgram program={minimal} label={`${label}, minimal`} href={file && `${file}&style=minimal`} />
        )
      }
      complete={<OneProgram program={program} label={label} href={file} />}
    />
  );
}

/** A program in both styles, if it has two, of which {@link StyleBox} shows one. */
export const Styles = ({
  minimal,
  complete,
}: {
  minimal: ComponentChildren;
  complete: ComponentChildren;
}) => (
  <>
    {minimal && <div class="pg-programs__minimal">{minimal}</div>}
    <div class={minimal ? 'pg-programs__complete' : undefined}>{complete}</div>
  </>
);

interface OneProgramProps {
  program: Program;
  label: string;
  href: string | undefined;
}

function OneProgram({ program, label, href }: OneProgramProps) {
  const { code, filename, files = [], install, run, language, library, requires, style, warnings } = program;
  const isCut = Boolean(href) && code.length > MAX_SHOWN;
  const simpler = warnings
    .filter(({ code }) => code === 'minimal_style')
    .map(({ message }) => ({ message: `${message} Tick Complete for one that does as the command.` }));
  return (
    <>
      <div class="pg-programs__end">
        {href !== undefined && (
          <a
            href={href}
            download={filename}
            class={`pg-btn pg-btn--icon download ${href === '' ? 'pg-scripted' : ''}`.trim()}
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
          data-cut={isCut ? href : undefined}
        >
          <Code
            text={isCut ? code.slice(0, MAX_SHOWN) : code}
            language={language}
            highlighter={highlightCode}
          />
        </Block>
        {isCut && (
          <p class="pg-programs__line pg-quiet">
            Only the beginning of the code is shown. Download it to get all of it.
          </p>
        )}
        {warnings.length > 0 && (
          <div class="pg-programs__line">
            <Notes warnings={warnings.filter(({ code }) => code !== 'minimal_style')} />
            <Notes title="Simpler than the command" warnings={simpler} />
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
    <p class="pg-programs__line pg-programs__line--one">
      <span class="pg-quiet">{title}</span> <code class="pg-cut">{text}</code> <CopyButton what={text} />
    </p>
  );
}

/** A collection as Markdown. Marks have what Markdown cannot say, so that an import is the same collection. */
import { MARK, readSection } from '../imports/markdown.ts';
import type { ExportedCollection, ExportedPlayground } from './exported.ts';

export function toMarkdown({ name, description, playgrounds }: ExportedCollection): string {
  return [
    section('collection', `# ${escaped(name)}`, { name, description }),
    ...playgrounds.map((one) => playgroundSection(one)),
  ].join('\n');
}

function playgroundSection({ name, description, command, variables }: ExportedPlayground): string {
  const longest = Math.max(2, ...Array.from(command.matchAll(/`+/g), ([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const code = [`${ticks}bash`, command, ticks];
  const said = { name, description, curl_command: command };
  return section('playground', `## ${escaped(name)}`, said, code, variables.length > 0 ? { variables } : {});
}

/**
 * Writes a section, reads it back, and puts into its mark what is not the same then.
 * @param data what the mark has anyway
 */
function section(
  kind: string,
  heading: string,
  said: { name: string; description: string; curl_command?: string },
  code: readonly string[] = [],
  data: Record<string, unknown> = {},
): string {
  const text = said.description.replace(/^<!-- (?=collection|playground)/gm, '<!-- \\');
  const lines = [heading, '', ...(text === '' ? [] : [text, '']), ...code, ...(code.length > 0 ? [''] : [])];
  const read = readSection({ kind, exact: {}, lines: lines.join('\n').split('\n') });
  const found = { name: read.name, description: read.description, curl_command: read.command };
  const exact = Object.entries(said).filter(([key, value]) => found[key as keyof typeof found] !== value);
  const all = { ...data, ...Object.fromEntries(exact) };
  const json = Object.keys(all).length === 0 ? '' : ` ${inComment(JSON.stringify(all))}`;
  const mark = `<!-- ${kind}${json} -->`;
  if (!MARK.test(mark)) throw new Error('a mark is not one');
  return [mark, ...lines].join('\n');
}

/** JSON without what ends a comment. */
const inComment = (json: string): string => json.replaceAll('--', '-\\u002d').replaceAll('>', '\\u003e');

const escaped = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&!]/g, '\\$&');

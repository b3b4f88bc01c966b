/**
 * Markdown: each code block with a curl command is an item. Its nearest heading is the name, the paragraphs between them the
 * description. What `exports/markdown.ts` writes has marks with what Markdown cannot say, and is read back as it was.
 */
import MarkdownIt from 'markdown-it';
import { fields, text } from './document.ts';
import { type Contents, hintsFrom, type SourceItem } from './item.ts';

const markdown = new MarkdownIt('commonmark', { html: false });
/** Reads blocks only: the inline parts of a large document would fill a worker's memory. */
const blocks = new MarkdownIt('commonmark', { html: false }).disable(['inline', 'text_join']);
/** Characters of a heading that are read; a name has at most 200. */
const MAX_HEADING = 2_000;

/** A word of a shell at the beginning of a command. */
const CURL = /(?:^|[\s;&|($`])curl(?:\.exe)?\s/;

export const recognisesMarkdown = (source: string): boolean =>
  CURL.test(source) &&
  (/^ {0,3}(?:```|~~~)/m.test(source) || (/^#{1,6} /m.test(source) && /^(?: {4}|\t)/m.test(source)));

/** The mark of an exported collection or playground, on a line of its own before its heading. */
export const MARK = /^<!-- (collection|playground)(?: (\{.*\}))? -->$/;

export function readMarkdown(source: string): Contents {
  const unix = /(?:^|[^\r])\n/.test(source) ? source : source.replaceAll('\r\n', '\n');
  return unix.startsWith('<!-- collection') ? readExported(unix) : readAny(unix.replaceAll('\r\n', '\n'));
}

function readAny(source: string): Contents {
  const lines = source.split('\n');
  const items: SourceItem[] = [];
  let heading = '';
  let title = '';
  let about: string[] = [];
  let before: string[] = [];
  /** Line that the current block begins at, or what follows the last command in it. */
  let start = 0;
  const blockTo = (end: number) => lines.slice(start, end).join('\n').trim();
  const tokens = blocks.parse(source, {});
  for (const [index, { type, tag, map, level, content }] of tokens.entries()) {
    const [from, to] = map ?? [0, 0];
    if (type === 'heading_open') {
      if (title === '' && items.length === 0 && heading !== '') about = before;
      heading = plainHeading(tokens[index + 1]?.content ?? '');
      if (tag === 'h1' && title === '') title = heading;
      before = [];
    } else if ((type === 'fence' || type === 'code_block') && CURL.test(`\n${content}`)) {
      // In a list or a quote: what stands before it there.
      if (level > 0) before[Math.max(0, before.length - 1)] = blockTo(from);
      start = to;
      items.push({
        path: [],
        name: heading,
        description: before.join('\n\n'),
        hints: new Map(),
        read: () => content.trimEnd(),
      });
      before = [];
    } else if (level === 0 && map !== null && !/_close$|^hr$/.test(type)) {
      start = from;
      before.push(blockTo(to));
    }
    if (items.length === 0 && title === heading) about = [...before];
  }
  return { name: title, description: about.join('\n\n'), items, warnings: [] };
}

/** A heading without the escapes and marks of Markdown. */
export function plainHeading(content: string): string {
  const [inline] = markdown.parseInline(content.slice(0, MAX_HEADING), {});
  return (inline?.children ?? [])
    .map(({ type, content: part }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : part))
    .join('')
    .trim();
}

export interface Section {
  kind: string;
  /** What the mark says instead of the text. */
  exact: Record<string, unknown>;
  lines: string[];
}

function readExported(source: string): Contents {
  const sections: Section[] = [];
  for (const line of source.split('\n')) {
    const [, kind, data = '{}'] = MARK.exec(line) ?? [];
    if (kind === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ kind, exact: dataOf(data), lines: [] });
  }
  const [collection, ...rest] = sections.map(readSection);
  const { name = '', description = '' } = collection ?? {};
  return {
    name,
    description,
    items: rest.map((section, index) => ({
      path: [index],
      name: section.name,
      description: section.description,
      hints: section.hints,
      read: () => section.command,
    })),
    warnings: [],
  };
}

function dataOf(json: string): Record<string, unknown> {
  try {
    return fields(JSON.parse(json));
  } catch {
    return {}; // somebody edited it
  }
}

/** @returns what a section of an exported file says: the text after the heading, up to the last fence, is the description */
export function readSection({ kind, exact, lines }: Section) {
  const all = lines.join('\n').trimEnd().split('\n');
  const name = plainHeading((all[0] ?? '').replace(/^#+ /, ''));
  let end = all.length;
  let command = '';
  if (kind === 'playground') {
    const fence = /^`{3,}$/.exec(all.at(-1) ?? '')?.[0] ?? '```';
    end = Math.max(0, all.lastIndexOf(`${fence}bash`));
    command = all.slice(end + 1, -1).join('\n');
  }
  const description = all.slice(1, end).join('\n').replace(/^\n/, '').replace(/\n$/, '');
  const exactly = (key: string, otherwise: string) =>
    typeof exact[key] === 'string' ? text(exact[key]) : otherwise;
  return {
    name: exactly('name', name),
    description: exactly('description', description),
    command: exactly('curl_command', command),
    hints: hintsFrom(exact['variables']),
  };
}

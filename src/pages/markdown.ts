/** A public playground as Markdown: for notes, and for language models. Pure. */
import type { Example } from '../secrets/example.ts';
import { failureTitle } from './views/failure.tsx';
import type { Shared } from './views/fields.tsx';
import { duration, size } from './views/format.tsx';
import { firstOfEach } from './views/programs.tsx';
import { plain } from './views/visible-text.tsx';

/** Characters of a program or body; longer ones are linked. */
const MAX_CODE = 12_000;

/** @param url of the playground's page */
export function toMarkdown(shared: Shared, example: Example | undefined, url: string): string {
  const { name, description, request, problem, command, programs, id, fields } = shared;
  const warnings = (request?.warnings ?? []).filter(({ code }) => code !== 'output_option');
  return [
    `# ${escaped(name)}`,
    ...(request === undefined ? [] : [inline(`${request.method} ${request.url}`)]),
    `[Open in Playgrounds](${url})`,
    ...(description.trim() === '' ? [] : [description.trim()]),
    '## Command',
    fenced(command, 'bash'),
    ...(problem === undefined ? [] : [escapedText(problem.message)]),
    ...section(
      '## Warnings',
      warnings.map(({ message }) => `- ${escapedText(message)}`),
    ),
    ...section(
      '## Variables',
      fields.map(({ name, description = '', default: value = '', choices = [] }) =>
        [
          `- ${inline(name)}`,
          ...(description === '' ? [] : [escaped(description)]),
          ...(value === '' ? [] : [`Default: ${inline(value)}`]),
          ...(choices.length === 0 ? [] : [`One of ${choices.map(inline).join(', ')}`]),
        ].join(' · '),
      ),
    ),
    ...(programs.length === 0 ? [] : ['## Code']),
    ...firstOfEach(programs).flatMap(({ language, title, library, code }) => [
      `### ${title} (${library})`,
      code.length > MAX_CODE
        ? `[Download the program](${new URL(`/p/${id}/programs/${language}`, url)})`
        : fenced(code, language === 'curl' ? 'bash' : language),
    ]),
    ...(example === undefined ? [] : exampleParts(example)),
  ]
    .join('\n\n')
    .concat('\n');
}

function exampleParts({ response, error, timings, created_at }: Example): string[] {
  const facts = [
    `Recorded ${created_at.slice(0, 10)}`,
    duration(timings.total_ms),
    ...(response === null ? [] : [size(response.body_size)]),
    'credentials are masked as ***',
  ].join(', ');
  const parts = ['## Example response', `${escaped(facts)}.`];
  if (error !== null) parts.push(escaped(`${failureTitle(error.code)}: ${error.message}`));
  if (response === null) return parts;
  const { http_version: version, status, status_text: text, headers = {}, body = '' } = response;
  const head = Object.entries(headers).flatMap(([name, value]) =>
    value.split('\n').map((line) => `${name}: ${line}`),
  );
  const shown = response.body_encoding === 'base64' ? `(${size(response.body_size)} of binary data)` : body;
  parts.push(fenced([`HTTP/${version} ${status} ${text}`.trim(), ...head, '', shown].join('\n'), 'http'));
  if (response.truncated) parts.push('The body is cut.');
  return parts;
}

/** Lines below a heading; nothing where there are none. */
const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, lines.join('\n')];

/** Text that Markdown and HTML take for nothing else. */
export const escaped = (text: string): string => plain(text).replace(/[\\`*_[\]<>#|~&!]/g, '\\$&');

/** A sentence of ours, whose code stays code. */
const escapedText = (text: string): string =>
  text.replace(/`[^`]*`|[^`]+|`/g, (part) =>
    part.length > 1 && part.startsWith('`') ? plain(part) : escaped(part),
  );

/** A fence longer than any run of backticks in the text. */
const fence = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));

function inline(text: string): string {
  const ticks = fence(text, 1);
  const shown = plain(text);
  return ticks.length === 1 ? `\`${shown}\`` : `${ticks} ${shown} ${ticks}`;
}

export function fenced(text: string, language: string): string {
  const ticks = fence(text, 3);
  return `${ticks}${language}\n${text.replace(/\n$/, '')}\n${ticks}`;
}

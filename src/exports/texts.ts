/** A collection as an `.http` file and as a script for bash. */
import { generateCode } from '../codegen/index.ts';
import { fillVariables } from '../request/variables.ts';
import type { FormPart, ParsedRequest } from '../schemas/request-shape.ts';
import {
  type ExportedCollection,
  type ExportedPlayground,
  headerLines,
  requestOf,
  withBraces,
} from './exported.ts';

/** Lines of a comment; a blank one at the end. */
const comment = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => `# ${line}`.trimEnd());

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Each command in a shell of its own, where its variables have their defaults unless they are set. */
export function toShell({ name, description, playgrounds }: ExportedCollection): string {
  const parts = playgrounds.map((one) => {
    const request = requestOf(one.command);
    if (request === undefined)
      return [...comment(one.name), '# This command cannot be read any more.'].join('\n');
    const shell = one.variables.filter(({ name: variable }) => /^[A-Za-z_]\w*$/.test(variable));
    const others = one.variables.filter(
      (variable) => !shell.includes(variable) && variable.default !== undefined,
    );
    const filled = fillVariables(
      request,
      new Map(others.map((variable) => [variable.name, variable.default ?? ''])),
    );
    const defaults = shell.flatMap(({ name: variable, default: value }) =>
      value === undefined ? [] : [`: "\${${variable}=${value.replace(/[\\"$`]/g, '\\$&')}}"`],
    );
    const { code } = generateCode(filled, 'curl');
    const lines = [...defaults, code.trimEnd()];
    return [...comment(one.name), ...comment(one.description), '(', ...lines, ')'].join('\n');
  });
  const head = ['#!/usr/bin/env bash', ...comment(name), ...comment(description)].join('\n');
  return `${[head, ...parts].join('\n\n')}\n`;
}

/** What these files cannot say is a comment. Variables are the file's: the first default counts. */
export function toHttp({ name, description, playgrounds }: ExportedCollection): string {
  const defaults = new Map<string, string>();
  for (const { variables } of playgrounds)
    for (const { name: variable, default: value } of variables)
      if (value !== undefined && !defaults.has(variable)) defaults.set(variable, oneLine(value));
  const head = [
    ...comment(name),
    ...comment(description),
    ...Array.from(defaults, (pair) => `@${pair.join(' = ')}`),
  ];
  return `${[head.join('\n'), ...playgrounds.map(httpRequest)].join('\n\n')}\n`;
}

function httpRequest({ name, description, command }: ExportedPlayground): string {
  const start = [`### ${oneLine(name)}`, ...comment(description)];
  const parsed = requestOf(command);
  if (parsed === undefined) return [...start, '# This command cannot be read any more.'].join('\n');
  const request = withBraces(parsed);
  const { method, url, auth, options = {} } = request;
  const headers = headerLines(request).map(({ name: header, value }) => `${header}: ${value}`);
  const unsaid = Object.keys(options).filter((option) => !/^(?:header_list|custom_method)$/.test(option));
  const body = bodyOf(request);
  if (auth !== undefined && /^(?:basic|digest)$/.test(auth.scheme))
    headers.push(
      `Authorization: ${auth.scheme === 'basic' ? 'Basic' : 'Digest'} ${auth.username} ${auth.password}`,
    );
  else if (auth !== undefined) unsaid.push(auth.scheme);
  if (request.form !== undefined) headers.push(`Content-Type: multipart/form-data; boundary=${BOUNDARY}`);
  return [
    ...start,
    ...(unsaid.length > 0 ? [`# Not in this file: ${unsaid.join(', ')}.`] : []),
    `${method} ${url}`,
    ...headers,
    ...(body === '' ? [] : ['', body]),
  ].join('\n');
}

const BOUNDARY = 'playgrounds-boundary';

function bodyOf({ body, body_file: file, form }: ParsedRequest): string {
  if (form !== undefined) return [...form.flatMap(partLines), `--${BOUNDARY}--`].join('\n');
  return file === undefined ? String(body ?? '') : `< ${file}`;
}

function partLines({ name, value = '', file, filename, content_type: type }: FormPart): string[] {
  const quoted = (text: string) => text.replaceAll('"', '%22');
  return [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${quoted(name)}"${filename === undefined ? '' : `; filename="${quoted(filename)}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    '',
    file === undefined ? value : `< ${file}`,
  ];
}

/**
 * Whether what a generator wrote does the whole work: a program that starts as it stands, with every text of the
 * request in it. A rough judge by sight, kind in doubt: it looks for what is missing or cannot be a literal, and
 * runs nothing. It tells a figure for programs from a figure for fragments.
 */
import type { Language } from '../src/codegen/index.ts';
import type { RequestShape } from '../src/schemas/request-shape.ts';

/** What stands in every program of a language that can be started as it is; a language without a row is believed. */
const FRAMES: Readonly<Partial<Record<Language, RegExp>>> = {
  python: /^import requests|^import http\.client|^from requests/m,
  javascript: /fetch\(|http/,
  curl: /^curl /m,
  go: /^package main[\s\S]*^func main\(\)/m,
  ruby: /^require ['"]net\/http['"]/m,
  php: /^<\?php/,
  java: /class \w+[\s\S]*static void main\(/,
  // Statements at the top are a program, and common namespaces are there; that of the header types is not.
  csharp: /^(?![\s\S]*HeaderValue\()|^using System\.Net\.Http\.Headers;/m,
  rust: /fn main\(\)/,
};

/** Whether the code is a complete program that carries all of the request, as far as can be seen. */
export function isComplete(language: Language, code: string, request: RequestShape): boolean {
  const seen = code.replaceAll('\\', '');
  return (
    (FRAMES[language]?.test(code) ?? true) &&
    textsOf(request).every((spellings) =>
      spellings.some((text) => seen.includes(text.replaceAll('\\', ''))),
    ) &&
    !breaksOut(code, request)
  );
}

/** Texts that the program must hold, each in the ways it may be written. */
function textsOf({ url, headers = {}, body }: RequestShape): string[][] {
  const { origin, pathname, searchParams } = new URL(url);
  const texts = [[origin, new URL(url).host], [pathname], ...[...searchParams].flat().map(spellings)];
  for (const [name, value] of Object.entries(headers)) {
    // Libraries set the type of a body themselves.
    if (name === 'Content-Type') continue;
    const [, credentials] = /^Basic (.*)$/.exec(value) ?? [];
    const [scheme, token] = value.split(' ');
    const ways = [value];
    if (credentials !== undefined) ways.push(atob(credentials), atob(credentials).split(':')[1] ?? '');
    if (scheme === 'Bearer' && token !== undefined) ways.push(token);
    texts.push(ways);
  }
  if (typeof body === 'string') texts.push(...bodyTexts(body));
  return texts;
}

function bodyTexts(body: string): string[][] {
  if (!/^[[{]/.test(body)) return [...new URLSearchParams(body)].flat().map(spellings);
  const leaves = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]) => [
          ...(Array.isArray(value) ? [] : [key]),
          ...leaves(item),
        ])
      : [String(value)];
  return leaves(JSON.parse(body)).map((text) => [text, text.replaceAll("'", "'''")]);
}

function spellings(text: string): string[] {
  return [text, encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+')];
}

/** Whether a text stands between the very quotes that it contains, so that the literal ends too early. */
function breaksOut(code: string, { headers = {}, body }: RequestShape): boolean {
  const texts = [...Object.values(headers), ...(typeof body === 'string' ? bodyTexts(body).flat() : [])];
  return texts.some((text) =>
    ['"', "'"].some((quote) => text.includes(quote) && code.includes(`${quote}${text}${quote}`)),
  );
}

/** The texts of responses as coloured runs. Pure: the same on the server and in browsers. */
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import xml from 'highlight.js/lib/languages/xml';
import { createLowlight } from 'lowlight';

const data = createLowlight({ json, xml, javascript });

/** Scopes that have no colour of their own. */
const PLAIN = new Set(['punctuation', 'operator', 'subst']);

/** Longer texts, in characters, are not highlighted: it takes long, and nobody reads them. */
export const MAX_COLOURED = 20_000;

/** A piece of text in one colour; `kind` is a scope of highlight.js, or '' for plain text. */
export interface TextRun {
  text: string;
  kind: string;
}

interface Node {
  type: string;
  value?: string;
  children?: readonly Node[];
  properties?: { className?: unknown };
}

/**
 * Returns the runs of a text, in order; together they are the text.
 * @param language `json`, `xml`, `javascript`, or what else a lowlight knows; others stay plain
 */
export function highlight(text: string, language: string, lowlight = data): TextRun[] {
  if (text.length > MAX_COLOURED || !lowlight.registered(language)) return [{ text, kind: '' }];
  const runs: TextRun[] = [];
  const walk = (node: Node, kind: string) => {
    if (node.value !== undefined) runs.push({ text: node.value, kind });
    const names = node.properties?.className;
    // `hljs-title function_`: the first one is the scope.
    const scope = Array.isArray(names) ? String(names[0]).replace('hljs-', '') : undefined;
    const own = scope === undefined || PLAIN.has(scope) ? kind : scope;
    for (const child of node.children ?? []) walk(child, own);
  };
  walk(lowlight.highlight(language, text) as Node, ''); // a hast root is such a tree
  return runs;
}

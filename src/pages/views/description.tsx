/** Descriptions: Markdown that an author wrote, as HTML. */
import MarkdownIt from 'markdown-it';
import { plain } from './visible-text.tsx';

/** CommonMark and tables; HTML is shown as text. */
const markdown = new MarkdownIt('commonmark', { html: false }).enable('table');
export const { escapeHtml } = markdown.utils;
const { rules, renderToken } = markdown.renderer;

/** Only addresses that lead to another place: what the author writes as a path would be a path of this service. */
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)/i.test(url);

rules['link_open'] = (tokens, index, options) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener');
  return renderToken.call(markdown.renderer, tokens, index, options);
};

/** An image is a link to it: a page loads nothing that its author may change or count. */
rules['image'] = (tokens, index) => {
  const { content = '', attrGet } = tokens[index] ?? {};
  const address = String(attrGet?.call(tokens[index], 'src') ?? '');
  const text = escapeHtml(content === '' ? address : content);
  const opened = tokens
    .slice(0, index)
    .reduce((count, { type }) => count + Number(type === 'link_open') - Number(type === 'link_close'), 0);
  return opened > 0 ? text : `<a href="${escapeHtml(address)}" rel="nofollow noopener">${text}</a>`;
};

/** The page's own heading is that of the first level. */
markdown.core.ruler.push('page', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    // The content security policy allows no style attributes.
    const alignment = /^text-align:(\w+)$/.exec(token.attrGet('style')?.toString() ?? '')?.[1];
    if (alignment !== undefined) token.attrs = [['class', alignment]];
  }
});

/** Shows a description; nothing for an empty one. */
export function Description({ text }: { text: string }) {
  if (text.trim() === '') return null;
  // Rendered from Markdown without HTML: every tag is the renderer's.
  return <div class="pg-prose" dangerouslySetInnerHTML={{ __html: markdown.render(text) }} />;
}

/** The plain text of a description, without invisible characters, for previews and meta elements. */
export function plainText(text: string, characters: number): string {
  const words = markdown
    .parse(text, {})
    .map(({ children, type, content }) =>
      children === null
        ? type === 'fence' && content
        : children.map((one) => (one.type.endsWith('break') ? ' ' : one.content)).join(''),
    )
    .filter(Boolean)
    .join(' ');
  const points = Array.from(plain(words.replace(/\s+/g, ' ').trim()));
  return points.length <= characters ? points.join('') : `${points.slice(0, characters - 1).join('')}…`;
}

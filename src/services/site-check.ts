/** Checks a documentation page for its owner: which blocks the script of the page offers to run, and what their frames say. */
import { type DefaultTreeAdapterTypes as Html, parse } from 'parse5';
import { parseCurl } from '../curl/index.ts';
import type { Db } from '../db/client.ts';
import { ApiError, InputError } from '../errors.ts';
import { coversOrigin } from '../request/hosts.ts';
import { hasCurl, isRunnable, NOT_TEXT } from '../request/site-blocks.ts';
import { hasVariable, refusedHost, withPlaceholders } from '../request/site-command.ts';
import { pooled } from '../runtime/pool.ts';
import { MAX_COMMAND_BYTES } from '../schemas/playground.ts';
import { type CheckedBlock, type CheckedPage, MAX_BLOCKS } from '../schemas/site.ts';
import { type Runner, runRequest } from './run-request.ts';
import type { StoredSite } from './sites.ts';

/** Characters of a page that are read, and of a command that are shown. */
const MAX_PAGE = 1024 * 1024;
const MAX_SHOWN = 200;

interface Check {
  site: StoredSite;
  url: string;
  run: Runner;
  /** Who asks, see `pooled`. */
  caller: string;
  charge: () => Promise<void>;
}

/**
 * Fetches a page like any run and checks its blocks.
 * @throws ApiError, InputError for a page that cannot be fetched or is not HTML, and as {@link runRequest}
 */
export async function checkPage(db: Db, { site, url, run, caller, charge }: Check): Promise<CheckedPage> {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw refused('Write the address of a page, such as https://docs.example.com/users.');
  const request = {
    url,
    headers: { Accept: 'text/html' },
    options: { follow_redirects: true, max_redirects: 5, compressed: true },
  };
  const policy = { viewer: null, caller, charge };
  const { response, error } = await runRequest(db, run, { request, playgroundId: null }, policy);
  if (response === null) throw refused(error?.message ?? 'The page did not respond.');
  const { status, headers = {}, body = '', body_encoding: encoding, truncated, url: at } = response;
  if (status >= 300) throw refused(`The page responded with status ${status}.`);
  if (!/html/i.test(headers['content-type'] ?? '') || encoding !== 'utf8')
    throw refused('This address is not a page: its content is not HTML in UTF-8.');
  const html = body.slice(0, MAX_PAGE);
  const { origin } = new URL(at);
  const { hasTag, count, blocks } = await checkHtml(caller, { html, id: site.id, targets: site.targets });
  const problems = [
    !coversOrigin(site.origins, origin) &&
      `The site does not list the origin of this page. Add \`${origin}\` to its origins.`,
    !hasTag && 'The tag is not on this page yet. If a script adds it, ignore this.',
    count === 0 &&
      'This page has no `<pre>`. If a script adds the blocks, the tag finds them, but this check does not.',
    (truncated || html.length < body.length) &&
      `Only the beginning of this page was checked: ${MAX_PAGE / 1024} KiB at most.`,
    count > MAX_BLOCKS && `Only the first ${MAX_BLOCKS} of ${count} blocks were checked.`,
  ];
  return { url: at, blocks, problems: problems.filter((one) => one !== false) };
}

const refused = (message: string) => new ApiError('invalid_request', message);

/** Finds the blocks of a page, and whether the tag of the site is on it. */
const checkHtml = pooled(
  'check a documentation page',
  ({ html, id, targets }: { html: string; id: string; targets: readonly string[] }) => {
    const pres: Html.Element[] = [];
    let hasTag = false;
    for (const node of within(parse(html))) {
      if (!('tagName' in node)) continue;
      if (node.tagName === 'pre') pres.push(node);
      else if (node.tagName === 'script') hasTag ||= attribute(node, 'data-site') === id;
    }
    const blocks: CheckedBlock[] = [];
    let position = 0;
    for (const pre of pres.slice(0, MAX_BLOCKS)) {
      const text = textOf(pre);
      const choice = choiceOf(pre);
      const hasButton = isRunnable(text, choice, targets);
      if (hasButton) position += 1;
      else if (!hasCurl(text)) continue;
      const command = (text.split('\n').find(hasCurl) ?? text).trim().slice(0, MAX_SHOWN).toWellFormed();
      const outcome = outcomeOf(text, { isOff: choice === 'off', hasButton, targets });
      blocks.push({ position: hasButton ? position : null, command, ...outcome });
    }
    return { hasTag, count: pres.length, blocks };
  },
);

type Outcome = Pick<CheckedBlock, 'runs' | 'line' | 'reason' | 'remedy'>;

const no = (reason: string, remedy: string, line: number | null = null): Outcome => ({
  ...{ runs: false, line, reason, remedy },
});

const SWITCH_ON = 'Write `data-playground="on"` at the block.';

/** What the frame of a block says. */
function outcomeOf(
  text: string,
  { isOff, hasButton, targets }: { isOff: boolean; hasButton: boolean; targets: readonly string[] },
): Outcome {
  if (isOff) return no('It is switched off.', 'Remove `data-playground="off"` from the block.');
  if (Buffer.byteLength(text) > MAX_COMMAND_BYTES)
    return no(`It is longer than ${MAX_COMMAND_BYTES / 1024} KiB.`, 'Shorten the command.');
  const command = withPlaceholders(text);
  let url: string;
  try {
    ({ url } = parseCurl(command));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [{ message, offset = 0 }] = error.issues;
    const line =
      Array.from(command)
        .slice(0, offset)
        .filter((one) => one === '\n').length + 1;
    return no(message, 'Correct it, or write `data-playground="off"` at the block.', line);
  }
  const outside = refusedHost(targets, url);
  if (outside !== undefined) return no(outside, `Add \`${new URL(url).host}\` to the targets.`);
  if (hasButton) return { runs: true, line: null, reason: '', remedy: '' };
  return no(hasVariable(url) ? 'Its host is a variable.' : 'Its target is not written as a word.', SWITCH_ON);
}

/** The nodes below a node, in order, without those in the elements to skip. Without recursion: pages can be nested deeply. */
function* within(root: Html.ParentNode, isSkipped = (_: Html.Element) => false): Generator<Html.ChildNode> {
  const waiting = root.childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node && isSkipped(node)) continue;
    yield node;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
}

const attribute = ({ attrs }: Html.Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

const NOT_TEXTS = new Set(NOT_TEXT.split(','));

const isNotText = (element: Html.Element): boolean =>
  NOT_TEXTS.has(element.tagName) ||
  (attribute(element, 'class') ?? '').split(/\s+/).some((name) => NOT_TEXTS.has(`.${name}`)) ||
  (attribute(element, 'style') ?? '').includes('user-select:none');

/** The text of a block, as the script of the page reads it. */
function textOf(pre: Html.Element): string {
  const code = [...within(pre)].find((node) => node.nodeName === 'code');
  let text = '';
  for (const node of within(code !== undefined && 'childNodes' in code ? code : pre, isNotText))
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    else if (node.nodeName === 'br') text += '\n';
  return text.trim();
}

/** `data-playground` in a block or around it, as the script of the page finds it. */
function choiceOf(pre: Html.Element): string | undefined {
  for (const node of within(pre)) {
    const choice = 'tagName' in node ? attribute(node, 'data-playground') : undefined;
    if (choice !== undefined) return choice;
  }
  for (let node: Html.ParentNode | null = pre; node !== null && 'tagName' in node; node = node.parentNode) {
    const choice = attribute(node, 'data-playground');
    if (choice !== undefined) return choice;
  }
  return undefined;
}

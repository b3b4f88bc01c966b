/** HAR files (version 1.2), as browsers and proxies export them: each entry is what was sent. */
import { ConversionDraft, formText, NotConvertible } from '../conversions/conversion-draft.ts';
import { type Fields, fields, isObject, list, refusal, text } from './document.ts';
import type { Contents, SourceItem } from './item.ts';

export const recognisesHar = (document: Fields): boolean =>
  isObject(document['log']) && 'entries' in fields(document['log']);

export function readHar(document: Fields): Contents {
  const log = fields(document['log']);
  if (!Array.isArray(log['entries']))
    throw refusal(['log', 'entries'], 'type', 'log.entries must be a list.');
  return { name: '', description: text(log['comment']), items: itemsOf(log['entries']), warnings: [] };
}

function* itemsOf(entries: readonly unknown[]): Generator<SourceItem> {
  for (const [index, entry] of entries.map(fields).entries()) {
    const request = fields(entry['request']);
    const method = text(request['method']) || 'GET';
    const url = text(request['url']);
    yield {
      path: ['log', 'entries', index],
      name: `${method} ${url.replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/s, '')}`,
      description: text(request['comment']) || text(entry['comment']),
      hints: new Map(),
      read: () => {
        if (text(entry['_resourceType']) === 'websocket' || /^wss?:/i.test(url))
          throw new NotConvertible('A WebSocket has no curl command.');
        return requestOf(request, method, url);
      },
    };
  }
}

/** What a connection or curl itself adds. */
const OF_CONNECTIONS =
  /^(?::.*|host|connection|content-length|proxy-connection|keep-alive|transfer-encoding|upgrade|http2-settings)$/i;

function requestOf(request: Fields, method: string, url: string): ConversionDraft {
  if (!/^https?:\/\//i.test(url))
    throw new NotConvertible(`\`${url.slice(0, 60)}\` is no http or https URL.`);
  const draft = new ConversionDraft();
  draft.url = url;
  draft.method = method;
  for (const { name, value } of list(request['headers']).map(fields))
    if (text(name) !== '' && !isOfConnection(text(name), text(value), url))
      draft.headers.push({ name: text(name), value: text(value) });
  const cookies = list(request['cookies']).map(fields);
  if (cookies.length > 0 && !draft.has('cookie'))
    draft.headers.push({
      name: 'Cookie',
      value: cookies.map(({ name, value }) => `${text(name)}=${text(value)}`).join('; '),
    });
  if (draft.has('accept-encoding')) draft.options.compressed = true;
  readBody(draft, fields(request['postData']));
  return draft;
}

/** A Host header that differs from the URL is the request's own. */
function isOfConnection(name: string, value: string, url: string): boolean {
  const isOwnHost = /^host$/i.test(name) && URL.canParse(url) && new URL(url).host !== value.toLowerCase();
  return OF_CONNECTIONS.test(name) && !isOwnHost;
}

function readBody(draft: ConversionDraft, data: Fields): void {
  const type = text(data['mimeType']);
  const params = list(data['params']).map(fields);
  const content = text(data['text']);
  if (content !== '') {
    draft.body = content;
    if (type !== '') draft.imply('Content-Type', type);
  } else if (/^multipart\//i.test(type) && params.length > 0) {
    // curl makes a boundary of its own.
    const at = draft.headers.findIndex(({ name }) => name.toLowerCase() === 'content-type');
    if (at >= 0) draft.headers.splice(at, 1);
    draft.form = params.map((param) => {
      const [name, value, filename, contentType] = ['name', 'value', 'fileName', 'contentType'].map((key) =>
        text(param[key]),
      );
      const kind = contentType ? { content_type: contentType } : {};
      if (!filename) return { name: name ?? '', value: value ?? '', ...kind };
      draft.note(`\`${filename}\` is a file of your machine.`);
      return { name: name ?? '', file: filename, filename, ...kind };
    });
  } else if (params.length > 0) {
    draft.body = formText(params.map(({ name, value }) => [text(name), text(value)]));
    draft.imply('Content-Type', type || 'application/x-www-form-urlencoded');
  }
}

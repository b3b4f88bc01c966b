/** Plans the body: which of the library's calls sends it. */
import { partDisposition, partHeaders } from '../../request/multipart.ts';
import { lowerCase, type NormalPart, type NormalRequest } from '../../request/normalize.ts';
import { TOKEN } from '../../request/raw-text.ts';
import type { PlanContext } from './context.ts';
import { jsonTree } from './json.ts';
import { formPairs } from './pairs.ts';
import type { PlanBody, PlanFile, PlanPart, Template } from './plan.ts';
import { isSentWithT } from './redirects.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';
const NONE: PlanBody = { kind: 'none' };
export const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;|$)/i;
/** Works like {@link PLAIN_NAME}, but allows non-ASCII characters. */
const isWide = (text: string) => /^[^"\\\0-\x1f\x7f]*$/.test(text);
/** A name or filename that every library writes the same: printable ASCII without quotes and backslashes. */
const PLAIN_NAME = /^[ !#-[\]-~]*$/;

export function planBody(context: PlanContext, known: PlanBody | undefined): PlanBody {
  const { request, library } = context;
  const { body, method } = request;
  const { unsayable } = library;
  if (body.kind !== 'none' && library.bodiless.includes(method)) {
    context.warn('body_changed', `The body is left out: ${library.name} sends none with ${method}.`, '-X');
    return NONE;
  }
  const contents = body.kind === 'form' ? body.parts.map(({ content }) => content) : [body];
  const isBinary = contents.some(
    (content) => content.kind === 'bytes' || (content.kind === 'text' && unsayable?.test(content.text)),
  );
  if (unsayable !== undefined && isBinary)
    context.refuse(
      '--data-binary',
      'gets no bytes from this shell. Save them in a file and send that with @file',
    );
  if (body.kind === 'none') return NONE;
  if (body.kind === 'text') return planText(context, body.text, known);
  if (body.kind === 'bytes') return { kind: 'bytes', bytes: body.bytes, base64: body.base64 };
  if (body.kind === 'file')
    return { kind: 'file', file: planFile(context, body.path), stripNewlines: body.stripNewlines };
  return { kind: 'multipart', parts: body.parts.map((part) => planPart(context, part)), type: undefined };
}

function planText(context: PlanContext, text: string, known: PlanBody | undefined): PlanBody {
  const { request, library } = context;
  if (text === '' && library.isCurl) {
    // With -d curl would wait for a body in the response to HEAD; curl 7 waits forever with Expect before an empty body.
    if (request.method === 'HEAD') return NONE;
    if (isSentWithT(request))
      return { kind: 'file', file: { kind: 'path', path: '/dev/null' }, stripNewlines: false };
  }
  if (request.options.chunked !== true) {
    const type = singleType(request);
    if (library.json !== undefined && type !== undefined && JSON_TYPE.test(type)) {
      // A language has one serialiser. Variables belong to one plan.
      if (known?.kind === 'json' && request.variables.length === 0) return known;
      const value = jsonTree(text, library.json, context);
      if (value !== undefined) return { kind: 'json', value };
    }
    const isShort = /^[\w.~=&-]{0,60}$/.test(text) && context.blank(text) === text;
    if (library.form !== undefined && type === FORM_TYPE && !(isShort && library.form.onlyEscaped)) {
      const form = formPairs(text, context);
      const isMap = form?.hasUniqueNames === true && form.pairs.every(([name]) => name !== '');
      if (form !== undefined && (library.form.onlyUniqueNames !== true || isMap)) return form;
    }
  }
  return { kind: 'text', text: context.template(text) };
}

function singleType({ headers }: NormalRequest): string | undefined {
  const types = headers.filter(({ lower }) => lower === 'content-type');
  return types.length === 1 ? types[0]?.value : undefined;
}

function planFile(context: PlanContext, path: string): PlanFile {
  return path === '-' ? { kind: 'stdin' } : { kind: 'path', path: context.template(path) };
}

function planPart(context: PlanContext, part: NormalPart): PlanPart {
  const { request, library } = context;
  const { multipart } = library;
  const { name, filename, contentType, content } = part;
  const type = singleType(request);
  const replaces = part.headers.some((line) => /^content-disposition:/i.test(line));
  const isPlain =
    !replaces &&
    (!multipart.ownType || partDisposition(type) === 'form-data') &&
    PLAIN_NAME.test(context.blank(name)) &&
    PLAIN_NAME.test(context.blank(filename ?? ''));
  const differs = (what: string) =>
    context.warn('body_changed', `In a form part, ${library.name} ${what}.`, '-F');
  const objection = multipart.objection?.(part);
  if (objection !== undefined) differs(objection);
  if (!library.isCurl && multipart.names !== 'exact') {
    const isBackslash =
      request.options.form_escape === 'backslash' && /["\\]/.test(`${name}${filename ?? ''}`);
    const isSaid =
      isPlain ||
      multipart.names === 'percent' ||
      (multipart.names === 'wide' && isWide(`${name}${filename ?? ''}`));
    if (isBackslash || !isSaid)
      context.warnOfLibrary('body_changed', `escapes the form name "${name}" differently from curl`, '-F');
    if (replaces) differs('writes the Content-Disposition itself');
    else if (part.headers.length > 0 && !multipart.headers) differs('leaves out the other headers');
  }
  if (part.headers.some((line) => !line.includes(':'))) differs('adds a colon to a header without one');
  const guessesType = filename !== undefined && !multipart.untypedFiles;
  if (contentType === '' && !library.isCurl && (multipart.names !== 'exact' || guessesType))
    differs('sends no empty Content-Type');
  if (contentType === undefined && guessesType) differs('adds a Content-Type to the file');
  const lines = content.kind === 'text' && filename === undefined ? `${name}\0${content.text}` : name;
  if (!multipart.lineEnds && /(?<!\r)\n|\r(?!\n)/.test(lines)) differs('sends all line ends as CRLF');
  const headers = part.headers.flatMap((line): PlanPart['headers'] => {
    const [key, value] = splitLine(line);
    const isOwn =
      (!library.isCurl && lowerCase(key) === 'content-disposition') || !TOKEN.test(context.blank(key));
    return !multipart.headers || isOwn ? [] : [[context.template(key), context.template(value)]];
  });
  return {
    name: context.template(name),
    content:
      content.kind === 'text'
        ? { kind: 'text', text: context.template(content.text) }
        : content.kind === 'file'
          ? { kind: 'file', file: planFile(context, content.path) }
          : content,
    filename: filename === undefined ? undefined : context.template(filename),
    contentType: contentType === undefined ? undefined : context.template(contentType),
    headers,
    lines: partHeaders(part, request.options.form_escape, multipart.ownType ? type : undefined).map(
      (line) => {
        const [key, value] = splitLine(line);
        return [context.template(key), context.template(value)];
      },
    ),
    isPlain,
  };
}

function splitLine(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+/, '')];
}

/** Returns the text of a part that has only a name and a text; undefined for any other part. */
export function fieldText({ content, filename, contentType, headers }: PlanPart): Template | undefined {
  const isField = filename === undefined && contentType === undefined && headers.length === 0;
  return isField && content.kind === 'text' ? content.text : undefined;
}

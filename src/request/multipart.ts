/** Encodes multipart/form-data as curl 8 does (RFC 7578; lib/mime.c). Pure. */
import type { RequestOptions } from '../schemas/request-shape.ts';
import type { NormalPart, PartContent } from './normalize.ts';

export type MultipartChunk = { kind: 'text'; text: string } | Exclude<PartContent, { kind: 'text' }>;

/** Escapes a name or filename for a quoted parameter of Content-Disposition. */
export function escapeDisposition(text: string, style: RequestOptions['form_escape']): string {
  if (style === 'backslash') return text.replace(/[\\"]/g, '\\$&');
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * Returns the disposition that curl gives to every part: `form-data`, but `attachment` when the request has a
 * Content-Type of its own that is not multipart/form-data (lib/mime.c, Curl_mime_prepare_headers).
 * @param contentType the request's own Content-Type, undefined when it has none
 */
export function partDisposition(contentType: string | undefined): 'form-data' | 'attachment' {
  return contentType === undefined || /^multipart\/form-data(?:[\s;]|$)/i.test(contentType)
    ? 'form-data'
    : 'attachment';
}

/** Matches a part's header line that replaces the Content-Disposition built from its name and filename. */
const DISPOSITION = /^content-disposition:/i;

/**
 * Returns the header lines of a part, in curl's order, without line ends. A Content-Disposition among the part's own
 * headers replaces the one built from name and filename, as in curl; an empty one removes it.
 * @param contentType the request's own Content-Type, undefined when it has none
 */
export function partHeaders(
  part: NormalPart,
  style: RequestOptions['form_escape'],
  contentType?: string,
): string[] {
  const lines: string[] = [];
  const replaced = part.headers.some((line) => DISPOSITION.test(line));
  if (!replaced) {
    let disposition = `Content-Disposition: ${partDisposition(contentType)}; name="${escapeDisposition(part.name, style)}"`;
    if (part.filename !== undefined) disposition += `; filename="${escapeDisposition(part.filename, style)}"`;
    lines.push(disposition);
  }
  if (part.contentType !== undefined) lines.push(`Content-Type: ${part.contentType}`);
  if (!replaced) return lines.concat(part.headers);
  return lines.concat(part.headers.filter((line) => !/^content-disposition:[ \t]*$/i.test(line)));
}

/**
 * Returns the body as chunks with adjacent texts joined; the caller reads the files.
 * @param contentType the request's own Content-Type, undefined when it has none
 */
export function multipartChunks(
  parts: readonly NormalPart[],
  boundary: string,
  style?: RequestOptions['form_escape'],
  contentType?: string,
): MultipartChunk[] {
  const chunks: MultipartChunk[] = [];
  let text = '';
  for (const part of parts) {
    text += `--${boundary}\r\n${partHeaders(part, style, contentType).join('\r\n')}\r\n\r\n`;
    if (part.content.kind === 'text') text += part.content.text;
    else {
      chunks.push({ kind: 'text', text }, part.content);
      text = '';
    }
    text += '\r\n';
  }
  chunks.push({ kind: 'text', text: `${text}--${boundary}--\r\n` });
  return chunks;
}

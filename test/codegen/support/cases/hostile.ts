/** Texts that could break out of a literal, in every field. */
import { add, HOSTILE, headerText, ORIGIN, typed } from './make.ts';

export function addHostile(): void {
  HOSTILE.forEach((text, index) => {
    add(`hostile-body-${index}`, typed('text/plain', { body: text }));
    add(`hostile-json-${index}`, typed('application/json', { body: JSON.stringify({ [text]: text }) }));
    add(`hostile-header-${index}`, { url: `${ORIGIN}/x`, headers: { 'X-Hostile': headerText(text) } });
    add(`hostile-query-${index}`, {
      url: `${ORIGIN}/x?q=${encodeURIComponent(text)}&r=${text.replace(/[\0- #\x7f\u00a0-\u{10ffff}]/gu, '')}`,
    });
    add(`hostile-basic-${index}`, {
      url: `${ORIGIN}/x`,
      headers: {
        Authorization: `Basic ${Buffer.from(`${text.replaceAll('\0', '').replaceAll(':', '')}:${text.replaceAll('\0', '')}`).toString('base64')}`,
      },
    });
    const partText = text.replaceAll('\0', '');
    add(`hostile-form-${index}`, {
      url: `${ORIGIN}/x`,
      form: [
        { name: partText.replaceAll('=', ''), value: partText },
        { name: 'f', file: 'photo.png', filename: partText, content_type: 'image/png' },
      ],
    });
  });
}

/** Finds values that are known to be secret, in any of their encodings. Pure. */
import { base64Texts, decodedTexts } from '../request/decoded-text.ts';
import { type Field, inOrder } from '../request/secret-fields.ts';
import { decoded } from '../request/secret-names.ts';

/** A secret value and the name of its field. */
export interface KnownSecret {
  name: string;
  value: string;
}

/** Length of what the values are looked up by. */
const PREFIX = 4;
/** Maximum number of values with a common prefix: each is tried wherever it occurs. */
const MAX_ALIKE = 20;

/** A value, what it says when it is decoded, and with its spaces as forms write them. */
function formsOf(value: string): Set<string> {
  const forms = [...decodedTexts(value).map(({ text }) => text), decoded(value.replaceAll('+', ' '))];
  return new Set(forms.flatMap((text) => [text, text.replaceAll(' ', '+')]));
}

/** The values to search for. Searching takes time linear in the text. */
export class KnownSecrets {
  readonly #byPrefix = new Map<string, Map<string, string>>();

  /** @param minLength of the values to search for: shorter ones match unrelated text */
  constructor(secrets: Iterable<KnownSecret>, minLength = PREFIX) {
    for (const { name, value } of secrets)
      for (const text of formsOf(value)) {
        if (text.length < Math.max(minLength, PREFIX)) continue;
        const prefix = text.slice(0, PREFIX);
        const values = this.#byPrefix.get(prefix) ?? new Map<string, string>();
        if (values.size < MAX_ALIKE && !values.has(text)) values.set(text, name);
        this.#byPrefix.set(prefix, values);
      }
  }

  /** Returns where the values stand in a text: as they are, with its escapes decoded, and within base64. */
  fieldsOf(text: string): (Field & { value: string })[] {
    if (this.#byPrefix.size === 0) return [];
    const fields: (Field & { value: string })[] = [];
    for (const { text: plain, startOf, endOf } of decodedTexts(text))
      for (const { start, end, ...field } of this.#fieldsIn(plain))
        fields.push({ ...field, start: startOf(start), end: endOf(end) });
    for (const { start, end, text: plain } of base64Texts(text)) {
      const [first] = this.#fieldsIn(plain);
      if (first !== undefined) fields.push({ name: first.name, value: text.slice(start, end), start, end });
    }
    return inOrder(fields);
  }

  #fieldsIn(text: string): (Field & { value: string })[] {
    const fields: (Field & { value: string })[] = [];
    for (let start = 0; start + PREFIX <= text.length; start += 1)
      for (const [value, name] of this.#byPrefix.get(text.slice(start, start + PREFIX)) ?? [])
        if (text.startsWith(value, start)) fields.push({ name, value, start, end: start + value.length });
    return fields;
  }
}

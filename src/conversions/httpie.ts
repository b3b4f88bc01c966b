/** Converts an HTTPie command: `http`, `https`. What its options and items do is that of HTTPie 3's documentation. */
import { absolute, ConversionDraft, formText, NotConvertible, withQuery } from './conversion-draft.ts';
import { type Arguments, argumentsOf, options } from './shell-words.ts';

const WITH_VALUE =
  /^(?:-a|-A|-o|-s|-p|--auth|--auth-type|--output|--style|--print|--pretty|--raw|--timeout|--max-redirects|--verify|--proxy|--cert|--cert-key|--session|--session-read-only|--default-scheme|--format-options|--response-charset|--response-mime|--boundary|--ssl|--ciphers|--max-headers|--cert-key-pass|--history-print|-P)$/;
/** What only changes how the response is shown. */
const DISPLAY =
  /^(?:-h|-b|-v|-m|-d|-c|-q|-S|-I|-s|-p|-P|--headers|--body|--meta|--verbose|--print|--pretty|--style|--format-options|--download|--continue|--quiet|--stream|--ignore-stdin|--check-status|--all|--unsorted|--sorted|--response-charset|--response-mime|--debug|--traceback|--no-\w+|--history-print|--max-headers)$/;
const JSON_TYPE = 'application/json';

/** An item and what stands between its name and its value; a backslash takes the meaning of what follows. */
const ITEM = /^((?:\\[\s\S]|[^\\])*?)(:=@|==@|=@|:@|:=|==|=|@|:|;$)([\s\S]*)$/;

type Item = ReturnType<typeof readItem>;

/** @throws NotConvertible for what HTTPie would not send, or only with what is on the user's machine */
export function convertHttpie(text: string): ConversionDraft {
  const draft = new ConversionDraft();
  return new HttpieConversion(draft, argumentsOf(text, /^https?$/, draft)).convert();
}

class HttpieConversion {
  readonly #draft: ConversionDraft;
  readonly #arguments: Arguments;
  #kind: 'json' | 'form' | 'multipart' = 'json';
  #raw: string | undefined;
  #scheme: string;
  #authType = 'basic';
  #auth: string | undefined;
  #operands: string[] = [];

  constructor(draft: ConversionDraft, args: Arguments) {
    this.#draft = draft;
    this.#arguments = args;
    this.#scheme = args.program;
  }

  convert(): ConversionDraft {
    const draft = this.#draft;
    for (const found of options(this.#arguments.words, (name) => WITH_VALUE.test(name)))
      if ('operand' in found) this.#operands.push(found.operand);
      else this.#option(found.name, found.value ?? '');
    const [first = ''] = this.#operands;
    if (/^[A-Za-z]+$/.test(first) && this.#operands.length > 1 && first !== 'localhost')
      draft.method = this.#operands.shift()?.toUpperCase();
    const [address, ...items] = this.#operands;
    if (address === undefined) throw new NotConvertible('The HTTPie command has no URL.');
    draft.url = this.#url(address);
    this.#items(items.map(readItem));
    this.#authenticate();
    return draft;
  }

  #option(name: string, value: string): void {
    const { options: request } = this.#draft;
    if (name === '-j' || name === '--json') this.#draft.imply('Accept', `${JSON_TYPE}, */*;q=0.5`);
    else if (name === '-f' || name === '--form') this.#kind = 'form';
    else if (name === '--multipart') this.#kind = 'multipart';
    else if (name === '--raw') this.#raw = value;
    else if (name === '-a' || name === '--auth') this.#auth = value;
    else if (name === '-A' || name === '--auth-type') this.#authType = value.toLowerCase();
    else if (name === '-F' || name === '--follow') request.follow_redirects = true;
    else if (name === '--max-redirects') request.max_redirects = Number(value);
    else if (name === '--timeout' && Number(value) > 0) request.timeout_ms = Math.round(Number(value) * 1000);
    else if (name === '--verify' && /^(?:no|false)$/i.test(value)) request.insecure = true;
    else if (name === '--verify' && !/^(?:yes|true)$/i.test(value)) request.cacert = value;
    else if (name === '-o' || name === '--output') request.output = value;
    else if (name === '--proxy') request.proxy = value.replace(/^\w+:(?=\w+:\/\/)/, '');
    else if (name === '--cert') request.cert = value;
    else if (name === '--cert-key') request.key = value;
    else if (name === '--chunked') request.chunked = true;
    else if (name === '--default-scheme') this.#scheme = value;
    else if (!DISPLAY.test(name) && name !== '--verify' && name !== '--timeout') this.#draft.leaveOut(name);
  }

  /** `:3000/x` is on this machine; without a scheme it is that of the program's name. */
  #url(address: string): string {
    const local = /^:(?!:)(\d*)(.*)$/s.exec(address);
    if (local === null) return absolute(address.replace(/^\/\//, ''), this.#scheme);
    const [, port = '', rest = ''] = local;
    return `${this.#scheme}://localhost${port === '' ? '' : `:${port}`}${rest}`;
  }

  #items(items: readonly Item[]): void {
    const draft = this.#draft;
    const data: Item[] = [];
    const query: [string, string][] = [];
    for (const item of items) {
      const { name, sign, value } = item;
      if (sign === ':' && value === '') draft.leaveOut(`${name}:`);
      else if (sign === ':') draft.headers.push({ name, value: value.trim() });
      else if (sign === ';') draft.headers.push({ name, value: '' });
      else if (sign === '==') query.push([name, value]);
      else if (sign === ':@' || sign === '==@') draft.leaveOut(`${name}${sign}${value}`);
      else data.push(item);
    }
    draft.url = withQuery(draft.url, formText(query));
    const { stdin } = this.#arguments;
    if (this.#raw !== undefined) this.#json(this.#raw);
    else if (data.length > 0) this.#data(data);
    else if (stdin !== undefined && 'file' in stdin) {
      draft.bodyFile = stdin.file;
      this.#typed();
    } else if (stdin !== undefined) this.#json(stdin.text);
  }

  #data(data: readonly Item[]): void {
    const draft = this.#draft;
    const hasFiles = data.some(({ sign }) => sign === '@');
    if (this.#kind === 'multipart' || (hasFiles && this.#kind === 'form')) {
      draft.form = data.map(({ name, sign, value }) => {
        if (sign !== '@' && sign !== '=@') return { name, value };
        const [path = '', type] = value.split(';type=');
        const filename = path.replace(/^.*[/\\]/, '');
        return sign === '=@'
          ? { name, file: path }
          : { name, file: path, filename, ...(type !== undefined && { content_type: type }) };
      });
      return;
    }
    const files = data.filter(({ sign }) => sign.includes('@'));
    for (const { name, sign, value } of files)
      draft.note(`\`${name}${sign}${value}\` is read from a file on your machine: fill in \`{{${name}}}\`.`);
    if (this.#kind === 'form') {
      draft.imply('Content-Type', 'application/x-www-form-urlencoded; charset=utf-8');
      draft.body = formText(
        data.map(({ name, sign, value }) => [name, sign.includes('@') ? `{{${name}}}` : value]),
      );
      return;
    }
    this.#json(jsonOf(data));
  }

  #json(text: string): void {
    this.#draft.body = text;
    this.#typed();
  }

  #typed(): void {
    this.#draft.imply('Accept', `${JSON_TYPE}, */*;q=0.5`);
    this.#draft.imply('Content-Type', JSON_TYPE);
  }

  #authenticate(): void {
    if (this.#auth === undefined) return;
    if (this.#authType === 'bearer') {
      this.#draft.headers.push({ name: 'Authorization', value: `Bearer ${this.#auth}` });
      return;
    }
    const colon = this.#auth.indexOf(':');
    const username = colon < 0 ? this.#auth : this.#auth.slice(0, colon);
    const password = colon < 0 ? this.#draft.placeholder('password') : this.#auth.slice(colon + 1);
    if (this.#authType !== 'basic' && this.#authType !== 'digest')
      this.#draft.leaveOut(`--auth-type=${this.#authType}`);
    this.#draft.auth = { username, password, ...(this.#authType === 'digest' && { scheme: 'digest' }) };
  }
}

/** @throws NotConvertible for what is no item */
function readItem(text: string): Record<'name' | 'sign' | 'value', string> {
  const [, name, sign, value] = ITEM.exec(text) ?? [];
  if (name === undefined || sign === undefined || value === undefined)
    throw new NotConvertible(`\`${text}\` is no item of HTTPie, such as name=value or Name:value.`);
  const plain = (part: string) => part.replace(/\\([:=@;\\])/g, '$1');
  return { name: plain(name), sign, value: plain(value) };
}

/** The object of `name=text` and `name:=JSON`, as Python writes JSON. */
function jsonOf(data: readonly Item[]): string {
  const entries = new Map<string, string>();
  for (const { name, sign, value } of data) {
    if (/[[\]]/.test(name))
      throw new NotConvertible(
        `\`${name}\` is a nested field of HTTPie. Write the JSON with --raw, or as a command for curl.`,
      );
    if (sign.includes('@')) entries.set(name, sign === ':=@' ? `{{${name}}}` : `"{{${name}}}"`);
    else if (sign === ':=') entries.set(name, json(name, value));
    else entries.set(name, JSON.stringify(value));
  }
  return `{${[...entries].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`;
}

/** @throws NotConvertible for what is no JSON */
function json(name: string, text: string): string {
  if (/\$|\{\{/.test(text)) return text; // filled in later
  try {
    JSON.parse(text);
  } catch {
    throw new NotConvertible(`The value of \`${name}:=\` is no JSON: \`${text}\`.`);
  }
  return text;
}

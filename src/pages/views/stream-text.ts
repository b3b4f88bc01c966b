/**
 * The text that a stream of JSON events writes, piece by piece: the answer of a language model in the shapes of OpenAI,
 * Anthropic, Gemini, Ollama and Mistral, or the string that grows in a shape that is not known. The text of such an answer
 * that came as a whole, too. Pure.
 */
import type { BodyEvent } from './events.tsx';

export interface StreamText {
  text: string;
  reasoning: string;
  tools: { name: string; arguments: string }[];
  /** Tokens as the stream reports them. */
  tokens: { in?: number | undefined; out?: number | undefined };
  finish: string | undefined;
  /** When the first and the last piece came, in milliseconds since the run started; undefined if unknown. */
  firstAt: number | undefined;
  lastAt: number | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** A member that is an object; an empty one instead of anything else. */
const at = (value: unknown, key: string | number): Json => {
  const found =
    typeof value === 'object' && value !== null
      ? (value as Record<string | number, unknown>)[key]
      : undefined;
  return typeof found === 'object' && found !== null ? (found as Json) : {};
};
/** The objects of a list. */
const list = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
const string = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/**
 * The text of a stream; undefined for events that write none.
 * @param least how many events show that a string of an unknown shape grows; while they come, the first is enough
 * @param isLines whether they are lines of JSON, which are records more often than pieces of a text
 */
export function streamTextOf(
  events: readonly BodyEvent[],
  least: number,
  isLines: boolean,
): StreamText | undefined {
  const writer = new Writer();
  const objects: { value: Json; at: number | undefined }[] = [];
  for (const { data, at: time } of events) {
    const value = parsed(data);
    if (value === undefined) continue;
    objects.push({ value, at: time });
    writer.take(value, time);
  }
  if (writer.isKnown) return writer.result;
  return growing(objects, isLines ? 2 : least, isLines);
}

/** Characters of an answer that is one JSON object. */
const MAX_ANSWER = 200_000;

/** The text of an answer that came as a whole, in one of the known shapes: all of them say why the text ends. */
export function answerTextOf(body: string): StreamText | undefined {
  const value = body.length > MAX_ANSWER ? undefined : objectOf(body);
  if (value === undefined) return undefined;
  const writer = new Writer();
  writer.take(value, undefined);
  return writer.isKnown && writer.result.finish !== undefined ? writer.result : undefined;
}

/** Texts of events that were read: a running stream reads each of them many times. */
const byText = new Map<string, Json>();

function parsed(data: string): Json | undefined {
  const known = byText.get(data);
  if (known !== undefined) return known;
  const value = objectOf(data);
  if (value === undefined) return undefined;
  if (byText.size > 5_000) byText.clear();
  byText.set(data, value);
  return value;
}

function objectOf(text: string): Json | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json; // begins with a brace
  } catch {
    return undefined;
  }
}

/** Collects what the known shapes write. */
class Writer {
  isKnown = false;
  readonly result: StreamText = {
    text: '',
    reasoning: '',
    tools: [],
    tokens: {},
    finish: undefined,
    firstAt: undefined,
    lastAt: undefined,
  };
  readonly #tools = new Map<string, { name: string; arguments: string }>();

  take(event: Json, time: number | undefined): void {
    const before = this.result.text.length + this.result.reasoning.length;
    this.#openAi(event);
    this.#responses(event);
    this.#anthropic(event);
    this.#gemini(event);
    this.#ollama(event);
    this.#usage(event);
    if (this.result.text.length + this.result.reasoning.length === before) return;
    this.result.firstAt ??= time;
    this.result.lastAt = time;
  }

  #write(text: unknown, reasoning: unknown = ''): void {
    if (typeof text === 'string' || (typeof reasoning === 'string' && reasoning !== '')) this.isKnown = true;
    this.result.text += string(text);
    this.result.reasoning += string(reasoning);
  }

  /** A call of a function: its name comes once, its arguments in pieces. */
  #tool(id: string, name: unknown, piece: unknown): void {
    this.isKnown = true;
    const known = this.#tools.get(id) ?? { name: '', arguments: '' };
    if (!this.#tools.has(id)) {
      this.#tools.set(id, known);
      this.result.tools.push(known);
    }
    known.name ||= string(name);
    known.arguments +=
      typeof piece === 'string' || piece === undefined ? string(piece) : JSON.stringify(piece);
  }

  #finish(reason: unknown): void {
    if (typeof reason === 'string' && reason !== '') this.result.finish = reason;
  }

  /** Chat completions, of Mistral too, whose content may be a list of parts; and completions. */
  #openAi({ choices }: Json): void {
    const [choice] = list(choices);
    if (choice === undefined) return;
    const delta = { ...at(choice, 'message'), ...at(choice, 'delta') };
    const { content } = delta;
    if (Array.isArray(content))
      for (const part of list(content)) {
        this.#write(part['text']);
        for (const thought of list(part['thinking'])) this.#write('', thought['text']);
      }
    else this.#write(content ?? choice['text'], delta['reasoning_content'] ?? delta['reasoning']);
    for (const [index, call] of list(delta['tool_calls']).entries()) {
      const { name, arguments: piece } = at(call, 'function');
      this.#tool(`openai ${String(call['index'] ?? index)}`, name, piece);
    }
    this.#finish(choice['finish_reason']);
  }

  /** OpenAI's responses. */
  #responses(event: Json): void {
    const { type, delta, item_id: id } = event;
    if (type === 'response.output_text.delta') this.#write(delta);
    else if (type === 'response.reasoning_summary_text.delta' || type === 'response.reasoning_text.delta')
      this.#write('', delta);
    else if (type === 'response.function_call_arguments.delta') this.#tool(String(id), '', delta);
    else if (type === 'response.output_item.added') {
      const item = at(event, 'item');
      if (item['type'] === 'function_call') this.#tool(String(item['id']), item['name'], '');
    } else if (type === 'response.completed') this.#finish(at(event, 'response')['status']);
    else if (event['object'] === 'response') this.#outputs(event);
  }

  /** An answer of OpenAI's responses as a whole. */
  #outputs({ output, status }: Json): void {
    for (const item of list(output)) {
      for (const part of list(item['content'])) this.#write(part['text']);
      for (const part of list(item['summary'])) this.#write('', part['text']);
      if (item['type'] === 'function_call') this.#tool(String(item['id']), item['name'], item['arguments']);
    }
    this.#finish(status);
  }

  #anthropic(event: Json): void {
    const { type, index } = event;
    const delta = at(event, 'delta');
    if (type === 'content_block_start') {
      const block = at(event, 'content_block');
      if (/tool_use$/.test(string(block['type']))) this.#tool(`block ${String(index)}`, block['name'], '');
      else this.#write(block['text'], block['thinking']);
    } else if (type === 'content_block_delta') {
      if (delta['partial_json'] !== undefined)
        this.#tool(`block ${String(index)}`, '', delta['partial_json']);
      else this.#write(delta['text'], delta['thinking']);
    } else if (type === 'message_delta') this.#finish(delta['stop_reason']);
    else if (type === 'message') {
      for (const [place, block] of list(event['content']).entries())
        if (block['type'] === 'tool_use') this.#tool(`block ${place}`, block['name'], block['input']);
        else this.#write(block['text'], block['thinking']);
      this.#finish(event['stop_reason']);
    }
  }

  #gemini({ candidates }: Json): void {
    const [candidate] = list(candidates);
    for (const part of list(at(candidate, 'content')['parts'])) {
      const call = at(part, 'functionCall');
      if (call['name'] !== undefined) this.#tool(`call ${this.#tools.size}`, call['name'], call['args']);
      else if (part['thought'] === true) this.#write('', part['text']);
      else this.#write(part['text']);
    }
    this.#finish(candidate?.['finishReason']);
  }

  #ollama(event: Json): void {
    if (typeof event['done'] !== 'boolean') return;
    const message = at(event, 'message');
    this.#write(message['content'] ?? event['response'], message['thinking'] ?? event['thinking']);
    for (const call of list(message['tool_calls'])) {
      const { name, arguments: all } = at(call, 'function');
      this.#tool(`call ${this.#tools.size}`, name, all);
    }
    this.#finish(event['done_reason']);
  }

  /** Tokens, where any of the shapes reports them. The latest report counts. */
  #usage(event: Json): void {
    const { tokens } = this.result;
    // What Anthropic says before the text is not what it will write.
    const { input_tokens } = at(at(event, 'message'), 'usage');
    for (const usage of [
      at(event, 'usage'),
      { input_tokens } as Json,
      at(at(event, 'response'), 'usage'),
      at(event, 'usageMetadata'),
      event,
    ]) {
      const reported = (names: readonly string[]) =>
        count(names.map((name) => usage[name]).find((one) => one != null));
      tokens.in = reported(TOKENS_IN) ?? tokens.in;
      tokens.out = reported(TOKENS_OUT) ?? tokens.out;
    }
  }
}

/** Names of the members that count tokens. */
const TOKENS_IN = ['prompt_tokens', 'input_tokens', 'promptTokenCount', 'prompt_eval_count'];
const TOKENS_OUT = ['completion_tokens', 'output_tokens', 'candidatesTokenCount', 'eval_count'];

/** Names of members that vary and are no text. */
const NO_TEXT =
  /(?:^|[._-])(?:id|uuid|type|event|object|role|model|status|time|date|timestamp|created(?:_at)?|url|name)$/i;

/** Pieces of a text have blanks at their edges, or come in a script without blanks; values of records do not. */
const PIECE = /^\s|\s$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Collects the string that grows: the longest of those whose values differ from event to event. */
function growing(
  objects: readonly { value: Json; at: number | undefined }[],
  least: number,
  isLines: boolean,
): StreamText | undefined {
  const found = new Map<
    string,
    { values: string[]; firstAt: number | undefined; lastAt: number | undefined }
  >();
  for (const { value, at: time } of objects)
    for (const [path, leaf] of leavesOf(value)) {
      if (typeof leaf !== 'string' || NO_TEXT.test(path)) continue;
      const one = found.get(path) ?? { values: [], firstAt: time, lastAt: time };
      one.values.push(leaf);
      one.lastAt = time;
      found.set(path, one);
    }
  const texts = [...found.values()].flatMap(({ values, firstAt, lastAt }) => {
    if (new Set(values).size < least) return [];
    const isWhole = values.every((value, index) => value.startsWith(values[index - 1] ?? ''));
    if (!isWhole && isLines && !values.some((value) => PIECE.test(value))) return [];
    return { text: isWhole ? (values.at(-1) ?? '') : values.join(''), firstAt, lastAt };
  });
  const longest = texts.toSorted((a, b) => b.text.length - a.text.length)[0];
  return longest && { ...longest, reasoning: '', tools: [], tokens: {}, finish: undefined };
}

/** The values of a JSON value that have no members, with their paths. */
export function leavesOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  );
}

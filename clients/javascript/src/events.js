/** Reads the events of a stream: server-sent events (WHATWG HTML, section 9.2). */
import { errorOf, unexpected } from './errors.js';
import { check, parse } from './json.js';
import { EVENTS } from './shapes.js';

/** Makes events of the chunks of a response. */
export class EventReader {
  #response;
  #decoder = new TextDecoder();
  #rest = '';
  #event = '';
  #data = [];

  constructor(response) {
    this.#response = response;
  }

  /**
   * The lines that a chunk completes: an event, or undefined for what is none yet.
   * A text has no line ends but these.
   */
  *read(chunk) {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) yield this.#line(line.replace(/\r$/, ''));
  }

  #line(line) {
    const [, name, value] = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
    if (name === 'event') this.#event = value ?? '';
    else if (name === 'data') this.#data.push(value ?? '');
    else if (line === '') {
      const event = this.#event;
      const data = this.#data.join('\n');
      this.#event = '';
      this.#data = [];
      return this.#complete(event, data);
    }
    return undefined;
  }

  #complete(event, text) {
    if (event === 'error') throw errorOf(this.#response, text);
    if (!Object.hasOwn(EVENTS, event)) return undefined;
    try {
      const data = parse(text);
      check(EVENTS[event], data, EVENTS[event]);
      return { event, data };
    } catch (cause) {
      throw unexpected(`not an event of the API: ${cause.message}`, this.#response, text, cause);
    }
  }
}

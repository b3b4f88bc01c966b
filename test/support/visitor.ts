/** A person who uses the account's pages in a browser without scripts. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** Cookies, as a browser keeps them. */
export class Visitor {
  readonly app: FastifyInstance;
  readonly cookies = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.app = app;
  }

  async #send(method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: string) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.app.inject({
      method,
      url,
      headers: { accept: 'text/html', cookie, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  open(url: string): Promise<LightMyRequestResponse> {
    return this.#send('GET', url, {});
  }

  post(url: string, fields: Record<string, string | string[]>, headers: Record<string, string> = {}) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) form.append(name, one);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send('POST', url, { ...type, ...headers }, form.toString());
  }

  /** Posts JSON, as scripts of the pages do. */
  postJson(url: string, body: object, headers: Record<string, string> = {}) {
    const own = { 'content-type': 'application/json', accept: 'application/json' };
    return this.#send('POST', url, { ...own, ...headers }, JSON.stringify(body));
  }

  async signIn(key: string): Promise<LightMyRequestResponse> {
    await this.open('/account');
    return this.post('/account/sign-in', { key });
  }
}

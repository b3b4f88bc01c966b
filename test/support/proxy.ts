/** A request runner for tests: loopback allowed unless told otherwise, short limits. */
import { InputError, type InputIssue } from '../../src/errors.ts';
import { parseAddressRules } from '../../src/proxy/connect/address-policy.ts';
import { createProxy, type ExecuteOutcome, type ProxyConfig } from '../../src/proxy/execute.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';

export interface TestProxy {
  /** Runs one request for the account `a`. */
  send(request: RequestShape): Promise<ExecuteOutcome>;
  /** The issues of a refused request; fails when it is not refused. */
  refused(request: RequestShape): Promise<readonly InputIssue[]>;
  execute(request: RequestShape, accountId: string, signal?: AbortSignal): Promise<ExecuteOutcome>;
  close(): Promise<void>;
}

export const TEST_LIMITS: ProxyConfig = {
  allow: parseAddressRules('127.0.0.1,[::1]'),
  deny: [],
  proxyUrl: undefined,
  timeoutMs: 5000,
  streamTimeoutMs: 5000,
  maxResponseBytes: 256 * 1024,
  maxHeaderBytes: 16 * 1024,
  maxRequestBytes: 1024 * 1024,
  maxRedirects: 20,
  maxPerAccount: 100,
  maxTotal: 1000,
  publicMaxPerPlayground: 3,
  publicMaxTotal: 25,
  publicTimeoutMs: 15_000,
  userAgent: 'playgrounds/test',
};

export function startProxy(config: Partial<ProxyConfig> = {}): TestProxy {
  const proxy = createProxy({ ...TEST_LIMITS, ...config });
  const execute = (request: RequestShape, accountId: string, signal = new AbortController().signal) =>
    proxy.execute(request, { accountId, signal });
  return {
    execute,
    send: (request) => execute(request, 'a'),
    async refused(request) {
      const outcome = await execute(request, 'a').catch((error: unknown) => error);
      if (outcome instanceof InputError) return outcome.issues;
      throw new Error(`not refused but ${JSON.stringify(outcome)}`, { cause: outcome });
    },
    close: () => proxy.close(),
  };
}

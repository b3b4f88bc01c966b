/**
 * A PGlite client with prepared statements. PGlite's query() parses and describes every statement again, in six
 * calls into WebAssembly, each of which costs more than reading a row by its key.
 */
import {
  Mutex,
  messages,
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { yieldToEventLoop } from '../runtime/event-loop.ts';

/** Milliseconds after which a query has blocked the event loop for long: yield before the next one. */
const LONG_MS = 2;

/** Bytes of parameters beyond which a query blocks the event loop for long. */
const LARGE_BYTES = 256 * 1024;

/** The OID of PostgreSQL's type text. */
const TEXT = 25;

/** The part of PGlite that drizzle and client.ts use. */
export type QueryClient = Pick<PGlite, 'query' | 'transaction' | 'close'>;

interface Statement {
  name: string;
  /** Type OIDs of the parameters. */
  parameters: readonly number[];
  /** The row description, if any, which later executions omit. */
  description: Message[];
}

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number];

const { serialize } = protocol;

/** The maximum number of prepared statements. The service has about a hundred. */
const MAX_STATEMENTS = 500;

/**
 * Runs a PGlite's queries as prepared statements. Everything but migrations must use it: a statement that
 * bypassed it could run inside another caller's transaction.
 */
export function preparedStatementsClient(client: PGlite): QueryClient {
  const exclusive = new Mutex();
  /** Messages that close statements evicted from the cache. */
  const closing: Uint8Array[] = [];
  const statements = new LRUCache<string, Statement>({
    max: MAX_STATEMENTS,
    dispose: ({ name }) => closing.push(serialize.close({ type: 'S', name })),
  });
  let prepared = 0;

  const execute = async (...parts: Uint8Array[]): Promise<Message[]> => {
    if (client.closed) throw new Error('PGlite is closed');
    try {
      // After an error the database resumes at the sync message.
      return (await client.execProtocol(Buffer.concat([...parts, serialize.sync()]))).messages;
    } catch (error) {
      // After a panic (its log cannot be written) PGlite no longer responds: the process must be restarted.
      if ((error as { severity?: unknown }).severity === 'PANIC')
        queueMicrotask(() => {
          throw error;
        });
      throw error;
    }
  };

  const prepare = async (text: string): Promise<Statement> => {
    prepared += 1;
    const name = `statement${prepared}`;
    const described = await execute(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const statement = {
      name,
      parameters: parse.parseDescribeStatementResults(described),
      description: described.filter((message) => message instanceof messages.RowDescriptionMessage),
    };
    statements.set(text, statement);
    if (closing.length > 0) await execute(...closing.splice(0));
    return statement;
  };

  const run = async (text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results> => {
    const began = performance.now();
    const { name, parameters, description } = statements.get(text) ?? (await prepare(text));
    const serialized = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      const type = parameters[index] ?? 0;
      const serialized = client.serializers[type]?.(value) ?? String(value);
      // As bytes, which are the same in the binary format: PGlite counts those of a string character by character.
      return type === TEXT ? Buffer.from(serialized) : serialized;
    });
    const bound = serialize.bind({ statement: name, values: serialized });
    // What made a large value took a while, too.
    if (bound.byteLength > LARGE_BYTES) await yieldToEventLoop();
    const messages = await execute(bound, serialize.execute({}));
    const [result] = parse.parseResults([...description, ...messages], client.parsers, options);
    if (result === undefined) throw new Error('a statement has one result');
    if (performance.now() - began > LONG_MS) await yieldToEventLoop();
    return result;
  };

  return {
    // The caller declares the row type, as with PGlite's query().
    query: <T>(text: string, values: unknown[] = [], options?: QueryOptions) =>
      exclusive.runExclusive(() => client.runExclusive(() => run(text, values, options))) as Promise<
        Results<T>
      >,
    transaction: (work) => exclusive.runExclusive(() => client.transaction(work)),
    // Waits for the running query; queued ones then find the client closed.
    close: () => exclusive.runExclusive(async () => (client.closed ? undefined : client.close())),
  };
}

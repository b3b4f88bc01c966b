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
  type Transaction,
  types,
} from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';

/** A connection to a PGlite, in this thread or another. */
export interface Wire {
  readonly closed: boolean;
  /** Executes messages of PostgreSQL's protocol and returns those of the answer. One call at a time. */
  send(messages: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The connection to a PGlite in this thread. */
export function wireOf(client: PGlite): Wire {
  return {
    get closed() {
      return client.closed;
    },
    send: (messages) => client.runExclusive(() => client.execProtocolRaw(messages)),
    close: () => client.close(),
  };
}

/** The part of PGlite that drizzle and client.ts use. */
export type QueryClient = Pick<PGlite, 'query' | 'transaction' | 'close'>;

interface Statement {
  name: string;
  /** Type OIDs of the parameters. */
  parameters: readonly number[];
  /** The row description, if any, which later executions omit. */
  description: Message[];
}

type Message = Parameters<Parameters<InstanceType<typeof protocol.Parser>['parse']>[1]>[0];

const { serialize } = protocol;

/** The maximum number of prepared statements. The service has about a hundred. */
const MAX_STATEMENTS = 500;

/**
 * Runs a PGlite's queries as prepared statements. Everything but migrations must use it: a statement that
 * bypassed it could run inside another caller's transaction. Arrays travel as text, which drizzle writes and reads.
 */
export function preparedStatementsClient(wire: Wire): QueryClient {
  const exclusive = new Mutex();
  /** Messages that close statements evicted from the cache. */
  const closing: Uint8Array[] = [];
  const statements = new LRUCache<string, Statement>({
    max: MAX_STATEMENTS,
    dispose: ({ name }) => closing.push(serialize.close({ type: 'S', name })),
  });
  let prepared = 0;

  const execute = (...parts: Uint8Array[]) => exchange(wire, [...parts, serialize.sync()]);

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

  const run: Query = async (text, values = [], options) => {
    const { name, parameters, description } = statements.get(text) ?? (await prepare(text));
    const serialized = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializer = types.serializers[parameters[index] ?? 0];
      return serializer === undefined ? String(value) : serializer(value);
    });
    const answer = await execute(
      serialize.bind({ statement: name, values: serialized }),
      serialize.execute({}),
    );
    const [result] = parse.parseResults([...description, ...answer], types.parsers, options);
    if (result === undefined) throw new Error('a statement has one result');
    return result as Results<never>; // the caller declares the row type, as with PGlite's query()
  };

  return {
    query: (...query) => exclusive.runExclusive(() => run(...query)),
    transaction: (work) => exclusive.runExclusive(() => transaction(run, work)),
    // Waits for the running query; queued ones then find the client closed.
    close: () => exclusive.runExclusive(async () => (wire.closed ? undefined : wire.close())),
  };
}

/** Sends messages and returns those of the answer. After an error the database resumes at the sync message. */
async function exchange(wire: Wire, sent: readonly Uint8Array[]): Promise<Message[]> {
  if (wire.closed) throw new Error('PGlite is closed');
  const answer = await wire.send(Buffer.concat(sent));
  const found: Message[] = [];
  new protocol.Parser().parse(answer, (message) => found.push(message));
  const error = found.find((message) => message instanceof messages.DatabaseError);
  // After a panic (its log cannot be written) PGlite no longer responds: the process must be restarted.
  if (error?.severity === 'PANIC')
    queueMicrotask(() => {
      throw error;
    });
  if (error !== undefined) throw error;
  return found;
}

type Query = (text: string, values?: readonly unknown[], options?: QueryOptions) => Promise<Results<never>>;

async function transaction<T>(query: Query, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await query('begin');
  try {
    const result = await work({ query } as Pick<Transaction, 'query'> as Transaction); // all that drizzle uses
    await query('commit');
    return result;
  } catch (error) {
    await query('rollback');
    throw error;
  }
}

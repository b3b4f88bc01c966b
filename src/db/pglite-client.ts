/**
 * PGlite with statements that are prepared once. Its own query() parses and describes every statement anew, in six
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
} from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { yieldToEventLoop } from '../runtime/event-loop.ts';

/** A query that takes longer has held up the event loop: something else comes before the next one. */
const LONG_MS = 2;

/** What drizzle and its owner use of a PGlite. */
export type QueryClient = Pick<PGlite, 'query' | 'transaction' | 'close'>;

/** A client that can run work and roll it back. */
export interface RollbackClient {
  /**
   * Runs work with all statements in one transaction, which is rolled back. For the start: nobody else may use the client
   * meanwhile.
   */
  runAndRollBack(work: () => Promise<void>): Promise<void>;
}

interface Statement {
  name: string;
  /** Type ids of its parameters. */
  parameters: readonly number[];
  /** The description of its rows, where it has any: what a later execution leaves out. */
  description: Message[];
}

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number];

const { serialize } = protocol;

/** Prepared statements at a time. The service has about a hundred. */
const MAX_STATEMENTS = 500;

/**
 * Queries of a PGlite as prepared statements. Everything outside of migrations must go through it: a statement that
 * bypassed it could end up in another's transaction.
 */
export function preparedStatementsClient(client: PGlite): QueryClient & RollbackClient {
  const exclusive = new Mutex();
  /** Messages that close statements which are no longer cached. */
  const closing: Uint8Array[] = [];
  const statements = new LRUCache<string, Statement>({
    max: MAX_STATEMENTS,
    dispose: ({ name }) => closing.push(serialize.close({ type: 'S', name })),
  });
  let prepared = 0;
  /** The transaction that is to be rolled back, while there is one. */
  let rolledBack: Transaction | undefined;

  const execute = async (...parts: Uint8Array[]): Promise<Message[]> => {
    if (client.closed) throw new Error('PGlite is closed');
    try {
      // The end of the message is where the database goes on after an error.
      return (await client.execProtocol(Buffer.concat([...parts, serialize.sync()]))).messages;
    } catch (error) {
      // After a panic (its log cannot be written) it responds to nothing any more: whoever runs the server starts it again.
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
      const serializer = client.serializers[parameters[index] ?? 0];
      return serializer === undefined ? String(value) : serializer(value);
    });
    const messages = await execute(
      serialize.bind({ statement: name, values: serialized }),
      serialize.execute({}),
    );
    const [result] = parse.parseResults([...description, ...messages], client.parsers, options);
    if (result === undefined) throw new Error('a statement has one result');
    if (performance.now() - began > LONG_MS) await yieldToEventLoop();
    return result;
  };

  const alone: Mutex['runExclusive'] = (work) =>
    rolledBack === undefined ? exclusive.runExclusive(work) : Promise.resolve(work());

  return {
    // The caller says what the rows are, as with PGlite's own.
    query: <T>(text: string, values: unknown[] = [], options?: QueryOptions) =>
      alone(() => client.runExclusive(() => run(text, values, options))) as Promise<Results<T>>,
    transaction: (work) =>
      alone(() => (rolledBack === undefined ? client.transaction(work) : work(rolledBack))),
    runAndRollBack: (work) =>
      exclusive.runExclusive(() =>
        client.transaction(async (tx) => {
          rolledBack = tx;
          try {
            await work();
          } finally {
            rolledBack = undefined;
            await tx.rollback();
          }
        }),
      ),
    // After what is under way; what still waits then finds it closed.
    close: () => exclusive.runExclusive(async () => (client.closed ? undefined : client.close())),
  };
}

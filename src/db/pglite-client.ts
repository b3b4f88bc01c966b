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
} from '@electric-sql/pglite';
import { yieldToEventLoop } from '../runtime/event-loop.ts';

/** A query that takes longer has held up the event loop: something else comes before the next one. */
const LONG_MS = 2;

/** What drizzle and its owner use of a PGlite. */
export type QueryClient = Pick<PGlite, 'query' | 'transaction' | 'close'>;

interface Statement {
  name: string;
  /** Type ids of its parameters. */
  parameters: readonly number[];
  /** The description of its rows, where it has any: what a later execution leaves out. */
  description: Message[];
}

type Message = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number];

const { serialize } = protocol;

/** Statements kept; the oldest goes first. The service has about a hundred. */
const MAX_STATEMENTS = 500;

/**
 * Queries of a PGlite as prepared statements. Everything outside of migrations must go through it: a statement that
 * came past it could get into another's transaction.
 */
export function preparingClient(client: PGlite): QueryClient {
  const exclusive = new Mutex();
  const statements = new Map<string, Statement>();
  let prepared = 0;

  const execute = async (...parts: Uint8Array[]): Promise<Message[]> => {
    if (client.closed) throw new Error('PGlite is closed');
    try {
      // The end of the message is where the database goes on after an error.
      return (await client.execProtocol(Buffer.concat([...parts, serialize.sync()]))).messages;
    } catch (error) {
      // After a panic (its log cannot be written) it answers nothing any more: whoever runs the server starts it again.
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
    return statement;
  };

  const forgetOldest = async (): Promise<void> => {
    const [oldest] = statements;
    if (oldest === undefined) return;
    const [text, { name }] = oldest;
    statements.delete(text);
    await execute(serialize.close({ type: 'S', name }));
  };

  const run = async (text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results> => {
    const began = performance.now();
    if (statements.size >= MAX_STATEMENTS && !statements.has(text)) await forgetOldest();
    const { name, parameters, description } = statements.get(text) ?? (await prepare(text));
    const serialized = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializer = client.serializers[parameters[index] ?? 0];
      return serializer === undefined ? String(value) : serializer(value);
    });
    const answer = await execute(
      serialize.bind({ statement: name, values: serialized }),
      serialize.execute({}),
    );
    const [result] = parse.parseResults([...description, ...answer], client.parsers, options);
    if (result === undefined) throw new Error('a statement has one result');
    if (performance.now() - began > LONG_MS) await yieldToEventLoop();
    return result;
  };

  return {
    // The caller says what the rows are, as with PGlite's own.
    query: <T>(text: string, values: unknown[] = [], options?: QueryOptions) =>
      exclusive.runExclusive(() => client.runExclusive(() => run(text, values, options))) as Promise<
        Results<T>
      >,
    transaction: (work) => exclusive.runExclusive(() => client.transaction(work)),
    // After what is under way; what still waits then finds it closed.
    close: () => exclusive.runExclusive(async () => (client.closed ? undefined : client.close())),
  };
}

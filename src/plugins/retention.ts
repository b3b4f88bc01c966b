/** Limits the storage of test results per account, and runs the job that deletes expired rows. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Plan } from '../schemas/account.ts';
import { applyRetention, type RetentionRun, type RetentionSettings } from '../services/retention.ts';
import { Storage } from '../services/storage.ts';
import { describeForLog } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    storage: Storage;
    /** The job's last run on this instance; null before the first. */
    retention: { lastRun: RetentionRun | null };
  }
}

export interface RetentionOptions extends RetentionSettings {
  storageBytes: Readonly<Record<Plan, number>>;
}

/** Within a minute of the start, but not of all instances at once. */
const FIRST_AFTER_MS = 5_000 + Math.floor(Math.random() * 25_000);
const EVERY_MS = 3_600_000;

export default fp(
  async (app: FastifyInstance, { storageBytes, ...settings }: RetentionOptions) => {
    const { db } = app.database;
    app.decorate(
      'storage',
      new Storage(db, storageBytes, (err, account_id) =>
        app.log.warn({ err, account_id }, 'the oldest results could not be deleted'),
      ),
    );
    const retention: { lastRun: RetentionRun | null } = { lastRun: null };
    app.decorate('retention', retention);

    let running: Promise<void> | undefined;
    let timer: NodeJS.Timeout | undefined;
    const run = async (): Promise<void> => {
      const startedAt = new Date();
      const done = { dropped: 0, deleted: {} };
      let error: string | null = null;
      try {
        await applyRetention(db, settings, done);
      } catch (thrown) {
        error = describeForLog(thrown as Error).message; // drivers throw Error objects
        app.log.warn({ err: thrown }, 'retention failed');
      }
      const seconds = (Date.now() - startedAt.getTime()) / 1000;
      retention.lastRun = { startedAt, seconds, ...done, error };
      app.log.info({ retention: retention.lastRun }, 'retention done');
    };
    const after = (ms: number) => {
      timer = setTimeout(() => {
        running = run().then(() => after(EVERY_MS));
      }, ms).unref();
    };
    app.addHook('onReady', async () => after(FIRST_AFTER_MS));
    app.addHook('onClose', async () => {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    });
  },
  { name: 'retention', dependencies: ['database'] },
);

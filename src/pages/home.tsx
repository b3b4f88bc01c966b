/** The start page: a command is read and written in all languages on the spot, and nothing is kept. */
import type { FastifyPluginAsync } from 'fastify';
import { LANGUAGES } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { asset } from './assets.ts';
import { Page, sendPage, wantsHtml } from './respond.ts';
import { commandOf, type Form, programsOf, readCommand } from './shared.ts';
import { Home } from './views/home.tsx';
import { toHtml } from './views/layout.tsx';

export const homePage: FastifyPluginAsync<{ previewsPerMinute: number }> = async (
  app,
  { previewsPerMinute },
) => {
  const hidden = { schema: { hide: true } };
  let start: Page | undefined;

  app.get('/', hidden, async (request, reply) => {
    start ??= new Page(toHtml(Home({ asset, command: '', shared: undefined })));
    return sendPage(request, reply, start, { cacheControl: 'public, no-cache' });
  });

  const limited = { ...hidden, config: { rateLimit: { max: previewsPerMinute } } };
  app.post<{ Body: Form }>('/', limited, async (request, reply) => {
    const command = commandOf(request.body);
    if (command.trim() === '') throw new ApiError('invalid_request', 'Paste a command first.');
    const reading = readCommand(command);
    const programs = reading.request === undefined ? [] : programsOf(reading.request, LANGUAGES);
    const shared = { ...reading, programs };
    if (!wantsHtml(request)) return reply.header('cache-control', 'private, no-store').send(shared);
    return sendPage(request, reply, new Page(toHtml(Home({ asset, command, shared }))));
  });
};

/** The start page: a command is read and written in all languages on the spot, and nothing is kept. */
import type { FastifyPluginAsync } from 'fastify';
import { LANGUAGES } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { MAX_COMMAND_BYTES } from '../schemas/playground.ts';
import { asset } from './assets.ts';
import { Page, sendPage, wantsHtml } from './respond.ts';
import { assertSameOrigin } from './same-origin.ts';
import { programsOf, readCommand } from './shared.ts';
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

  app.post<{ Body: { curl_command?: unknown } | undefined }>('/', hidden, async (request, reply) => {
    assertSameOrigin(request);
    app.limitAddress(request, 'preview', previewsPerMinute);
    const text = request.body?.curl_command;
    const command = typeof text === 'string' ? text.replaceAll('\r\n', '\n') : '';
    if (command.trim() === '' || Buffer.byteLength(command) > MAX_COMMAND_BYTES)
      throw new ApiError('invalid_request', `Paste a command of at most ${MAX_COMMAND_BYTES / 1024} KiB.`);
    const reading = readCommand(command);
    const programs = reading.request === undefined ? [] : programsOf(reading.request, LANGUAGES);
    const shared = { ...reading, programs };
    if (!wantsHtml(request)) return reply.header('cache-control', 'private, no-store').send(shared);
    return sendPage(request, reply, new Page(toHtml(Home({ asset, command, shared }))));
  });
};

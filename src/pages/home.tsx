/** The start page: converts a command into code in all languages, and stores nothing. */
import type { FastifyPluginAsync } from 'fastify';
import { LANGUAGES } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { asset } from './assets.ts';
import { Page, sendPage, wantsHtml } from './respond.ts';
import { commandOf, convertedCommand, type Form, programsOf, readCommand, text } from './shared.ts';
import { EXAMPLES, Home } from './views/home.tsx';
import { toHtml } from './views/layout.tsx';

export const homePage: FastifyPluginAsync<{ previewsPerMinute: number }> = async (
  app,
  { previewsPerMinute },
) => {
  const hidden = { schema: { hide: true } };
  let start: Page | undefined;

  app.get('/', hidden, async (request, reply) => {
    start ??= new Page(toHtml(Home({ asset, command: '', conversion: undefined })));
    return sendPage(request, reply, start, { cacheControl: 'public, no-cache' });
  });

  const limited = { ...hidden, config: { rateLimit: { max: previewsPerMinute } } };
  app.post<{ Body: Form }>('/', limited, async (request, reply) => {
    const example = text(request.body, 'example');
    const given = isExample(example) ? EXAMPLES[example].command : commandOf(request.body);
    const { command, conversion: converted } = convertedCommand(given);
    if (command.trim() === '') throw new ApiError('invalid_request', 'Paste a command first.');
    const result = readCommand(command);
    const programs = result.request === undefined ? [] : programsOf(result.request, LANGUAGES);
    const conversion = { ...result, programs, command, message: converted?.message };
    if (!wantsHtml(request)) return reply.header('cache-control', 'private, no-store').send(conversion);
    return sendPage(request, reply, new Page(toHtml(Home({ asset, command, conversion }))));
  });
};

const isExample = (text: string): text is keyof typeof EXAMPLES => Object.hasOwn(EXAMPLES, text);

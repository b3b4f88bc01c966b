/** The start page: converts a command into code in all languages, and stores nothing. */
import type { FastifyPluginAsync } from 'fastify';
import { LANGUAGES } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import { home } from './large-views.tsx';
import { ASK_FIRST, type Page, render, sendPage, wantsHtml } from './respond.ts';
import { commandOf, type Form, type PagesOptions, text } from './shared.ts';
import { showCommand } from './shown-command.ts';
import { EXAMPLES, Home } from './views/home.tsx';

export const homePage: FastifyPluginAsync<PagesOptions> = async (app, { previewsPerMinute, signupNote }) => {
  let start: Page | undefined;

  app.get('/', async (request, reply) => {
    if (start === undefined) {
      // An empty page shows what comes of a command.
      const { conversion: _, ...example } = await showCommand('start page', {
        text: EXAMPLES.json.command,
        languages: LANGUAGES,
      });
      start = render(<Home conversion={example} isExample signupNote={signupNote} />);
    }
    return sendPage(request, reply, start, { cacheControl: ASK_FIRST });
  });

  const config = { rateLimit: { max: previewsPerMinute } };
  app.post<{ Body: Form }>('/', { config }, async (request, reply) => {
    const example = text(request.body, 'example');
    const given = isExample(example) ? EXAMPLES[example].command : commandOf(request.body);
    if (given.trim() === '') throw new ApiError('invalid_request', 'Paste a command first.');
    const { conversion: converted, ...shown } = await showCommand(callerOf(request), {
      text: given,
      languages: LANGUAGES,
    });
    const conversion = { ...shown, message: converted?.message };
    if (!wantsHtml(request)) return reply.header('cache-control', 'private, no-store').send(conversion);
    return sendPage(request, reply, await home(callerOf(request), { conversion, signupNote }));
  });
};

const isExample = (text: string): text is keyof typeof EXAMPLES => Object.hasOwn(EXAMPLES, text);

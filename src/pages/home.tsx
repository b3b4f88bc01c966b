/** The start page: converts a command into code in all languages, and stores nothing. */
import type { FastifyPluginAsync } from 'fastify';
import { LANGUAGES } from '../codegen/index.ts';
import { ApiError } from '../errors.ts';
import { callerOf } from '../plugins/rate-limit.ts';
import { VERSION } from '../runtime/version.ts';
import { home } from './large-views.tsx';
import { ASK_FIRST, type Page, render, sendPage, wantsHtml } from './respond.ts';
import { commandOf, type Form, type PagesOptions, text } from './shared.ts';
import { showCommand, toShared } from './shown-command.ts';
import { Home } from './views/home.tsx';
import { EXAMPLES, SAMPLE, SAMPLE_RESPONSE } from './views/sample.ts';

export const homePage: FastifyPluginAsync<PagesOptions> = async (app, { previewsPerMinute, signupNote }) => {
  let start: Page | undefined;

  app.get('/', (request, reply) => {
    if (start === undefined) {
      // An empty page shows a playground.
      const shared = toShared({ ...SAMPLE, languages: [...LANGUAGES] });
      const sample = { shared, example: SAMPLE_RESPONSE };
      start = render(<Home {...{ sample, examples: EXAMPLES, signupNote, version: VERSION }} />);
    }
    return sendPage(request, reply, start, { cacheControl: ASK_FIRST });
  });

  const config = { rateLimit: { max: previewsPerMinute } };
  app.post<{ Body: Form }>('/', { config }, async (request, reply) => {
    const example = text(request.body, 'example');
    const given = isExample(example) ? EXAMPLES[example].command : commandOf(request.body);
    if (given.trim() === '') throw new ApiError('invalid_request', 'Paste a command first.');
    const { conversion: converted, ...shared } = await showCommand(callerOf(request), {
      text: given,
      languages: LANGUAGES,
    });
    const conversion = { shared, message: converted?.message, signupNote };
    if (!wantsHtml(request)) return reply.header('cache-control', 'private, no-store').send(conversion);
    return sendPage(
      request,
      reply,
      await home(callerOf(request), { examples: EXAMPLES, conversion, signupNote, version: VERSION }),
    );
  });
};

const isExample = (text: string): text is keyof typeof EXAMPLES => Object.hasOwn(EXAMPLES, text);

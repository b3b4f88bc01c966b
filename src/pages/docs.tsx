/** Swagger UI at /docs, on the service's own document and within a page of ours. */
import type { FastifyPluginAsync } from 'fastify';
import { asset } from './assets.ts';
import { Page, sendPage } from './respond.ts';
import { Docs } from './views/docs.tsx';
import { toHtml } from './views/layout.tsx';

/** @param publicUrl where requests that are tried out go, when that is not the page's own origin */
export const docsPage: FastifyPluginAsync<{ publicUrl: string | undefined }> = async (app, { publicUrl }) => {
  const hidden = { schema: { hide: true } };
  let page: Page | undefined;

  app.get('/docs', hidden, async (request, reply) => {
    page ??= new Page(toHtml(Docs({ asset })));
    return sendPage(request, reply, page, {
      cacheControl: 'public, no-cache',
      ...(publicUrl === undefined ? {} : { connect: new URL(publicUrl).origin }),
    });
  });
  app.get('/docs/', hidden, async (_request, reply) => reply.redirect('/docs', 308));

  // The addresses of @fastify/swagger-ui, which some tools expect.
  app.get('/docs/json', hidden, async () => app.swagger());
  app.get('/docs/yaml', hidden, async (_request, reply) =>
    reply.type('application/yaml').send(app.swagger({ yaml: true })),
  );
};

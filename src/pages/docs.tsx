/** Swagger UI at /docs, on the service's own document and within a page of ours. */
import type { FastifyPluginAsync } from 'fastify';
import { asset } from './assets.ts';
import { ASK_FIRST, type Page, render, sendPage } from './respond.ts';
import { Layout } from './views/layout.tsx';

/** @param publicUrl where requests that are tried out go, when that is not the page's own origin */
export const docsPage: FastifyPluginAsync<{ publicUrl: string | undefined }> = async (app, { publicUrl }) => {
  const hidden = { schema: { hide: true } };
  let page: Page | undefined;

  app.get('/docs', hidden, async (request, reply) => {
    page ??= render(<Docs />);
    return sendPage(request, reply, page, {
      cacheControl: ASK_FIRST,
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

/** The page that Swagger UI fills. */
function Docs() {
  const head = <link rel="stylesheet" href={asset('docs.css')} />;
  return (
    <Layout title="Playgrounds API" scripts={['docs.js']} head={head}>
      <h1 class="hidden">Playgrounds API</h1>
      <div id="docs">
        <noscript>
          This page needs JavaScript. The same is in the <a href="/openapi.json">OpenAPI document</a>.
        </noscript>
      </div>
    </Layout>
  );
}

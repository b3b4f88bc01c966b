/** Swagger UI at /docs, on the service's own document and within a page of ours. */
import type { FastifyPluginAsync } from 'fastify';
import { ApiError } from '../errors.ts';
import { EXAMPLES } from '../plugins/openapi-examples.ts';
import { originOf } from '../routes/headers.ts';
import { codeSamples } from '../services/code-samples.ts';
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

  // The programs that the page shows for an operation when they are asked for.
  app.get<{ Params: { operationId: string } }>('/docs/samples/:operationId', hidden, async (request) => {
    const samples = samplesOf(app.swagger(), request.params.operationId, publicUrl ?? originOf(request));
    if (samples === undefined) throw new ApiError('not_found');
    return { data: samples };
  });

  // The addresses of @fastify/swagger-ui, which some tools expect.
  app.get('/docs/json', hidden, async () => app.swagger());
  app.get('/docs/yaml', hidden, async (_request, reply) =>
    reply.type('application/yaml').send(app.swagger({ yaml: true })),
  );
};

const AN_ID = '019300a1-1000-7a51-8000-5a4e1d1f2b3c';

interface Document {
  paths?: Record<string, Record<string, { operationId?: string; security?: object[] }>>;
}

/** Generates programs that call an operation with its first recorded request; undefined for an unknown one. */
function samplesOf(document: object, operationId: string, origin: string) {
  const { paths = {} } = document as Document; // an OpenAPI document
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== operationId) continue;
      const body = Object.values(EXAMPLES[operationId]?.requests ?? {})[0]?.value;
      const needsKey = (operation.security ?? []).length > 0;
      return codeSamples(method.toUpperCase(), origin + path.replace('{id}', AN_ID), { body, needsKey });
    }
  return undefined;
}

/** The page that Swagger UI fills. */
function Docs() {
  const head = <link rel="stylesheet" href={asset('docs.css')} />;
  return (
    <Layout title="Playgrounds API" scripts={['docs.js']} head={head}>
      <h1 class="pg-hide">Playgrounds API</h1>
      <div id="docs">
        <noscript>
          This page needs JavaScript. The same is in the <a href="/openapi.json">OpenAPI document</a>.
        </noscript>
      </div>
    </Layout>
  );
}

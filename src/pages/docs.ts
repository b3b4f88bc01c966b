/** Swagger UI at /docs, on the service's own document and under its own name. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import { asset, WEB_FOLDER } from './assets.ts';

/** Swagger UI's own files, which stay in its package when its code is bundled into the server's. */
const SWAGGER_UI = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');

const built = (filename: string) => ({
  filename,
  content: readFileSync(`${WEB_FOLDER}assets/${basename(asset(filename))}`, 'utf8'),
});

/** @param publicUrl where requests that are tried out go, when that is not the page's own origin */
export const docsPage: FastifyPluginAsync<{ publicUrl: string | undefined }> = async (app, { publicUrl }) => {
  const origins = ["'self'", ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])].join(' ');
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    baseDir: SWAGGER_UI,
    logo: { type: 'image/svg+xml', content: readFileSync(join(SWAGGER_UI, 'logo.svg')) },
    staticCSP: [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src ${origins}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
    theme: {
      title: 'Playgrounds API',
      favicon: [{ ...built('icon.svg'), rel: 'icon', sizes: 'any', type: 'image/svg+xml' }],
      js: [built('docs.js')],
      css: [built('docs.css')],
    },
    uiConfig: {
      // Without the bar of Swagger UI's own logo.
      layout: 'BaseLayout',
      // Written into the page's script as it stands; docs.js defines it.
      plugins: [() => (globalThis as unknown as { playgroundsDocs: () => object }).playgroundsDocs()],
      tryItOutEnabled: true,
      persistAuthorization: true,
      displayRequestDuration: true,
      validatorUrl: null,
      deepLinking: true,
    },
  });
};

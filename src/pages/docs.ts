/** Swagger UI at /docs, on the service's own document and under its own name. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import { asset, WEB_FOLDER } from './assets.ts';

const built = (filename: string) => ({
  filename,
  content: readFileSync(`${WEB_FOLDER}assets/${basename(asset(filename))}`, 'utf8'),
});

/** @param publicUrl where requests that are tried out go, when that is not the page's own origin */
export const docsPage: FastifyPluginAsync<{ publicUrl: string | undefined }> = async (app, { publicUrl }) => {
  const origins = ["'self'", ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])].join(' ');
  await app.register(swaggerUi, {
    routePrefix: '/docs',
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

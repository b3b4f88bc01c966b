/** What programs ask a site for: llms.txt, robots.txt, security.txt. */
import type { FastifyPluginAsync } from 'fastify';
import { Page, sendPage } from './respond.ts';
import type { RouteOptions } from './shared.ts';

export const wellKnownFiles: FastifyPluginAsync<RouteOptions> = async (app, { origin, securityContact }) => {
  const serve = (path: string, write: (base: string) => string, type = 'text/plain') =>
    app.get(path, async (request, reply) => {
      const file = new Page(write(origin(request)), `${type}; charset=utf-8`);
      return sendPage(request, reply, file, { cacheControl: 'public, max-age=3600' });
    });

  serve('/llms.txt', llms, 'text/markdown');
  serve('/robots.txt', () => ROBOTS);
  serve('/security.md', () => POLICY, 'text/markdown');
  serve('/.well-known/security.txt', (base) => security(base, securityContact ?? `${base}/security.md`));
};

/** Search engines may index public playgrounds that other pages link to, and nothing else. */
const ROBOTS = `User-agent: *
Allow: /p/
Allow: /c/
Disallow: /p/*/
Disallow: /account
Disallow: /api/
Disallow: /embed/
Disallow: /oembed
`;

/** A map of the service for language models (llmstxt.org). */
const llms = (base: string) => `# Playgrounds

> Saved, shareable API requests built around a cURL command. The service parses the command, writes it as a program in
> nine languages, and runs it. A public playground is a page that anyone with the link can view.

- \`${base}/p/{id}\` is the page of a public playground. \`${base}/p/{id}.md\` is the same as Markdown: the command, the
  code in each language, and the example response. \`Accept: text/markdown\` on the page gives it, too.
- \`${base}/c/{id}\` is the page of a public collection, playgrounds in an order; \`${base}/c/{id}.md\` is its Markdown.
- Names in \`{{braces}}\` are variables. The credentials of a playground's owner are such variables.
- \`${base}/#curl=…\` opens the start page with a command (percent-encoded). Nothing runs by itself.

## API

- [OpenAPI 3.1 document](${base}/openapi.json): every endpoint with examples. Send an API key as a bearer token.
- [OpenAPI 3.0 document](${base}/openapi-3.0.json): for tools that need that version
- [Interactive documentation](${base}/docs): Swagger UI on the same document

## Optional

- [Start page](${base}/): convert a cURL command in the browser; nothing is stored
- \`${base}/oembed?url=${base}/p/{id}\`: how a page embeds a playground (oEmbed 1.0)
`;

/** SECURITY.md for readers of the site. */
const POLICY = `# Security policy

Report a vulnerability privately, with the "Report a vulnerability" form in the security tab of the Playgrounds repository.
Do not open a public issue. Describe what an attacker can do, the version or commit, and the steps to reproduce it.
`;

/** How many months a security.txt is valid at least; RFC 9116 recommends less than a year. */
const VALID_MONTHS = 6;

/** security.txt (RFC 9116). It expires at the beginning of a month, so that it changes once a month. */
function security(base: string, contact: string): string {
  const now = new Date();
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + VALID_MONTHS + 1));
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Policy: ${base}/security.md
Canonical: ${base}/.well-known/security.txt
`;
}

/** The page around Swagger UI. */
import { Layout } from './layout.tsx';

const TEXTS = {
  title: 'Playgrounds API',
  noScript: 'This page needs JavaScript. The same is in the ',
  document: 'OpenAPI document',
};

/** The page that Swagger UI fills. */
export function Docs({ asset }: { asset: (name: string) => string }) {
  return Layout({
    title: TEXTS.title,
    asset,
    scripts: ['docs.js'],
    head: <link rel="stylesheet" href={asset('docs.css')} />,
    children: (
      <>
        <h1 class="hidden">{TEXTS.title}</h1>
        <div id="docs">
          <noscript>
            {TEXTS.noScript}
            <a href="/openapi.json">{TEXTS.document}</a>.
          </noscript>
        </div>
      </>
    ),
  });
}

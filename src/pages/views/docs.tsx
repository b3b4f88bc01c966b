/** The page around Swagger UI. */
import { Layout } from './layout.tsx';

/** The page that Swagger UI fills. */
export function Docs({ asset }: { asset: (name: string) => string }) {
  return Layout({
    title: 'Playgrounds API',
    asset,
    scripts: ['docs.js'],
    head: <link rel="stylesheet" href={asset('docs.css')} />,
    children: (
      <>
        <h1 class="hidden">Playgrounds API</h1>
        <div id="docs">
          <noscript>
            This page needs JavaScript. The same is in the <a href="/openapi.json">OpenAPI document</a>.
          </noscript>
        </div>
      </>
    ),
  });
}

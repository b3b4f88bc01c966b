/**
 * Documentation of real generators with the line that docs/embedding.md gives for each: the buttons are at the right blocks, a run
 * works, and the next page has its buttons, too. `.ci/toolchains` installs the generators.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { browserMissing, complaintsOf } from '../../support/browser.ts';
import { long } from '../../support/full.ts';
import { missing, notInstalled } from '../../support/installed.ts';
import { withoutLoaders } from '../../support/plain-node.ts';
import { temporaryFolder } from '../../support/server-process.ts';
import { card, clickRun, createSite, ready } from './site-pages.ts';
import { listen, type World, world } from './world.ts';

const DOCS = readFileSync(join(import.meta.dirname, '../../../docs/embedding.md'), 'utf8');
const MODULES = join(process.env['PLAYGROUNDS_TOOLCHAINS'] ?? '', 'docs/node_modules');

/** A generator from npm. Their `--version` is slow, or starts a server. */
function npmGenerator(
  name: string,
  program: string,
  ...args: string[]
): Pick<Generator, 'isMissing' | 'build'> {
  const path = join(MODULES, '.bin', program);
  return { isMissing: existsSync(path) ? false : notInstalled(name), build: [path, 'build', ...args] };
}

/** The line of a generator in the table of the docs, for a service and a site. */
function lineOf(generator: string, { base, id }: { base: string; id: string }): string {
  const [, cell = ''] = new RegExp(`^\\| ${generator} \\| (.*) \\|$`, 'm').exec(DOCS) ?? [];
  const [, tag = ''] = /^(<script src="https:\/\/play\.example\.com\/embed\.js".*)$/m.exec(DOCS) ?? [];
  const own = tag.replace('https://play.example.com', base).replace(/data-site="[^"]*"/, `data-site="${id}"`);
  const line = [...cell.matchAll(/`([^`]*)`/g)].at(-1)?.[1] ?? '';
  return line
    .replace('<script …></script>', own)
    .replace('https://play.example.com', base)
    .replace('SITE', id);
}

interface Content {
  /** The line of the docs. */
  line: string;
  /** Where the pages will be. */
  at: string;
  target: string;
}

interface Generator {
  isMissing: string | false;
  /** The files of a site with two pages, and the folder that the build writes. */
  files(content: Content): Record<string, string>;
  out: string;
  build: [program: string, ...args: string[]];
}

const markdown = ({ target }: Content, session = 'console') =>
  [
    '# Users',
    `\`\`\`bash\n# Lists users\ncurl ${target}/users \\\n  -H 'Accept: application/json'\n\`\`\``,
    '```bash\ncurl https://elsewhere.example/\n```',
    '```json\n{"curl": "no"}\n```',
    `\`\`\`${session}\n$ curl ${target}\n\`\`\``,
  ].join('\n\n');

const second = ({ target }: Content) => `# Teams\n\n\`\`\`bash\ncurl ${target}/teams\n\`\`\`\n`;

const GENERATORS: Record<string, Generator> = {
  Docusaurus: {
    // What minifies takes a third of the time of a build.
    ...npmGenerator('Docusaurus', 'docusaurus', '--no-minify'),
    files: (content) => ({
      'docusaurus.config.js': `export default {
  title: 'Docs',
  url: '${content.at}',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
  ${content.line},
};`,
      'package.json': '{}',
      'docs/index.md': `---\nslug: /\n---\n${markdown(content)}\n\n[Teams](teams.md)\n`,
      'docs/teams.md': second(content),
    }),
    out: 'build',
  },
  VitePress: {
    ...npmGenerator('VitePress', 'vitepress'),
    files: (content) => ({
      '.vitepress/config.mts': `export default { ${content.line} }`,
      'index.md': `${markdown(content, 'sh')}\n\n[Teams](./teams)\n`,
      'teams.md': second(content),
    }),
    out: '.vitepress/dist',
  },
  'MkDocs Material': {
    isMissing: missing('MkDocs', 'mkdocs', '--version'),
    files: (content) => ({
      'mkdocs.yml': `site_name: Docs
site_url: ${content.at}/
theme: {name: material, custom_dir: overrides, font: false, features: [content.code.copy, navigation.instant]}
plugins: []
markdown_extensions:
  - pymdownx.highlight
  - pymdownx.superfences
`,
      'overrides/main.html': content.line,
      'docs/index.md': `${markdown(content)}\n\n[Teams](teams.md)\n`,
      'docs/teams.md': second(content),
    }),
    out: 'site',
    build: ['mkdocs', 'build', '--quiet'],
  },
  Sphinx: {
    isMissing: missing('Sphinx', 'sphinx-build', '--version'),
    files: (content) => ({
      'conf.py': `project = "Docs"\n${content.line}\n`,
      'index.rst': `Users
=====

.. code-block:: bash

   # Lists users
   curl ${content.target}/users \\
     -H 'Accept: application/json'

.. code-block:: bash
   :linenos:

   curl https://elsewhere.example/

.. code-block:: json

   {"curl": "no"}

.. code-block:: console

   $ curl ${content.target}

:doc:\`teams\`

.. toctree::
   :hidden:

   teams
`,
      'teams.rst': `Teams\n=====\n\n.. code-block:: bash\n\n   curl ${content.target}/teams\n`,
    }),
    out: 'out',
    build: ['sphinx-build', '-q', '.', 'out'],
  },
  Hugo: {
    isMissing: missing('Hugo', 'hugo', 'version'),
    files: (content) => ({
      'config.toml': `baseURL = '${content.at}/'\n[markup.highlight]\nlineNos = true\nlineNumbersInTable = false\n`,
      'layouts/partials/head.html': `<title>Docs</title>${content.line}`,
      'layouts/_default/single.html':
        '<!doctype html><html lang="en"><head>{{ partial "head.html" . }}</head><body><main>{{ .Content }}</main></body></html>',
      'layouts/index.html': '{{ .Content }}',
      'content/users.md': `${markdown(content)}\n\n[Teams](/teams/)\n`,
      'content/teams.md': second(content),
    }),
    out: 'public',
    build: ['hugo', '--quiet'],
  },
};

const TYPES: Record<string, string> = {
  ...{ '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' },
  ...{ '.svg': 'image/svg+xml', '.json': 'application/json' },
};

/** Serves the files of a folder as most servers of documentation do. */
const serve = (t: Test, folder: () => string) =>
  listen(t, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const paths = pathname.endsWith('/') ? [`${pathname}index.html`] : [pathname, `${pathname}.html`];
    for (const path of paths) {
      const content = await readFile(join(folder(), path)).catch(() => undefined);
      if (content === undefined) continue;
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      return response.end(content);
    }
    return response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  });

/** Builds a small site with a generator. @returns where it is, and the id of the site */
async function build(t: Test, w: World, name: string, { files, out, build: [program, ...args] }: Generator) {
  const folder = temporaryFolder(t);
  const at = await serve(t, () => join(folder, out));
  const id = await createSite(w, [at]);
  const line = lineOf(name, { base: w.base, id });
  t.match(line, id, `docs/embedding.md: ${line}`);
  for (const [path, text] of Object.entries(files({ line, at, target: w.target }))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (program.startsWith(MODULES)) symlinkSync(MODULES, join(folder, 'node_modules'));
  const child = spawn(...withoutLoaders(program, args), {
    cwd: folder,
    env: { ...process.env, DOCUSAURUS_NO_PERSISTENT_CACHE: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += String(chunk);
    });
  const [code] = await once(child, 'close');
  t.equal(code, 0, printed);
  return { at, id };
}

/** Where the blocks are, with their buttons or without. */
const boxes = (page: Page, display: '' | 'none') =>
  page.evaluate((display) => {
    for (const one of document.querySelectorAll<HTMLElement>('pre > span:first-child'))
      if (one.style.float === 'right') one.style.display = display;
    return [...document.querySelectorAll('pre, code')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    });
  }, display);

t.test('documentation of real generators', { skip: long || browserMissing }, async (t) => {
  const some = Object.entries(GENERATORS).some(([, { isMissing }]) => isMissing === false);
  const w = some ? await world(t) : undefined;
  for (const [name, generator] of Object.entries(GENERATORS))
    await t.test(name, { skip: generator.isMissing }, async (t) => {
      if (w === undefined) return;
      const { at } = await build(t, w, name, generator);
      const page = await w.newPage({ viewport: { width: 1200, height: 900 } });
      const complaints = complaintsOf(page);
      await page.goto(name === 'Hugo' ? `${at}/users/` : `${at}/`);
      await ready(page, 2);
      const withButton = await page.evaluate(() =>
        [...document.querySelectorAll('pre')]
          .filter((pre) => (pre.firstElementChild as HTMLElement | null)?.style.float === 'right')
          .map((pre) => pre.textContent?.trim().replaceAll(/\s+/g, ' ')),
      );
      t.same(await boxes(page, 'none'), await boxes(page, ''), 'nothing moves for the buttons');
      t.match(withButton, [/# Lists users.*curl.*\/users/, new RegExp(`\\$ curl ${w.target}`)]);
      for (const index of [0, 1]) {
        await clickRun(page, index);
        await card(page, index).getByRole('button', { name: 'Run' }).click();
        await card(page, index).getByText('200').first().waitFor();
      }
      t.match(await card(page).locator('.pg-card__path').textContent(), /GET.*\/users/);
      await page.getByRole('link', { name: /teams/i }).last().click();
      await page.locator('h1', { hasText: 'Teams' }).first().waitFor();
      await ready(page, 1);
      await clickRun(page);
      await card(page).getByRole('button', { name: 'Run' }).waitFor();
      t.match(await card(page).locator('.pg-card__path').textContent(), /GET.*\/teams/);
      t.same(complaints, []);
      await page.context().close();
    });
});

/** The start: what this is, and a field to try it in. */
import { LANGUAGES } from '../../codegen/index.ts';
import { Layout } from './layout.tsx';
import { Tried, type TriedProps } from './tried.tsx';

export interface HomeProps {
  asset: (name: string) => string;
  command: string;
  /** What became of the command; undefined before one was sent. */
  shared: TriedProps['shared'] | undefined;
}

export function Home({ asset, command, shared }: HomeProps) {
  return Layout({
    title: 'Playgrounds: API requests to save, share and run',
    asset,
    scripts: ['home.js'],
    head: (
      <meta
        name="description"
        content={`Paste a cURL command: see what it sends, run it, share it as a page, or take it away as a program in ${LANGUAGES.length} languages.`}
      />
    ),
    children: (
      <article>
        <div class="intro">
          <h1>Paste a cURL command. Share what it does.</h1>
          <p>
            See what a command sends, take it away as a program in {LANGUAGES.length} languages, save it as a
            page that others can open, fill in, run and embed. <a href="/account">Your account</a> has your
            playgrounds, keys and usage; <a href="/docs">the API</a> does all of it for programs.
          </p>
        </div>
        <form method="post" action="/" id="try">
          <label for="command">A command, from a browser, a shell, cmd or PowerShell</label>
          <textarea
            id="command"
            name="curl_command"
            rows={5}
            required
            spellcheck={false}
            placeholder="curl https://api.example.com/users -H 'Authorization: Bearer $TOKEN'"
          >
            {command}
          </textarea>
          <p class="buttons">
            <button type="submit" class="primary">
              Convert
            </button>{' '}
            <a class="button" id="save" href="/account/playgrounds/new" hidden>
              Save as a playground
            </a>{' '}
            <span class="note">We don't store what you paste.</span>
          </p>
        </form>
        <div id="result" aria-live="polite">
          {shared !== undefined && <Tried command={command} shared={shared} />}
        </div>
      </article>
    ),
  });
}

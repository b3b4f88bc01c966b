/** The start page: what this is, and a field to try it in. */
import { LANGUAGES } from '../../codegen/index.ts';
import { Conversion, type ConversionProps } from './conversion.tsx';
import { Button } from './inputs.tsx';
import { Layout } from './layout.tsx';
import { SignupNote } from './sign-in.tsx';

export const EXAMPLES = {
  get: {
    name: 'Get with a query',
    command: `curl 'https://api.example.com/users?team=core&page=2' \\
  -H 'Accept: application/json'`,
  },
  json: {
    name: 'Post JSON with a token',
    command: `curl https://api.example.com/users \\
  -H "Authorization: Bearer $TOKEN" \\
  --json '{"name": "{{name}}", "role": "author"}'`,
  },
  upload: {
    name: 'Upload a form',
    command: `curl https://api.example.com/reports \\
  -u "$USER_NAME:$PASSWORD" \\
  -F 'title=Third quarter' \\
  -F 'file=@report.csv;type=text/csv'`,
  },
} as const;

interface HomeProps {
  conversion: ConversionProps;
  /** Whether it is of an example, before a command was sent. */
  isExample?: boolean;
  signupNote: string | undefined;
}

export function Home({ conversion, isExample = false, signupNote }: HomeProps) {
  const description = `Paste a cURL command: see what it sends, run it, share it as a page, or get it as code in ${LANGUAGES.length} languages.`;
  return (
    <Layout
      title="Playgrounds: API requests to save, share and run"
      scripts={['home.js']}
      head={<meta name="description" content={description} />}
    >
      <article class="pg-home">
        <div class="pg-home__intro">
          <h1>Paste a cURL command. Share what it does.</h1>
          <p>
            See the request, get it as code in {LANGUAGES.length} languages, and save it as a page that others
            can fill in and run.
          </p>
        </div>
        <form method="post" action="/" id="try">
          <div class="pg-panel pg-paste">
            <label class="pg-hide" for="command">
              A command, from a browser, a shell, cmd or PowerShell
            </label>
            <textarea
              class="pg-textarea pg-input--mono"
              id="command"
              name="curl_command"
              rows={5}
              required
              spellcheck={false}
              placeholder="curl https://api.example.com/users -H 'Authorization: Bearer $TOKEN'"
            >
              {isExample ? '' : conversion.command}
            </textarea>
            <div class="pg-row pg-paste__foot">
              <span class="pg-quiet" aria-hidden="true">
                Try
              </span>
              <fieldset class="pg-row">
                <legend class="pg-hide">Examples</legend>
                {Object.entries(EXAMPLES).map(([key, { name, command: example }]) => (
                  <Button
                    type="submit"
                    kind="quiet"
                    name="example"
                    value={key}
                    data-command={example}
                    formNoValidate
                  >
                    {name}
                  </Button>
                ))}
              </fieldset>
              <span class="pg-row">
                <Button type="submit">
                  Convert <kbd>Ctrl ⏎</kbd>
                </Button>
              </span>
            </div>
          </div>
          <p class="pg-quiet pg-small">
            We don't store what you paste. Converting needs no account. Saving and running do.{' '}
            <SignupNote note={signupNote} />
          </p>
        </form>
        <div id="result" aria-live="polite" tabindex={-1}>
          {isExample && <h2>This is what you see of a command</h2>}
          <Conversion {...conversion} isExample={isExample} />
        </div>
      </article>
    </Layout>
  );
}

/** The start page: what this is, and a field to try it in. */
import { LANGUAGES } from '../../codegen/index.ts';
import { Conversion, type ConversionProps } from './conversion.tsx';
import { EmbedCard, type EmbedCardProps } from './embed-card.tsx';
import { fragmentOf, inWords } from './format.tsx';
import { Icon } from './icon.tsx';
import { Button, ButtonLink } from './inputs.tsx';
import { Layout } from './layout.tsx';
import { SignupNote } from './signup-note.tsx';

interface HomeProps {
  /** Commands to try. */
  examples: Readonly<Record<string, { name: string; command: string }>>;
  /** Undefined before a command was sent; there is a sample then. */
  conversion?: ConversionProps;
  sample?: Pick<EmbedCardProps, 'shared' | 'example'>;
  signupNote: string | undefined;
  /** Of the service. */
  version: string;
}

export function Home({ examples, conversion, sample, signupNote, version }: HomeProps) {
  const description = `Paste a cURL command: see what it sends, run it, share it as a page, or get it as code in ${inWords(LANGUAGES.length)} languages.`;
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
            See the request, get it as code in {inWords(LANGUAGES.length)} languages, and save it as a page
            that others can fill in and run.
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
              {conversion?.shared.command}
            </textarea>
            <div class="pg-row pg-paste__foot">
              <fieldset class="pg-row">
                <legend class="pg-hide">Examples</legend>
                <span class="pg-quiet" aria-hidden="true">
                  Try
                </span>
                {Object.entries(examples).map(([key, { name, command: example }]) => (
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
              <span class="pg-quiet pg-small">We don't store what you paste.</span>
              <Button type="submit">
                Convert <kbd>Ctrl ⏎</kbd>
              </Button>
            </div>
          </div>
          <p class="pg-quiet pg-small">
            Also works with <code>fetch()</code>, PowerShell, HTTPie, wget, <code>.http</code> files and URLs.
          </p>
        </form>
        <div id="result" aria-live="polite" tabindex={-1}>
          {conversion && <Conversion {...conversion} />}
          {sample && <Sample {...sample} />}
        </div>
        <section class="pg-panel pg-ways pg-for-visitors" aria-label="Accounts">
          <p class="pg-second">
            <b>No account? Start anyway.</b> Converting and reading need none. Public playgrounds that allow
            it run without one, too.
          </p>
          <p class="pg-second">
            <b>To save, share and run your own:</b> <SignupNote note={signupNote} />
          </p>
          <ButtonLink href="/account" icon="key-round">
            Sign in with a key
          </ButtonLink>
        </section>
      </article>
      <footer class="pg-home__foot pg-row">
        <span>Playgrounds {version}, MIT</span>
        <a href="/docs">API</a>
        <a href="/llms.txt">llms.txt</a>
        <a href="/.well-known/security.txt">Security</a>
      </footer>
    </Layout>
  );
}

/** What a playground is good for, beside one. */
function Sample({ shared, example }: NonNullable<HomeProps['sample']>) {
  const points = [
    ['braces', 'The request, not only the command', 'Method, URL, headers and body as curl would send them.'],
    [
      'play',
      'Runs in place',
      'Through a guarded proxy that reaches public addresses only. Streams show their text.',
    ],
    [
      'code',
      `Code in ${inWords(LANGUAGES.length)} languages`,
      'Complete programs, with the values that the reader typed.',
    ],
    [
      'book-open',
      'At home in your documentation',
      'Two lines of HTML. Or a link, a badge, a React component.',
    ],
  ] as const;
  return (
    <div class="pg-columns pg-sample">
      <div>
        <h2>This is a playground</h2>
        {points.map(([icon, title, text]) => (
          <p class="pg-sample__point pg-second">
            <Icon name={icon} /> <b>{title}</b> {text}
          </p>
        ))}
      </div>
      <EmbedCard
        {...{ shared, example, owner: '', language: undefined, isOneOfMany: true }}
        home={`/account/playgrounds/new${fragmentOf(shared.command)}`}
        site={{
          hidden: {},
          note: 'Run replays the recorded answer. What you type stays in this page.',
          confirm: undefined,
        }}
      />
    </div>
  );
}

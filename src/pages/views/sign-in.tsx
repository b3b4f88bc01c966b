/** The page for signing in. */
import { type PageContext, Problem, Token } from './account-page.tsx';
import { Layout } from './layout.tsx';

/** The page for signing in. */
export function SignIn({
  asset,
  token,
  problem,
  next,
  without,
}: PageContext & {
  problem?: string | undefined;
  /** The page of the account to go to afterwards. */
  next: string;
  /** Where to go on without an account. */
  without?: string | undefined;
}) {
  return Layout({
    title: `${'Sign in'} · Playgrounds`,
    asset,
    scripts: ['account.js'],
    children: (
      <article class="narrow">
        <h1>Sign in to your account</h1>
        <p>
          Paste an API key with the scope keys:manage. The server printed the first one when it started for
          the first time.
        </p>
        <Problem message={problem} />
        <form method="post" action="/account/sign-in" class="fields" autocomplete="off">
          <Token token={token} />
          <input type="hidden" name="next" value={next} />
          <p class="field">
            <label for="key">API key</label>
            <input
              id="key"
              name="key"
              type="password"
              required
              autocomplete="current-password"
              spellcheck={false}
            />
          </p>
          <p>
            <button type="submit" class="primary">
              Sign in
            </button>
          </p>
          <p class="note">
            We don't store the key. A cookie keeps you signed in for a week, or until the key is revoked.
          </p>
        </form>
        {without !== undefined && (
          <p>
            <a href={without}>Continue without an account</a>
          </p>
        )}
      </article>
    ),
  });
}

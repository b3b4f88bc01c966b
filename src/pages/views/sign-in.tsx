/** The page for signing in. */
import { Problem } from './account-page.tsx';
import { Field, Submit } from './inputs.tsx';
import { Layout } from './layout.tsx';
import { SignupNote } from './signup-note.tsx';

interface SignInProps {
  problem?: string | undefined;
  /** The page of the account to go to afterwards. */
  next: string;
  /** How to get an account. */
  signupNote?: string | undefined;
  /** Where to go on without an account. */
  without?: string | undefined;
}

export function SignIn({ problem, next, signupNote, without }: SignInProps) {
  return (
    <Layout title="Sign in · Playgrounds" scripts={['account.js']}>
      <article class="pg-signin">
        <h1>Sign in to Playgrounds</h1>
        <Problem message={problem} />
        <form method="post" action="/account/sign-in" autocomplete="off">
          <input type="hidden" name="next" value={next} />
          <Field
            label="API key"
            id="key"
            name="key"
            type="password"
            required
            autocomplete="current-password"
            spellcheck={false}
            placeholder="pgk_…"
            class="pg-input pg-input--mono"
            aria-describedby="key-help"
          />
          <p class="pg-quiet pg-small" id="key-help">
            A key with the scope keys:manage, such as the one that the server printed at its first start. It
            is not stored: a cookie keeps you signed in for a week, or until the key is revoked.
          </p>
          <Submit class="pg-btn--big">Sign in</Submit>
        </form>
        <p class="pg-second">
          No key yet? <SignupNote note={signupNote} />
        </p>
        <p>
          <a href={without ?? '/'}>
            {without === undefined ? 'Convert a command' : 'Continue'} without an account
          </a>
        </p>
      </article>
    </Layout>
  );
}

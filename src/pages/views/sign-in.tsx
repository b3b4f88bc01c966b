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
      <article class="pg-page__narrow">
        <h1>Sign in to your account</h1>
        <p>
          Paste an API key with the scope keys:manage. The server printed the first one when it started for
          the first time.
        </p>
        <p class="pg-second">
          No account? <SignupNote note={signupNote} />
        </p>
        <Problem message={problem} />
        <form method="post" action="/account/sign-in" class="pg-panel pg-form" autocomplete="off">
          <input type="hidden" name="next" value={next} />
          <Field
            label="API key"
            id="key"
            name="key"
            type="password"
            required
            autocomplete="current-password"
            spellcheck={false}
          />
          <p>
            <Submit>Sign in</Submit>
          </p>
          <p class="pg-quiet pg-small">
            We don't store the key. A cookie keeps you signed in for a week, or until the key is revoked.
          </p>
        </form>
        {without !== undefined && (
          <p>
            <a href={without}>Continue without an account</a>
          </p>
        )}
      </article>
    </Layout>
  );
}

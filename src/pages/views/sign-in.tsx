/** The page for signing in. */
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
            autofocus
            placeholder="pgk_…"
            help="A key that can manage keys. It is not stored: a cookie keeps you signed in for a week."
            problem={problem && `${problem} Use another one, or ask the operator.`}
          />
          <Submit class="pg-btn--big">Sign in</Submit>
        </form>
        <p class="pg-second" data-kept hidden>
          Your command is kept until then.
        </p>
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

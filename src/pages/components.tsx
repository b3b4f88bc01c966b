/** `/components`: every component with some content, for who changes one. Only from source (`npm run dev`), never in a build. */
import type { FastifyPluginAsync } from 'fastify';
import type { ComponentChildren } from 'preact';
import { sendView } from './respond.ts';
import { FailureCard } from './views/failure.tsx';
import { VariableField } from './views/fields.tsx';
import { highlightCode } from './views/highlight-code.ts';
import { Button, ButtonLink, Choice, Field, IconButton, Submit } from './views/inputs.tsx';
import { Layout } from './views/layout.tsx';
import { Menu } from './views/menu.tsx';
import { Method, Status } from './views/method.tsx';
import { ResponseView } from './views/response.tsx';
import { SAMPLE_RESPONSE } from './views/sample.ts';
import { ListTable, Pairs } from './views/table.tsx';
import { Tabs } from './views/tabs.tsx';
import { Code } from './views/visible-text.tsx';
import { Notes } from './views/warnings.tsx';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE'];
const KINDS = ['primary', 'secondary', 'quiet', 'danger'] as const;

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function ComponentsPage() {
  return (
    <Layout title="Components" scripts={['page.js']}>
      <article class="pg-page">
        <h1>Components</h1>
        <Section title="Buttons">
          <p class="pg-row">
            {KINDS.map((kind) => (
              <Button kind={kind} icon={kind === 'primary' ? 'play' : undefined}>
                {kind}
              </Button>
            ))}
            <Submit disabled>disabled</Submit>
            <ButtonLink href="#main">link</ButtonLink>
            <IconButton icon="copy" label="Copy" />
            <Menu label="More">
              <button type="button">Publish</button>
              <button type="button">Delete</button>
            </Menu>
          </p>
        </Section>
        <Section title="Fields">
          <Field id="name" label="Name" value="List users" />
          <Choice type="checkbox" checked>
            Secret
          </Choice>
          {['Private', 'Public'].map((name) => (
            <Choice type="radio" name="who" checked={name === 'Private'}>
              {name}
            </Choice>
          ))}
          <VariableField
            field={{ name: 'team', description: 'Whose users', default: 'core' }}
            id="team"
            value="core"
          />
          <VariableField
            field={{ name: 'TOKEN', secret: true }}
            id="token"
            value={undefined}
            problem="Enter a value for TOKEN."
          />
        </Section>
        <Section title="Tabs and segments">
          {(['tabs', 'seg', 'menu'] as const).map((kind) => (
            <Tabs
              {...{ kind, label: `Example of ${kind}`, group: kind }}
              tabs={['Request', 'Code', 'Response'].map((title) => ({ title, content: <p>{title}</p> }))}
            />
          ))}
        </Section>
        <Section title="Methods and status codes">
          <p class="pg-row">
            {METHODS.map((name) => (
              <Method name={name} />
            ))}
          </p>
          <p class="pg-row">
            {[200, 302, 404, 503].map((status) => (
              <Status head={{ status, status_text: 'Text' }} />
            ))}
            <Status head={{ status: 200, status_text: 'OK' }} isLive />
            <span class="pg-badge">Private</span>
            <span class="pg-badge pg-badge--warning">Not saved</span>
          </p>
        </Section>
        <Section title="Code">
          <pre class="pg-code__body" tabIndex={0} role="region" aria-label="A command">
            <Code
              text={'curl https://api.example.com/users \\\n  -H "Authorization: Bearer $TOKEN"'}
              language="curl"
              highlighter={highlightCode}
            />
          </pre>
        </Section>
        <Section title="A response">
          <ResponseView run={SAMPLE_RESPONSE} group="response" live={false} />
        </Section>
        <Section title="Failures and notes">
          <FailureCard code="timeout" message="The server did not respond within 30 s." />
          <FailureCard code="cancelled" message="You stopped it." />
          <p class="pg-problem" role="alert">
            The command has no URL.
          </p>
          <p class="pg-banner">A banner that informs.</p>
          <p class="pg-banner pg-banner--warning">A banner that warns.</p>
          <Notes warnings={[{ message: '`--limit-rate` has no effect here.' }]} />
        </Section>
        <Section title="Tables">
          <ListTable
            label="Methods"
            columns={[
              ['Method', (name) => name],
              ['Characters', (name) => name.length],
            ]}
            items={METHODS}
          />
          <Pairs title="Headers" rows={[['Accept', 'application/json']]} />
        </Section>
      </article>
    </Layout>
  );
}

export const componentsPage: FastifyPluginAsync = async (app) => {
  app.get('/components', (request, reply) => sendView(request, reply, <ComponentsPage />));
};

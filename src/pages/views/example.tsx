/** The example response of a playground: a stored result that its owner shows to readers. */
import type { Example } from '../../secrets/example.ts';
import { ResponseView } from './response.tsx';

const TEXTS = {
  title: 'Example response',
  recorded: (day: string) => `Recorded on ${day}. Credentials in it are masked as ***.`,
};

export function ExampleView({ example }: { example: Example }) {
  return (
    <section aria-labelledby="example-title">
      <h2 id="example-title">{TEXTS.title}</h2>
      <p class="note">{TEXTS.recorded(example.created_at.slice(0, 10))}</p>
      <ResponseView run={example} group="example" live={false} />
    </section>
  );
}

/** See run.mjs. */
import {
  Playgrounds,
  PlaygroundsError,
  RequestCancelledError,
  UnexpectedResponseError,
} from 'playgrounds-client';

async function call(client, name) {
  if (name.includes('change')) return client.playgrounds.update('p', { name: 'n' });
  if (name.includes('deletion')) return client.playgrounds.delete('p');
  const signal = name.includes('cancelled') ? AbortSignal.timeout(300) : undefined;
  if (name.includes('stream')) {
    const seen = [];
    for await (const event of client.tests.stream({ url: 'http://a' }, { signal })) {
      seen.push(event.data);
      if (name.includes('left early')) break;
    }
    if (name.includes('left early')) return (await client.usage.get()).plan;
    if (name.includes('free JSON')) return seen[0].body.n;
    const last = seen.at(-1);
    return `${seen.length} ${last.status}${name.includes('in a field') ? ` ${last.request.body_size}` : ''}`;
  }
  if (name.includes('free JSON')) return (await client.audit.page()).data[0].details.n;
  const usage = await client.usage.get({ signal });
  return name.includes('in a field') ? usage.limit : usage.plan;
}

for (const [number, name] of JSON.parse(process.env.CASES).entries()) {
  const maxRetries = /once|lost|waiting/.test(name) ? 2 : 0;
  const client = new Playgrounds({
    baseUrl: `${process.env.BASE_URL}/${number}`,
    timeoutMs: 1500,
    maxRetries,
  });
  let outcome;
  try {
    const value = await call(client, name);
    outcome = value === undefined ? 'ok' : `ok ${value}`;
  } catch (error) {
    if (!(error instanceof PlaygroundsError)) throw error;
    const after = error.retryAfter === undefined ? '' : ` after ${Math.floor(error.retryAfter)}`;
    const id = error.requestId === undefined ? '' : ` ${error.requestId}`;
    const shown = error instanceof UnexpectedResponseError && error.body;
    const body = shown ? ` "${error.body.slice(0, 9)}"` : '';
    outcome =
      error instanceof RequestCancelledError
        ? 'Cancelled'
        : `${error.name.replace(/Error$/, '')} ${error.status}${after}${id}${body}`;
  }
  console.log(`${name}\t${outcome}`);
}

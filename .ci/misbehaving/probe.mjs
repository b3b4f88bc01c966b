/** See run.mjs. */
import { Playgrounds, PlaygroundsError, RequestCancelledError } from 'playgrounds-client';

async function call(client, name) {
  if (name.includes('free JSON')) return (await client.audit.page()).data[0].details.n;
  if (name.includes('change')) return client.playgrounds.update('p', { name: 'n' });
  if (name.includes('deletion')) return client.playgrounds.delete('p');
  const signal = name.includes('cancelled') ? AbortSignal.timeout(300) : undefined;
  if (name.includes('stream')) {
    let count = 0;
    let last;
    for await (const event of client.tests.stream({ url: 'http://a' }, { signal })) {
      count += 1;
      last = event.data;
      if (name.includes('left early')) break;
    }
    if (name.includes('left early')) return (await client.usage.get()).plan;
    return `${count} ${last.status}`;
  }
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
    outcome =
      error instanceof RequestCancelledError
        ? 'Cancelled'
        : `${error.name.replace(/Error$/, '')} ${error.status}${after}`;
  }
  console.log(`${name}\t${outcome}`);
}

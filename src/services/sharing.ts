/** Shows playgrounds to other accounts and anonymous visitors, without the credentials. */
import { LRUCache } from 'lru-cache';
import { isSecretField } from '../request/secret-names.ts';
import type { Playground, PlaygroundVariable } from '../schemas/playground.ts';
import type { ParsedRequest, RequestWarning } from '../schemas/request-shape.ts';
import { isExample } from '../secrets/examples.ts';
import { type Redacted, redact } from '../secrets/redact.ts';
import type { PlaygroundRow } from '../store/counted-rows.ts';

/** A playground without its page addresses, which depend on the request. */
export type StoredPlayground = Omit<Playground, 'url' | 'embed_url'>;

/** A cache of the credentials found in commands, by command: at most 4 Mi characters. */
const known = new LRUCache<string, Redacted>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (_found, command) => command.length + 1,
  memoMethod: redact,
});
const redacted = (command: string): Redacted => known.memo(command);

/**
 * Returns a playground as the viewer may see it: for its owner unchanged, with `warnings` about what is public; for others
 * with a placeholder for each credential, unless the owner shares them. Does not check whether the viewer may see it.
 * @param viewer the account that asks; null is an anonymous visitor
 */
export function visibleTo(
  row: Omit<PlaygroundRow, 'nameFolded' | 'nameIsDefault'>,
  viewer: string | null,
): StoredPlayground {
  const isOwner = row.accountId === viewer;
  const hidesSecrets = row.isPublic && !row.shareSecrets;
  const { command, text } =
    isOwner || row.shareSecrets ? { command: row.curlCommand, text: same } : redacted(row.curlCommand);
  const variables = row.variables as PlaygroundVariable[]; // validated before it was stored
  return {
    id: row.id,
    name: text(row.name),
    curl_command: command,
    is_public: row.isPublic,
    theme: row.theme as Playground['theme'], // only enum values are stored
    languages: row.languages as Playground['languages'],
    share_secrets: row.shareSecrets,
    public_runs: row.publicRuns,
    embed_origins: row.embedOrigins,
    variables: isOwner || row.shareSecrets ? variables : variablesForReaders(variables, row.curlCommand),
    example_test_id: row.exampleTestId,
    ...(isOwner ? { warnings: hidesSecrets ? publicSecrets(row.curlCommand) : [] } : {}),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

const same = (text: string) => text;

/** A playground as readers see it, and the placeholders that replace its credentials. */
export interface ReaderView {
  playground: StoredPlayground;
  replaced: readonly string[];
}

/** Returns a playground as readers see it, whether it is public or not. */
export function readerView(row: Parameters<typeof visibleTo>[0]): ReaderView {
  const playground = visibleTo(row, null);
  const { secrets } = redacted(row.curlCommand);
  const replaced = row.shareSecrets ? [] : [...new Set(secrets.map(({ placeholder }) => placeholder))];
  return { playground, replaced };
}

/** Masks the command's credentials in variables, and adds the placeholders as secret variables. */
function variablesForReaders(
  variables: readonly PlaygroundVariable[],
  command: string,
): PlaygroundVariable[] {
  const { secrets, variables: secret, text } = redacted(command);
  const hides = (name: string, value: string) =>
    text(value) !== value ||
    (!isExample(value) && (secret.has(name.toLowerCase()) || isSecretField(name, value, false)));
  const placeholders = new Set(secrets.map(({ placeholder }) => placeholder.replace(/^\{\{|\}\}$/g, '')));
  return [
    ...variables.map(({ default: value, ...one }) => ({
      ...one,
      ...(one.description !== undefined && { description: text(one.description) }),
      // A default that is a credential is removed; visitors type their own value.
      ...(value !== undefined && (hides(one.name, value) ? { secret: true } : { default: value })),
    })),
    ...[...placeholders].map((name) => ({ name, secret: true })),
  ];
}

function publicSecrets(command: string): RequestWarning[] {
  return redacted(command).secrets.map(({ placeholder, start, end }) => ({
    code: 'public_secret',
    message: `This looks like a credential. Readers of the public playground see ${placeholder} instead, unless you show secrets to readers.`,
    start,
    end,
  }));
}

/** Returns the name of a playground for records that remain after its deletion. */
export function nameForRecord({ name, curlCommand }: PlaygroundRow): string {
  return redacted(curlCommand).text(name);
}

/**
 * Returns method, host and path of a command, cut to the maximum length of a name. A segment with a credential is `…`.
 * @param parsed the parsed command
 */
export function defaultName(command: string, { method, url }: ParsedRequest): string {
  const { text, tells } = redacted(command);
  const whole = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[?#].*$/s, '');
  const segments = new Set(whole.split('/'));
  // Some credentials are detected by the host and path before them (webhooks), others by their format alone.
  const place = text(whole)
    .split('/')
    .map((segment) => (segments.has(segment) && !tells(segment) ? segment : '…'))
    .join('/');
  const name = `${method} ${place}`.replaceAll('\0', '').toWellFormed();
  const points = Array.from(name.slice(0, 400));
  return points.slice(0, 200).join('');
}

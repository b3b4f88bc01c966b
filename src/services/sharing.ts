/**
 * Shows playgrounds to other accounts and anonymous visitors, without the credentials. Large commands are searched in the
 * pool. Nothing here needs the database: workers load it.
 */
import { LRUCache } from 'lru-cache';
import { isSecretField } from '../request/secret-names.ts';
import { yieldToEventLoop } from '../runtime/event-loop.ts';
import { pooled, sizeOf } from '../runtime/pool.ts';
import { MAX_COMMAND_BYTES, type Playground, type PlaygroundVariable } from '../schemas/playground.ts';
import type { RequestWarning } from '../schemas/request-shape.ts';
import { isExample } from '../secrets/examples.ts';
import { type Redacted, redact } from '../secrets/redact.ts';
import type { PlaygroundRow } from '../store/counted-rows.ts';

/** A playground without its page addresses, which depend on the request. */
export type StoredPlayground = Omit<Playground, 'url' | 'embed_url'>;

/** The texts of a playground, which may contain credentials. */
interface Texts {
  command: string;
  name: string;
  description: string;
  variables: readonly PlaygroundVariable[];
}

/** The same with placeholders for the credentials of the command, and where these are. */
interface RedactedTexts extends Texts {
  secrets: Redacted['secrets'];
}

/** Finding credentials takes several times as long as parsing. */
const sizeOfTexts = (texts: Partial<Texts>): number => 3 * sizeOf(texts, MAX_COMMAND_BYTES);

const redactTexts = pooled(
  'redact a playground',
  ({ command, name, description, variables }: Texts): RedactedTexts => {
    const found = redact(command);
    return {
      command: found.command,
      name: found.text(name),
      description: found.text(description),
      variables: variablesForReaders(variables, found),
      secrets: found.secrets,
    };
  },
  { size: sizeOfTexts, waits: true },
);

/** A cache of redacted texts, by the texts: at most 4 Mi characters. */
const known = new LRUCache<string, Promise<RedactedTexts>>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (_found, key) => key.length,
});

/** Returns the texts as readers see them. The work counts as the owner's: nobody else chooses how much it is. */
async function redacted({
  accountId,
  curlCommand: command,
  name,
  description,
  variables,
}: Pick<
  SharedRow,
  'accountId' | 'curlCommand' | 'name' | 'description' | 'variables'
>): Promise<RedactedTexts> {
  const texts: Texts = { command, name, description, variables: variables as PlaygroundVariable[] }; // validated before they were stored
  const key = JSON.stringify(texts);
  let found = known.get(key);
  if (found === undefined) {
    // A list may have a hundred.
    found = yieldToEventLoop().then(() => redactTexts(accountId, texts));
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

/** The columns of a playground that readers see. */
export type SharedRow = Omit<PlaygroundRow, 'nameFolded' | 'nameIsDefault' | 'collectionPlace'>;

/** Returns the texts of a collection as readers see them. */
export const textsForReaders = (
  accountId: string,
  texts: { name: string; description: string },
): Promise<{ name: string; description: string }> =>
  redacted({ accountId, curlCommand: '', variables: [], ...texts });

/**
 * Returns a playground as the viewer may see it: for its owner unchanged, with `warnings` about what is public; for others
 * with a placeholder for each credential, unless the owner shares them. Does not check whether the viewer may see it.
 * @param viewer the account that asks; null is an anonymous visitor
 */
export async function visibleTo(row: SharedRow, viewer: string | null): Promise<StoredPlayground> {
  const isOwner = row.accountId === viewer;
  const isRedacted = !row.shareSecrets && (!isOwner || row.isPublic);
  const forReaders = isRedacted ? await redacted(row) : undefined;
  const seen = isOwner ? undefined : forReaders;
  return {
    id: row.id,
    name: seen?.name ?? row.name,
    description: seen?.description ?? row.description,
    curl_command: seen?.command ?? row.curlCommand,
    is_public: row.isPublic,
    collection_id: row.collectionId,
    theme: row.theme as Playground['theme'], // only enum values are stored
    languages: row.languages as Playground['languages'],
    share_secrets: row.shareSecrets,
    public_runs: row.publicRuns,
    embed_origins: row.embedOrigins,
    variables: [...(seen?.variables ?? (row.variables as PlaygroundVariable[]))],
    example_test_id: row.exampleTestId,
    ...(isOwner ? { warnings: forReaders === undefined ? [] : publicSecrets(row, forReaders) } : {}),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A playground as readers see it, and the placeholders that replace its credentials. */
export interface ReaderView {
  playground: StoredPlayground;
  replaced: readonly string[];
}

/** Returns a playground as readers see it, whether it is public or not. */
export async function readerView(row: SharedRow): Promise<ReaderView> {
  const playground = await visibleTo(row, null);
  const secrets = row.shareSecrets ? [] : (await redacted(row)).secrets;
  return { playground, replaced: [...new Set(secrets.map(({ placeholder }) => placeholder))] };
}

/** Masks the command's credentials in variables, and adds the placeholders as secret variables. */
function variablesForReaders(
  variables: readonly PlaygroundVariable[],
  { secrets, variables: secret, text }: Redacted,
): PlaygroundVariable[] {
  const hides = (name: string, value: string) =>
    text(value) !== value ||
    (!isExample(value) && (secret.has(name.toLowerCase()) || isSecretField(name, value, false)));
  const placeholders = new Set(secrets.map(({ placeholder }) => placeholder.replace(/^\{\{|\}\}$/g, '')));
  return [
    ...variables.map((variable) => {
      const { default: value, choices = [], description, ...others } = variable;
      const described = description === undefined ? {} : { description: text(description) };
      const values = value === undefined ? choices : [value, ...choices];
      // What is a credential is removed; visitors type their own value.
      return values.some((one) => hides(variable.name, one))
        ? { ...others, ...described, secret: true }
        : { ...variable, ...described };
    }),
    ...[...placeholders].map((name) => ({ name, secret: true })),
  ];
}

function publicSecrets({ description }: SharedRow, forReaders: RedactedTexts): RequestWarning[] {
  const warnings = forReaders.secrets.map(publicSecret);
  if (forReaders.description !== description)
    warnings.push({
      code: 'public_secret',
      message:
        'The description has what looks like a credential. Readers of the public playground see a placeholder instead, unless you show secrets to readers.',
    });
  return warnings;
}

const publicSecret = ({ placeholder, start, end }: Redacted['secrets'][number]): RequestWarning => ({
  code: 'public_secret',
  message: `This looks like a credential. Readers of the public playground see ${placeholder} instead, unless you show secrets to readers.`,
  start,
  end,
});

/** Returns the name of a playground for records that remain after its deletion. */
export async function nameForRecord(row: SharedRow): Promise<string> {
  return (await redacted(row)).name;
}

/**
 * Returns method, host and path of a command, cut to the maximum length of a name. A segment with a credential is `…`.
 * @see {@link pooled} for the first argument
 */
export const defaultName = pooled(
  'name a playground',
  ({ command, method, url }: { command: string; method: string; url: string }): string => {
    const { text, tells } = redact(command);
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
  },
  { size: sizeOfTexts, waits: true },
);

/**
 * Finds values in the format of a provider's tokens, anywhere in a text. Uses secretlint's rules, and patterns for
 * formats that secretlint does not know or matches too narrowly. Pure.
 */
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { isExample } from './examples.ts';

export interface ProviderToken {
  start: number;
  end: number;
  /** What kind of secret it is, as the name of a placeholder. */
  name: string;
}

/** Interface of secretlint's rules; its own types are in packages that its bundle does not include. */
interface Rule {
  meta: { id: string };
  create(
    context: {
      createTranslator(messages: unknown): (id: string) => { message: string; messageId: string };
      report(found: { message: { messageId: string }; range: readonly [number, number] }): void;
      ignore(found: unknown): void;
      sharedOptions: object;
    },
    options: object,
  ): { file?(source: { content: string; filePath: string; ext: string; contentType: 'text' }): unknown };
}

/**
 * Excluded rules: passwords in URLs and AWS secrets are found by position (the first rule's range is the whole
 * URL, the second's is not that of the value), and comments in a command must not disable rules.
 */
const LEFT_OUT = /-(?:basicauth|database-connection-string|aws|filter-comments)$/;

const found: { start: number; end: number }[] = [];

const SCANNERS = (rules as readonly Rule[])
  .filter(({ meta }) => !LEFT_OUT.test(meta.id))
  .map((rule) =>
    rule.create(
      {
        createTranslator: () => (messageId) => ({ message: messageId, messageId }),
        report: ({ range: [start, end] }) => found.push({ start, end }),
        ignore: () => {},
        sharedOptions: {},
      },
      {},
    ),
  );

/** Formats of tokens, each with the name of its placeholder. */
const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  [
    'private_key',
    /-----BEGIN[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----))*(?:-----END[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  ],
  ['jwt', /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)*/g],
  ['token', /(?<=\b(?:Bearer|DPoP|Basic|Token)\s)(?=\S{0,60}\d)[A-Za-z0-9._~+/=-]{12,}/g],
  // Stripe
  ['api_key', /(?<![A-Za-z0-9])(?:[srp]k_(?:live|test)_|whsec_)[A-Za-z0-9]{8,}/g],
  // GitHub, GitLab
  ['token', /(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_)\w{16,}/g],
  ['token', /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-[\w.-]{16,}/g],
  // Slack
  ['token', /(?<![A-Za-z0-9])(?:xox[a-z]|xapp|xoxe\.xox[bp])-[\w-]{8,}/g],
  ['webhook', /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{16,}/g],
  ['webhook', /(?<=discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/)\d{10,}\/[\w-]{20,}/g],
  // Google
  ['api_key', /(?<![A-Za-z0-9])AIza[\w-]{20,}/g],
  ['token', /(?<![A-Za-z0-9])(?:ya29\.|GOCSPX-|1\/\/0)[\w-]{16,}/g],
  // Amazon
  ['access_key', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{12,}/g],
  // Telegram
  ['bot_token', /(?<!\d)\d{6,12}(?::|%3[Aa])[\w-]{30,}/g],
  // OpenAI, Anthropic and others with the same format
  ['api_key', /(?<![A-Za-z0-9])sk-[\w-]{16,}/g],
  // SendGrid, Twilio, Mailgun, Mailchimp, Postman, New Relic, Airtable, Atlassian, Square, Dropbox
  ['api_key', /(?<![A-Za-z0-9])SG\.[\w-]{10,}\.[\w-]{10,}/g],
  ['api_key', /(?<![A-Za-z0-9])SK[0-9a-fA-F]{32}(?![A-Za-z0-9])/g],
  ['api_key', /(?<![A-Za-z0-9])key-[0-9a-f]{32}(?![A-Za-z0-9])/g],
  ['api_key', /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g],
  ['api_key', /(?<![A-Za-z0-9])(?:PMAK|NRAK|ATATT|ATCTT|EAAA|sq0[a-z]{3})[\w-]{20,}/g],
  ['token', /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{32,}/g],
  ['token', /(?<![A-Za-z0-9])sl\.[\w-]{40,}/g],
  // npm, PyPI, Hugging Face, DigitalOcean, Linear, Notion, Supabase, Resend, Figma, Vault, Databricks, Heroku, Fly, and ourselves
  ['token', /(?<![A-Za-z0-9])(?:pypi-|lin_api_|ntn_|sbp_|figd_|hv[sbr]\.|HRKU-|fo1_|pgk_)[\w-]{16,}/g],
  [
    'token',
    /(?<![A-Za-z0-9])(?:npm_|hf_|secret_|do[opr]_v1_|dapi|shp(?:at|ca|pa|ss)_|gsk_)[A-Za-z0-9]{30,}/g,
  ],
  ['token', /(?<![A-Za-z0-9])re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}/g],
];

/** Returns every token in a text, in order, without nested ones and examples. */
export function findTokens(text: string): ProviderToken[] {
  found.length = 0;
  for (const { file } of SCANNERS) file?.({ content: text, filePath: '', ext: '', contentType: 'text' });
  const tokens: ProviderToken[] = found
    // A webhook's match is its whole URL: a format below finds its secret part.
    .filter(({ start }) => !text.startsWith('http', start))
    .map(({ start, end }) => ({ start, end, name: 'token' }));
  // Lower-case letters only are not a token: `sk-learn-something`.
  for (const [name, form] of FORMS)
    for (const { 0: whole, index } of text.matchAll(form))
      if (/[^a-z._-]/.test(whole)) tokens.push({ name, start: index, end: index + whole.length });
  tokens.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: ProviderToken[] = [];
  for (const token of tokens) {
    const last = kept.at(-1);
    if (last !== undefined && token.start < last.end) {
      // The same token, found twice: the longer match is hidden, under the more specific name.
      last.end = Math.max(last.end, token.end);
      if (last.name === 'token') last.name = token.name;
    } else if (!isExample(text.slice(token.start, token.end))) kept.push(token);
  }
  return kept;
}

/** Keys, scopes, plans and usage. */
import { type Static, Type } from '@sinclair/typebox';
import { Id, NullableTimestamp, Page, PageQuery, Timestamp } from './common.ts';
import { Ref, StrictObject, StringEnum } from './helpers.ts';

export const SCOPES = [
  'playgrounds:read',
  'playgrounds:write',
  'tests:read',
  'tests:execute',
  'code:generate',
  'curl:parse',
  'keys:manage',
  'usage:read',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Requests a day; null is a limit set for the account. */
export const PLANS = { free: 1_000, starter: 50_000, pro: 500_000, enterprise: null } as const;
export type Plan = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

export const ScopeSchema = StringEnum(SCOPES, { $id: 'Scope', description: 'Something that a key may do.' });

const keyFields = {
  id: Id('The key.'),
  name: Type.String({ description: 'What the key is for.', examples: ['CI'] }),
  prefix: Type.String({
    description: 'First characters of the key, to tell keys apart.',
    examples: ['pgk_3kTMd2vQ'],
  }),
  scopes: Type.Array(Ref(ScopeSchema)),
  created_at: Timestamp('When it was created.'),
  expires_at: NullableTimestamp('When it stops working; null never.'),
  last_used_at: NullableTimestamp('When it was last used, to the minute; null never.'),
};

export const ApiKey = StrictObject(keyFields, {
  $id: 'ApiKey',
  description: 'An API key, without the key itself.',
});
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = StrictObject(
  {
    ...keyFields,
    key: Type.String({ description: 'The key. Shown only this once.', examples: ['pgk_…'] }),
  },
  { $id: 'CreatedApiKey', description: 'A new API key.' },
);
export type CreatedApiKey = Static<typeof CreatedApiKey>;

export const CreateApiKeyRequest = StrictObject(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What the key is for.',
      examples: ['CI'],
    }),
    scopes: Type.Optional(
      Type.Array(Ref(ScopeSchema), {
        minItems: 1,
        uniqueItems: true,
        description:
          "What the key may do; only scopes of the key that makes it. Default: all of the maker's.",
      }),
    ),
    expires_at: Type.Optional(
      NullableTimestamp('When it stops working, in the future; null or absent: never.'),
    ),
  },
  {
    $id: 'CreateApiKeyRequest',
    description: 'A new key.',
    examples: [{ name: 'CI', scopes: ['playgrounds:read', 'tests:execute'] }],
  },
);
export type CreateApiKeyRequest = Static<typeof CreateApiKeyRequest>;

export const ListApiKeysQuery = StrictObject({ ...PageQuery });
export type ListApiKeysQuery = Static<typeof ListApiKeysQuery>;
export const ApiKeyPage = Page(Ref(ApiKey), 'ApiKeyPage');

export const Usage = StrictObject(
  {
    plan: StringEnum(PLAN_NAMES, { description: 'The plan of the account.', examples: ['free'] }),
    limit: Type.Integer({ description: 'Requests a UTC day.', examples: [1000] }),
    used: Type.Integer({ description: 'Requests of today, this one included.', examples: [17] }),
    remaining: Type.Integer({ examples: [983] }),
    reset: Type.Integer({
      description: 'Unix time in seconds of the next UTC midnight.',
      examples: [1_795_219_200],
    }),
    storage: StrictObject(
      {
        used_bytes: Type.Integer({ description: 'What your test results take.', examples: [123_456] }),
        limit_bytes: Type.Integer({
          description: 'What they may take; beyond it the oldest make room.',
          examples: [104_857_600],
        }),
      },
      { title: 'UsageStorage', description: 'Storage of test results.' },
    ),
    days: Type.Array(
      StrictObject(
        {
          date: Type.String({ format: 'date', description: 'UTC calendar day.', examples: ['2026-11-20'] }),
          requests: Type.Integer({ examples: [17] }),
        },
        { title: 'UsageDay' },
      ),
      { description: 'The last 30 days, newest first, today included.' },
    ),
  },
  { $id: 'Usage', description: 'What the account has used of its plan.' },
);
export type Usage = Static<typeof Usage>;

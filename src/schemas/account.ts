/** Keys, scopes, plans and usage. */
import { type Static, Type } from '@sinclair/typebox';
import { Id, NullableTimestamp, Page, PageQuery, Timestamp } from './common.ts';
import { Count, DescribedEnum, Ref, StrictObject } from './helpers.ts';

const SCOPE_MEANINGS = {
  'playgrounds:read': 'list and get playgrounds',
  'playgrounds:write': 'create, change and delete them',
  'tests:read': 'read the test history',
  'tests:execute': 'execute requests, and delete their results',
  'code:generate': 'generate programs',
  'curl:parse': 'parse cURL commands',
  'keys:manage': 'list, create and revoke keys',
  'usage:read': 'read what is used of the plan',
  'audit:read': 'read the audit trail',
} as const;
export type Scope = keyof typeof SCOPE_MEANINGS;
export const SCOPES = Object.keys(SCOPE_MEANINGS) as Scope[];

/** Requests a day; null is a limit set for the account. */
export const PLANS = { free: 1_000, starter: 50_000, pro: 500_000, enterprise: null } as const;
export type Plan = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as Plan[];
const PLAN_MEANINGS = Object.fromEntries(
  Object.entries(PLANS).map(([plan, limit]) => [
    plan,
    limit === null ? 'a limit set for the account' : `${limit.toLocaleString('en')} requests a day`,
  ]),
) as Record<Plan, string>; // the same keys

export const ScopeSchema = DescribedEnum(SCOPE_MEANINGS, {
  $id: 'Scope',
  description: 'Something that a key may do.',
});

const keyFields = {
  id: Id('The key.'),
  name: Type.String({ description: 'What the key is for.', examples: ['CI'] }),
  prefix: Type.String({
    description: 'First characters of the key, to tell keys apart.',
    examples: ['pgk_3kTMd2vQ'],
  }),
  scopes: Type.Array(Ref(ScopeSchema), { minItems: 0, maxItems: 100, description: 'What the key may do.' }),
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
        maxItems: 100,
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
    plan: DescribedEnum(PLAN_MEANINGS, { description: 'The plan of the account.', examples: ['free'] }),
    limit: Count({ description: 'Requests a UTC day.', examples: [1000] }),
    used: Count({ description: 'Requests of today, this one included.', examples: [17] }),
    remaining: Count({ description: 'Requests left today.', examples: [983] }),
    reset: Count({
      description: 'Unix time in seconds of the next UTC midnight.',
      examples: [1_795_219_200],
    }),
    storage: StrictObject(
      {
        used_bytes: Count({ description: 'What your test results take.', examples: [123_456] }),
        limit_bytes: Count({
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
          requests: Count({ description: 'Requests of that day.', examples: [17] }),
        },
        { title: 'UsageDay', description: 'What was used on one day.' },
      ),
      { minItems: 0, maxItems: 366, description: 'The last 30 days, newest first, today included.' },
    ),
  },
  { $id: 'Usage', description: 'What the account has used of its plan.' },
);
export type Usage = Static<typeof Usage>;

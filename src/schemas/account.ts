/** Keys, scopes, plans and usage. */
import { type Static, Type } from '@sinclair/typebox';
import { Id, NullableTimestamp, PageOf, PageQuery, Timestamp } from './common.ts';
import { Count, DescribedEnum, optional, Ref, StrictObject } from './helpers.ts';

export const SCOPE_MEANINGS = {
  'playgrounds:read': 'list and get playgrounds',
  'playgrounds:write': 'create, change and delete them',
  'tests:read': 'read the test history',
  'tests:execute': 'execute requests and delete their results',
  'code:generate': 'generate programs',
  'curl:parse': 'parse cURL commands',
  'keys:manage': 'list, create and revoke keys',
  'usage:read': 'read the usage of the plan',
  'audit:read': 'read the audit trail',
} as const;
export type Scope = keyof typeof SCOPE_MEANINGS;
export const SCOPES = Object.keys(SCOPE_MEANINGS) as Scope[];

/** Requests a day; null is a limit set for each account. */
export const PLANS = { free: 1_000, starter: 50_000, pro: 500_000, enterprise: null } as const;
export type Plan = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as Plan[];
const PLAN_MEANINGS = Object.fromEntries(
  Object.entries(PLANS).map(([plan, limit]) => [
    plan,
    limit === null ? 'a limit set for each account' : `${limit.toLocaleString('en')} requests a day`,
  ]),
) as Record<Plan, string>; // the same keys

export const ScopeSchema = DescribedEnum(SCOPE_MEANINGS, {
  $id: 'Scope',
  description: 'A permission of a key.',
});

const keyFields = {
  id: Id('The key.'),
  name: Type.String({ description: 'What the key is for.', examples: ['CI'] }),
  prefix: Type.String({
    description: 'First characters of the key, to recognise it.',
    examples: ['pgk_3kTMd2vQ'],
  }),
  scopes: Type.Array(Ref(ScopeSchema), { minItems: 0, maxItems: 100, description: 'The scopes of the key.' }),
  created_at: Timestamp('When it was created.'),
  expires_at: NullableTimestamp('When the key expires; null if it never does.'),
  last_used_at: NullableTimestamp('When the key was last used, to the minute; null if never.'),
};

export const ApiKey = StrictObject(keyFields, {
  $id: 'ApiKey',
  description: 'An API key, without the key itself.',
});
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = StrictObject(
  {
    ...keyFields,
    key: Type.String({ description: 'The key. It is shown only in this response.', examples: ['pgk_…'] }),
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
    ...optional({
      scopes: Type.Array(Ref(ScopeSchema), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description:
          "The scopes of the key. A key cannot exceed its creator's scopes. Default: all scopes of the creator.",
      }),
      expires_at: NullableTimestamp(
        'When the key expires, in the future. A key cannot outlive its creator. Default: as its creator.',
      ),
    }),
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
export const ApiKeyPage = PageOf(Ref(ApiKey), 'ApiKeyPage');

export const Usage = StrictObject(
  {
    plan: DescribedEnum(PLAN_MEANINGS, { description: 'The plan of the account.', examples: ['free'] }),
    limit: Count({ description: 'Limit of requests for each UTC day.', examples: [1000] }),
    used: Count({ description: 'Requests used today, including this one.', examples: [17] }),
    remaining: Count({ description: 'Requests left today.', examples: [983] }),
    reset: Count({
      description: 'Unix time in seconds of the next UTC midnight.',
      examples: [1_795_219_200],
    }),
    storage: StrictObject(
      {
        used_bytes: Count({ description: 'Bytes that your test results use.', examples: [123_456] }),
        limit_bytes: Count({
          description: 'Bytes that they may use. Above the limit, the oldest are deleted first.',
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
  { $id: 'Usage', description: 'The usage of the account and the limits of its plan.' },
);
export type Usage = Static<typeof Usage>;

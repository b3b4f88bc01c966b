/** Shapes that every endpoint shares: errors, ids, pages. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ERRORS, type ErrorCode } from '../errors.ts';
import {
  Count,
  Defaulted,
  DescribedEnum,
  Index,
  Int32,
  NullableString,
  optional,
  StrictObject,
  StringEnum,
} from './helpers.ts';

export const ErrorResponse = StrictObject(
  {
    error: StrictObject(
      {
        code: StringEnum(Object.keys(ERRORS) as ErrorCode[], {
          description: 'Machine-readable reason; one for each status.',
          examples: ['invalid_request'],
        }),
        message: Type.String({
          description: 'The reason, as a sentence.',
          examples: ['curl_command is missing.'],
        }),
        details: Type.Optional(
          Type.Array(
            StrictObject(
              {
                in: DescribedEnum(
                  {
                    body: 'in the JSON body',
                    query: 'a query parameter',
                    path: 'a part of the path',
                    headers: 'a request header',
                  },
                  { description: 'Where the field is.' },
                ),
                field: Type.String({
                  description: 'JSON pointer in a body, a plain name elsewhere.',
                  examples: ['/curl_command'],
                }),
                code: Type.String({ description: 'Machine-readable reason.', examples: ['required'] }),
                message: Type.String({ description: 'What is wrong with the field.' }),
                ...optional({
                  offset: Index('For a cURL command: code-point index of the error.'),
                  start: Index('For a cURL command: code-point index where the wrong part starts.'),
                  end: Index('For a cURL command: code-point index just past the wrong part.'),
                }),
              },
              { title: 'ErrorDetail', description: 'One error in the request.' },
            ),
            { minItems: 1, maxItems: 20, description: 'The fields that are wrong (at most twenty).' },
          ),
        ),
        request_id: Type.String({
          description: "The id in the X-Request-Id header and in the server's log.",
          examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
        }),
      },
      { title: 'ErrorBody', description: 'What went wrong.' },
    ),
  },
  { $id: 'ErrorResponse', description: 'The shape of every error.' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;

export const Timestamp = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description} RFC 3339, UTC, milliseconds.`,
    examples: ['2026-11-20T09:30:00.000Z'],
  });

export const NullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: `${description} RFC 3339, UTC, milliseconds.`,
  });

export const Id = (description: string) =>
  Type.String({
    minLength: 36,
    maxLength: 36,
    pattern: '^[0-9a-f-]{36}$',
    description: `${description} UUIDv7, opaque.`,
    examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
  });

export const IdParams = StrictObject({
  // An invalid id does not exist: 404, not 400.
  id: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'The id.',
    examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
  }),
});
export type IdParams = Static<typeof IdParams>;

export const NoQuery = StrictObject({});

export const PageQuery = {
  ...optional({
    page: Int32(1, 1_000_000_000, 'Which page, from 1. Default: 1. Not together with `cursor`.'),
    cursor: Type.String({
      minLength: 1,
      // The longest has a name of 200 characters, each escaped in JSON, in base64.
      maxLength: 2_000,
      description:
        'The `next_cursor` of the previous page, instead of `page`. Equally fast anywhere in the list; no item is returned twice or left out if the list changes meanwhile.',
    }),
  }),
  limit: Defaulted(
    Type.Integer({ format: 'int32', minimum: 1, maximum: 100, default: 20, description: 'Items per page.' }),
  ),
};

const Pagination = StrictObject(
  {
    page: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int32',
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Null if the page was requested with `cursor`.',
      examples: [1],
    }),
    limit: Int32(1, 100, 'Items per page, as requested.', { examples: [20] }),
    total: Count({ description: 'Exact number of items in the whole list.', examples: [42] }),
    total_pages: Count({ description: 'Pages of `limit` items; 0 for an empty list.', examples: [3] }),
    next_cursor: NullableString({ description: 'The `cursor` of the next page; null on the last page.' }),
  },
  { title: 'Pagination', description: 'The position of the page in the list.' },
);
export type Pagination = Static<typeof Pagination>;

/** A page of items, newest first. */
export function PageOf<T extends TSchema>(item: T, $id: string) {
  return StrictObject(
    {
      data: Type.Array(item, { minItems: 0, maxItems: 100, description: 'The items of the page.' }),
      pagination: Pagination,
    },
    { $id, description: 'One page, newest first.' },
  );
}

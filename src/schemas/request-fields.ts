/** A request as the fields of the editor's form: method, URL, query, headers, body by its kind, authentication. */
import { type Static, Type } from '@sinclair/typebox';
import { StrictObject } from './helpers.ts';
import { FormPart, HeaderLine, MAX_FORM_PARTS, MAX_HEADERS } from './request-shape.ts';

const Text = Type.String();
const Kind = Type.Literal;

/** A decoded name and value; `raw` is the original spelling, until they are changed. */
const Pair = StrictObject({
  name: Text,
  value: Text,
  raw: Type.Optional(StrictObject({ name: Text, value: Type.Optional(Text) })),
});
const Pairs = Type.Array(Pair, { maxItems: 20_000 });

const BodyFields = Type.Union([
  StrictObject({ kind: Kind('none') }),
  StrictObject({ kind: Type.Union([Kind('text'), Kind('json')]), text: Text }),
  StrictObject({ kind: Kind('fields'), pairs: Pairs }),
  StrictObject({ kind: Kind('multipart'), parts: Type.Array(FormPart, { maxItems: MAX_FORM_PARTS }) }),
  StrictObject({ kind: Kind('file'), path: Text }),
  /** Binary data: it can be replaced, but not edited. */
  StrictObject({ kind: Kind('bytes'), base64: Text }),
]);

/** The index of the Authorization header among the others. */
const at = Type.Optional(Type.Integer({ minimum: 0 }));

const AuthFields = Type.Union([
  StrictObject({ kind: Kind('none') }),
  StrictObject({ kind: Kind('basic'), username: Text, password: Text, at }),
  StrictObject({ kind: Kind('bearer'), token: Text, at }),
  /** A scheme that answers a challenge or signs: edited only in the command. */
  StrictObject({ kind: Kind('other'), scheme: Text }),
]);

export const RequestFields = StrictObject({
  method: Text,
  /** Without its query. */
  url: Text,
  query: Pairs,
  headers: Type.Array(HeaderLine, { maxItems: MAX_HEADERS }),
  body: BodyFields,
  auth: AuthFields,
});

export type RequestFields = Static<typeof RequestFields>;
export type Pair = Static<typeof Pair>;
export type BodyFields = Static<typeof BodyFields>;
export type AuthFields = Static<typeof AuthFields>;

/** The five routes of a kind of resource that accounts own: list, create, get, update and delete. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static, TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NoQuery, type Pagination } from '../schemas/common.ts';
import { Ref } from '../schemas/helpers.ts';
import type { Tag } from '../schemas/tags.ts';
import type { Actor } from '../services/audit.ts';
import {
  actorOf,
  CHANGES_ONE,
  IDEMPOTENCY,
  identityOf,
  originOf,
  READS_ONE,
  sendCreated,
} from './headers.ts';
import { ETAG, LOCATION, operation, REPLAYED } from './operation.ts';

type Db = FastifyInstance['database']['db'];

interface ResourceSchemas {
  item: TSchema;
  page: TSchema;
  listQuery: TSchema;
  create: TSchema;
  update: TSchema;
  deleteQuery?: TSchema;
}

/** What differs between kinds of resources. */
interface Resource<S extends ResourceSchemas, Stored extends { id: string }> {
  /** `playground`, and with an s in paths. */
  name: string;
  tag: Tag;
  schemas: S;
  descriptions: Readonly<Record<'list' | 'create' | 'get' | 'update' | 'delete', string>>;
  /** Adds the addresses of a resource's pages. */
  withUrls(stored: Stored, origin: string): Static<S['item']> & { id: string };
  list(
    db: Db,
    accountId: string,
    query: Static<S['listQuery']>,
  ): Promise<{ data: Stored[]; pagination: Pagination }>;
  /** Does what needs no transaction, and returns what creates the resource in one. */
  prepare(db: Db, actor: Actor, body: Static<S['create']>): Promise<(tx: Db) => Promise<Stored>>;
  get(db: Db, viewer: string, id: string): Promise<Stored>;
  update(
    db: Db,
    actor: Actor,
    id: string,
    body: Static<S['update']>,
    ifMatch: string | undefined,
  ): Promise<Stored>;
  delete(
    db: Db,
    actor: Actor,
    id: string,
    ifMatch: string | undefined,
    query: Record<string, unknown>,
  ): Promise<void>;
}

/** Registers the routes of a kind of resource. @param publicUrl the origin of its pages; by default that of the request */
export function addResource<S extends ResourceSchemas, Stored extends { id: string }>(
  app: Parameters<FastifyPluginAsyncTypebox>[0],
  publicUrl: string | undefined,
  resource: Resource<S, Stored>,
): void {
  const { name, tag, schemas, descriptions, withUrls } = resource;
  const { db } = app.database;
  const id = name.charAt(0).toUpperCase() + name.slice(1);
  const path = `/api/${name}s`;
  const item = Ref(schemas.item);
  const originFor = (request: FastifyRequest) => publicUrl ?? originOf(request);

  app.get(
    path,
    operation({
      operationId: `list${id}s`,
      tag,
      summary: `List ${name}s`,
      description: descriptions.list,
      scope: 'playgrounds:read',
      querystring: schemas.listQuery,
      success: { status: 200, description: `A page of ${name}s.`, schema: Ref(schemas.page) },
      isPage: true,
    }),
    async (request) => {
      const { data, pagination } = await resource.list(db, identityOf(request).accountId, request.query);
      const origin = originFor(request);
      return { data: data.map((stored) => withUrls(stored, origin)), pagination };
    },
  );

  app.post(
    path,
    operation({
      operationId: `create${id}`,
      tag,
      summary: `Create a ${name}`,
      description: descriptions.create,
      scope: 'playgrounds:write',
      headers: IDEMPOTENCY,
      body: Ref(schemas.create),
      success: {
        status: 201,
        description: `The created ${name}.`,
        schema: item,
        headers: { ...LOCATION, ...REPLAYED, ...ETAG },
      },
      errors: [409],
    }),
    async (request, reply) =>
      sendCreated(request, reply, async () => {
        const create = await resource.prepare(db, actorOf(request), request.body);
        return async (tx) => withUrls(await create(tx), originFor(request));
      }),
  );

  app.get(
    `${path}/:id`,
    operation({
      operationId: `get${id}`,
      tag,
      summary: `Get a ${name}`,
      description: descriptions.get,
      scope: 'playgrounds:read',
      ...READS_ONE,
      success: { status: 200, description: `The ${name}.`, schema: item },
    }),
    async (request) =>
      withUrls(await resource.get(db, identityOf(request).accountId, request.params.id), originFor(request)),
  );

  app.patch(
    `${path}/:id`,
    operation({
      operationId: `update${id}`,
      tag,
      summary: `Update a ${name}`,
      description: descriptions.update,
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      body: Ref(schemas.update),
      success: { status: 200, description: `The updated ${name}.`, schema: item },
      etag: true,
    }),
    async (request) => {
      const { params, body, headers } = request;
      const updated = await resource.update(db, actorOf(request), params.id, body, headers['if-match']);
      return withUrls(updated, originFor(request));
    },
  );

  app.delete(
    `${path}/:id`,
    operation({
      operationId: `delete${id}`,
      tag,
      summary: `Delete a ${name}`,
      description: descriptions.delete,
      scope: 'playgrounds:write',
      ...CHANGES_ONE,
      querystring: schemas.deleteQuery ?? NoQuery,
      success: { status: 204, description: 'Deleted.' },
    }),
    async (request, reply) => {
      const { params, query, headers } = request;
      await resource.delete(
        db,
        actorOf(request),
        params.id,
        headers['if-match'],
        query as Record<string, unknown>,
      );
      return reply.code(204).send();
    },
  );
}

/** Creates, lists, reads, changes and deletes sites. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { publicRuns, siteDays, siteOwners, sites } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import type { CreateSiteRequest, ListSitesQuery, Site, UpdateSiteRequest } from '../schemas/site.ts';
import { assertMatch } from '../store/etags.ts';
import { isId, newId, timeOf } from '../store/ids.ts';
import { readList, shortList } from '../store/lists.ts';
import { assertStorable } from '../store/storable-text.ts';
import { type Actor, recordEvent } from './audit.ts';
import { assertOrigins, assertTargets } from './site-rules.ts';
import { assertVariables } from './variable-settings.ts';

type Row = typeof sites.$inferSelect;
/** A site without the address of its frame, which depends on the request. */
export type StoredSite = Omit<Site, 'url'>;

const notFound = () => new ApiError('not_found', 'The site does not exist.');

const own = (accountId: string, id: string) => and(eq(sites.accountId, accountId), eq(sites.id, id));

const toSite = (row: Row): StoredSite => ({
  id: row.id,
  name: row.name,
  origins: row.origins,
  targets: row.targets,
  runs_per_day: row.runsPerDay,
  variables: row.variables as Site['variables'], // written by columnsOf
  theme: row.theme as Site['theme'],
  confirm: row.confirm,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** Checks the fields of a body. @returns the columns of those that it gives */
function columnsOf(body: UpdateSiteRequest) {
  assertStorable(body.name ?? '', '/name');
  assertOrigins(body.origins, 'origins', true);
  assertTargets(body.targets);
  assertVariables(body.variables);
  const { runs_per_day: runsPerDay, ...others } = body;
  return runsPerDay === undefined ? others : { ...others, runsPerDay };
}

/** Reads a page of an account's own sites, newest first. */
export function listSites(db: Db, accountId: string, query: ListSitesQuery) {
  return readList(query, shortList(db, sites, eq(sites.accountId, accountId)), toSite);
}

/**
 * Reads one of an account's own sites.
 * @throws ApiError not_found
 */
export async function getSite(db: Db, accountId: string, id: string): Promise<StoredSite> {
  const [row] = isId(id) ? await db.select().from(sites).where(own(accountId, id)) : [];
  if (row === undefined) throw notFound();
  return toSite(row);
}

/** Reads a site for its readers, with the account that pays for their runs; undefined for an unknown one. */
export async function siteForReaders(
  db: Db,
  id: string,
): Promise<{ site: StoredSite; ownerId: string } | undefined> {
  const [found] = isId(id)
    ? await db.select({ ownerId: siteOwners.accountId }).from(siteOwners).where(eq(siteOwners.id, id))
    : [];
  if (found === undefined) return undefined;
  const [row] = await db.select().from(sites).where(own(found.ownerId, id));
  return row && { site: toSite(row), ownerId: found.ownerId };
}

/**
 * Creates a site of the actor's account.
 * @param db a database or a transaction
 * @throws ApiError invalid_request naming the first invalid origin, target or variable
 */
export async function createSite(db: Db, actor: Actor, body: CreateSiteRequest): Promise<StoredSite> {
  const { name, origins, targets } = body;
  const id = newId();
  const { accountId } = actor;
  const createdAt = timeOf(id);
  const row: Row = {
    ...{
      id,
      accountId,
      name,
      origins,
      targets,
      runsPerDay: 1000,
      variables: [],
      theme: 'auto',
      confirm: true,
    },
    ...columnsOf(body),
    ...{ createdAt, updatedAt: createdAt },
  };
  await db.transaction(async (tx) => {
    await tx.insert(sites).values(row);
    await tx.insert(siteOwners).values({ id, accountId });
    await recordEvent(tx, actor, 'site.created', id, { name, origins, targets });
  });
  return toSite(row);
}

/**
 * Updates fields of a site of the actor's account.
 * @param ifMatch the If-Match header
 * @throws ApiError not_found, precondition_failed, invalid_request
 */
export async function updateSite(
  db: Db,
  actor: Actor,
  id: string,
  body: UpdateSiteRequest,
  ifMatch: string | undefined,
): Promise<StoredSite> {
  const columns = columnsOf(body);
  return db.transaction(async (tx) => {
    const row = await lockOwn(tx, actor, id, ifMatch);
    // Always later than the last change, even if another instance's clock is ahead.
    const updatedAt = new Date(Math.max(Date.now(), row.updatedAt.getTime() + 1));
    const changed: Row = { ...row, ...columns, updatedAt };
    await tx
      .update(sites)
      .set({ ...columns, updatedAt })
      .where(own(actor.accountId, id));
    const { name, origins, targets } = changed;
    await recordEvent(tx, actor, 'site.updated', id, { name, origins, targets });
    return toSite(changed);
  });
}

async function lockOwn(tx: Db, { accountId }: Actor, id: string, ifMatch: string | undefined): Promise<Row> {
  const [row] = isId(id) ? await tx.select().from(sites).where(own(accountId, id)).for('update') : [];
  if (row === undefined) throw notFound();
  assertMatch(ifMatch, toSite(row));
  return row;
}

/**
 * Deletes a site of the actor's account, with the counts of its runs.
 * @throws ApiError as {@link updateSite}
 */
export async function deleteSite(
  db: Db,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const { accountId } = actor;
  await db.transaction(async (tx) => {
    const { name } = await lockOwn(tx, actor, id, ifMatch);
    await tx.delete(sites).where(own(accountId, id));
    await tx.delete(siteOwners).where(eq(siteOwners.id, id));
    await tx.delete(siteDays).where(and(eq(siteDays.accountId, accountId), eq(siteDays.siteId, id)));
    await tx
      .delete(publicRuns)
      .where(and(eq(publicRuns.accountId, accountId), eq(publicRuns.playgroundId, id)));
    await recordEvent(tx, actor, 'site.deleted', id, { name });
  });
}

import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '#platform/db/database.ts';
import { csvLine } from '#platform/csv.ts';
import { zoneInSql } from '#platform/db/zone-in-sql.ts';
import { countPages, type Paged, pageOffset } from '#platform/paging.ts';
import { type Actor, requirePermission } from '../actor.ts';
import { auditEvents, user, userRoles } from '../tables.server.ts';
import type { AuditAction, AuditEvent } from './audit-event.ts';
import { recordEvent } from './record-event.server.ts';

const PAGE_SIZE = 50;
const BATCH_SIZE = 1_000;
const MAX_PEOPLE = 500;

export interface AuditFilter {
  readonly actorId?: string | undefined;
  readonly action?: AuditAction | undefined;
  /** Days in the time zone of the site, such as `2026-05-20`; both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AuditPage extends Paged {
  readonly events: readonly AuditEvent[];
  /** The people of the newsroom by name, for the filter. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

export interface AuditDeps {
  readonly database: Database;
  readonly timeZone: string;
}

/** Recorded events, newest first. */
export async function listEvents(
  { database: { db }, timeZone }: AuditDeps,
  actor: Actor,
  { page, ...filter }: AuditFilter & { readonly page: number },
): Promise<AuditPage> {
  requirePermission(actor, 'audit.read');
  const matching = conditionOf(filter, timeZone);
  const total = await db.$count(auditEvents, matching);
  const events = await selectEvents(db, matching).limit(PAGE_SIZE).offset(pageOffset(page, PAGE_SIZE));
  const people = await db
    .select({ id: user.id, name: user.name })
    .from(userRoles)
    .innerJoin(user, eq(user.id, userRoles.userId))
    .orderBy(sql`lower(${user.name})`, user.id)
    .limit(MAX_PEOPLE);
  return { events, people, total, page, pageCount: countPages(total, PAGE_SIZE) };
}

const CSV_COLUMNS = ['at', 'actor', 'actor_id', 'action', 'object', 'object_id', 'detail', 'token'] as const;

/** Streams the events as CSV, newest first, one batch at a time to bound memory. The export is recorded itself. */
export async function* exportEvents(
  { database, timeZone }: AuditDeps,
  actor: Actor,
  filter: AuditFilter,
): AsyncGenerator<string> {
  requirePermission(actor, 'audit.read');
  await database.transaction((tx) => recordEvent(tx, actor, { action: 'audit_exported' }));
  yield csvLine(CSV_COLUMNS);
  let before: string | undefined;
  for (;;) {
    const older = before === undefined ? undefined : lt(auditEvents.id, before);
    const matching = and(conditionOf(filter, timeZone), older);
    const rows = await selectEvents(database.db, matching).limit(BATCH_SIZE);
    yield rows.map(lineOf).join('');
    before = rows.at(-1)?.id;
    if (rows.length < BATCH_SIZE) return;
  }
}

const selectEvents = (db: Db, matching: SQL | undefined) =>
  db.select().from(auditEvents).where(matching).orderBy(desc(auditEvents.id));

function conditionOf({ actorId, action, from, to }: AuditFilter, timeZone: string): SQL | undefined {
  const startOf = (day: string, days: number) =>
    sql`((${day}::date + ${days}::int)::timestamp at time zone ${zoneInSql(timeZone)})`;
  return and(
    actorId === undefined ? undefined : eq(auditEvents.actorId, actorId),
    action === undefined ? undefined : eq(auditEvents.action, action),
    from === undefined ? undefined : gte(auditEvents.at, startOf(from, 0)),
    to === undefined ? undefined : lt(auditEvents.at, startOf(to, 1)),
  );
}

function lineOf(event: AuditEvent): string {
  const { at, actorName, actorId, action, objectName, objectId, detail, tokenName } = event;
  const object = [objectName, objectId ?? '', detail];
  return csvLine([at.toISOString(), actorName, actorId ?? '', action, ...object, tokenName ?? '']);
}

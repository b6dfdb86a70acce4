import { asc, ilike, or } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { csvLine } from '#platform/csv.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { readPage } from '#platform/paging.ts';
import { REDIRECT_LIMIT } from './redirect.ts';
import { redirects } from './tables.server.ts';

interface RedirectQuery {
  /** A part of the address or of the target; empty for all. */
  readonly search: string;
  readonly page: number;
}

/** By address. */
export function listRedirects(db: Db, actor: Actor, { search, page }: RedirectQuery) {
  requirePermission(actor, 'redirect.manage');
  // Addresses are stored percent-encoded.
  const encoded = search.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent);
  const pattern = `%${encoded.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const where =
    search === '' ? undefined : or(ilike(redirects.source, pattern), ilike(redirects.target, pattern));
  const found = db.select().from(redirects).where(where).orderBy(asc(redirects.source), asc(redirects.kind));
  return readPage(found, { page, count: db.$count(redirects, where) });
}

/** All redirects as CSV, in the form that an import reads. */
export async function exportRedirects(database: Database, actor: Actor): Promise<string> {
  requirePermission(actor, 'redirect.manage');
  await database.transaction((tx) => recordEvent(tx, actor, { action: 'redirects_exported' }));
  const { kind, source, target } = redirects;
  const rows = await database.db
    .select({ kind, source, target })
    .from(redirects)
    .orderBy(asc(source), asc(kind))
    .limit(REDIRECT_LIMIT);
  const lines = rows.map((row) => csvLine([row.source, row.target, row.kind]));
  return csvLine(['from', 'to', 'kind']) + lines.join('');
}

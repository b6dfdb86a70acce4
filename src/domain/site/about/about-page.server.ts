import { desc, eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { readPage } from '#platform/paging.ts';
import { readSettings, storeSettings } from '../settings.server.ts';
import { AboutBlocks } from '../settings/about-settings.ts';
import { aboutRevisions, lockSettings } from '../tables.server.ts';
import { blocksOf, insertRevision, newestRevision } from './about-revisions.server.ts';

/** The About page as the newsroom edits it. */
export interface AboutPage {
  readonly blocks: AboutBlocks;
  /** Whether the blocks are a draft. Readers see the published ones until it is published. */
  readonly isDraft: boolean;
  readonly revision: number;
}

/** The newest draft of the About page, otherwise the published one. */
export async function getAboutPage(db: Db, actor: Actor): Promise<AboutPage> {
  requirePermission(actor, 'page.edit');
  return readAboutPage(db);
}

async function readAboutPage(db: Db | Transaction): Promise<AboutPage> {
  const [newest] = await db.select().from(aboutRevisions).orderBy(desc(aboutRevisions.revision)).limit(1);
  const draft = newest?.isDraft === true ? AboutBlocks.safeParse(newest.blocks).data : undefined;
  return {
    blocks: draft ?? blocksOf(await readSettings(db)),
    isDraft: draft !== undefined,
    revision: await newestRevision(db),
  };
}

interface AboutChange {
  /** The revision that the change is based on. */
  readonly basedOn: number;
  readonly blocks: AboutBlocks;
  /** Whether readers continue to see the published blocks. */
  readonly isDraft: boolean;
  readonly restoredFrom: number | null;
}

/**
 * Saves the About page as a draft, or publishes it: then its blocks are settings, and all pages are removed. Adds a
 * revision. Throws `stale` when it was saved after it was loaded.
 */
export async function saveAboutPage(
  { database }: { readonly database: Database },
  actor: Actor,
  { basedOn, blocks, isDraft, restoredFrom }: AboutChange,
): Promise<void> {
  requirePermission(actor, 'page.edit');
  await database.transaction(async (tx) => {
    await lockSettings(tx);
    const before = await readAboutPage(tx);
    if (before.revision !== basedOn)
      throw new DomainError('stale', 'This page has been saved since you opened it.');
    if (restoredFrom !== null && restoredFrom > before.revision)
      throw new DomainError('unprocessable', '', {
        fields: { restored_from: 'The page has no such revision' },
      });
    const published = blocksOf(await readSettings(tx));
    const object = { id: 'about', name: 'About' };
    if (isDraft || isEqual(published, blocks)) {
      await insertRevision(tx, actor, { before: published, blocks, isDraft, restoredFrom });
      await recordEvent(tx, actor, { action: isDraft ? 'page_changed' : 'page_published', object });
      return;
    }
    await recordEvent(tx, actor, { action: 'page_published', object });
    await storeSettings(tx, actor, blocks, { restoredFrom });
  });
}

const isEqual = (first: AboutBlocks, second: AboutBlocks) =>
  JSON.stringify(blocksOf(first)) === JSON.stringify(blocksOf(second));

const entryColumns = {
  revision: aboutRevisions.revision,
  isDraft: aboutRevisions.isDraft,
  savedAt: aboutRevisions.savedAt,
  /** Null for the command line, and when the account was deleted. */
  savedByName: user.name,
  restoredFrom: aboutRevisions.restoredFrom,
};

/** Newest first. */
export function listAboutRevisions(db: Db, actor: Actor, page: number) {
  requirePermission(actor, 'page.edit');
  const revisions = db
    .select(entryColumns)
    .from(aboutRevisions)
    .leftJoin(user, eq(user.id, aboutRevisions.savedBy))
    .orderBy(desc(aboutRevisions.revision));
  return readPage(revisions, { page, count: db.$count(aboutRevisions) });
}

/** Throws `not_found` for an unknown revision, and for one that this release cannot read. */
export async function getAboutRevision(db: Db, actor: Actor, revision: number) {
  requirePermission(actor, 'page.edit');
  const [found] = await db
    .select({ ...entryColumns, blocks: aboutRevisions.blocks })
    .from(aboutRevisions)
    .leftJoin(user, eq(user.id, aboutRevisions.savedBy))
    .where(eq(aboutRevisions.revision, revision));
  const blocks = AboutBlocks.safeParse(found?.blocks).data;
  if (found === undefined || blocks === undefined) throw new DomainError('not_found');
  return { ...found, blocks };
}

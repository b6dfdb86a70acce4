import { desc } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import type { Settings, SettingsPatch } from '../settings.ts';
import type { AboutBlocks } from '../settings/about-settings.ts';
import { aboutRevisions } from '../tables.server.ts';

/** The number of the revision that is inserted before the first change, with the blocks as they were until then. */
const FIRST_REVISION = 1;

/** The blocks among the settings. */
export const blocksOf = (settings: AboutBlocks): AboutBlocks => ({
  about_mission: settings.about_mission,
  about_principles: settings.about_principles,
  about_timeline_heading: settings.about_timeline_heading,
  about_timeline: settings.about_timeline,
});

interface PublishedChange {
  /** The settings before the change. */
  readonly before: Settings;
  readonly patch: SettingsPatch;
  readonly restoredFrom: number | null;
}

/** Records the published blocks after a change of their settings, wherever it was made. Needs the lock of the settings. */
export async function recordAboutRevision(
  tx: Transaction,
  actor: { readonly userId: string } | null,
  { before, patch, restoredFrom }: PublishedChange,
): Promise<void> {
  const blocks: AboutBlocks = {
    about_mission: patch.about_mission ?? before.about_mission,
    about_principles: patch.about_principles ?? before.about_principles,
    about_timeline_heading: patch.about_timeline_heading ?? before.about_timeline_heading,
    about_timeline: patch.about_timeline ?? before.about_timeline,
  };
  await insertRevision(tx, actor, { before, blocks, isDraft: false, restoredFrom });
}

interface NewRevision {
  /** The published blocks before. */
  readonly before: AboutBlocks;
  readonly blocks: AboutBlocks;
  readonly isDraft: boolean;
  readonly restoredFrom: number | null;
}

/** Adds a revision, and before the first one the blocks as they were. Needs the lock of the settings. */
export async function insertRevision(
  tx: Transaction,
  actor: { readonly userId: string } | null,
  { before, blocks, isDraft, restoredFrom }: NewRevision,
): Promise<void> {
  const newest = await newestRevision(tx);
  if (newest === FIRST_REVISION)
    await tx
      .insert(aboutRevisions)
      .values({ revision: FIRST_REVISION, blocks: blocksOf(before), isDraft: false })
      .onConflictDoNothing();
  await tx
    .insert(aboutRevisions)
    .values({ revision: newest + 1, blocks, isDraft, savedBy: actor?.userId ?? null, restoredFrom });
}

/** The number of the newest revision; that of the first one before it was inserted. */
export async function newestRevision(tx: Pick<Transaction, 'select'>): Promise<number> {
  const [row] = await tx
    .select({ revision: aboutRevisions.revision })
    .from(aboutRevisions)
    .orderBy(desc(aboutRevisions.revision))
    .limit(1);
  return row?.revision ?? FIRST_REVISION;
}

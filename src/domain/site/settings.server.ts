import { eq, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import {
  DEFAULT_SETTINGS,
  FORMER_SETTING_NAMES,
  type SettingName,
  SETTINGS,
  type Settings,
  type SettingsPatch,
  settingTag,
} from './settings.ts';
import { settings } from './tables.server.ts';

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** Reads the settings from the database. Uses the default for a value that this release cannot parse. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const read = NAMES.flatMap((name) => {
    const parsed = SETTINGS[name].safeParse(stored.get(name));
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(read) };
}

/** Updates the settings in `patch`. The commit invalidates the pages and caches that depend on them. */
export async function updateSettings(database: Database, actor: Actor, patch: SettingsPatch): Promise<void> {
  requirePermission(actor, 'settings.edit');
  const changed = NAMES.filter((name) => patch[name] !== undefined);
  if (changed.length === 0) return;
  await database.transaction(async (tx) => {
    for (const name of changed) {
      // Serialised here: null is a valid value, and the driver would store it as SQL NULL.
      const value = sql`${JSON.stringify(patch[name])}::jsonb`;
      await tx
        .insert(settings)
        .values({ name, value })
        .onConflictDoUpdate({ target: settings.name, set: { value, changedAt: sql`now()` } });
    }
    tx.invalidate(...changed.map(settingTag));
  });
}

/**
 * Renames settings that were stored by an earlier release. A setting that has its present name already is not changed: a
 * process of the earlier release may have stored the former name again while it ran beside the present one.
 */
export async function renameFormerSettings(tx: Transaction): Promise<void> {
  const stored = await tx.select({ name: settings.name }).from(settings);
  const names = new Set(stored.map(({ name }) => name));
  for (const [former, name] of Object.entries(FORMER_SETTING_NAMES)) {
    const isFormer = eq(settings.name, former);
    if (names.has(name)) await tx.delete(settings).where(isFormer);
    else await tx.update(settings).set({ name }).where(isFormer);
  }
}

export type SettingsReader = () => Promise<Settings>;

/** Caches `readSettings` until a setting changes, for code that needs settings at every request. */
export function createSettingsCache(database: Pick<Database, 'db' | 'onChange'>): SettingsReader {
  let cached: Promise<Settings> | undefined;
  const clear = () => {
    cached = undefined;
  };
  database.onChange((changes) => {
    if (changes.some((change) => change.startsWith('setting:') || change.endsWith('*'))) clear();
  });
  return () => {
    if (cached !== undefined) return cached;
    const read = readSettings(database.db);
    cached = read;
    read.catch(clear);
    return read;
  };
}

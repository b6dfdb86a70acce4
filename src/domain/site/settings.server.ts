import { sql } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Database, Db } from '#platform/db/database.ts';
import {
  DEFAULT_SETTINGS,
  type SettingName,
  SETTINGS,
  type Settings,
  type SettingsPatch,
  settingTag,
} from './settings.ts';
import { settings } from './tables.server.ts';

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** As the database has them now. A value this release cannot read counts as never decided. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const read = NAMES.flatMap((name) => {
    const parsed = SETTINGS[name].safeParse(stored.get(name));
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(read) };
}

/** Decides the named ones anew. Pages and processes that go by them hear of it at the commit. */
export async function changeSettings(database: Database, actor: Actor, patch: SettingsPatch): Promise<void> {
  requireEditor(actor);
  const changed = NAMES.filter((name) => patch[name] !== undefined);
  if (changed.length === 0) return;
  await database.transaction(async (tx) => {
    for (const name of changed) {
      // As text: null is a value here, and the driver would make it none.
      const value = sql`${JSON.stringify(patch[name])}::jsonb`;
      await tx
        .insert(settings)
        .values({ name, value })
        .onConflictDoUpdate({ target: settings.name, set: { value, changedAt: sql`now()` } });
    }
    tx.touch(...changed.map(settingTag));
  });
}

export type SettingsReader = () => Promise<Settings>;

/** `readSettings`, asked of the database only after something was changed. For what asks at every request. */
export function rememberSettings(database: Pick<Database, 'db' | 'onChange'>): SettingsReader {
  let remembered: Promise<Settings> | undefined;
  const forget = () => {
    remembered = undefined;
  };
  database.onChange((changes) => {
    if (changes.some((change) => change.startsWith('setting:') || change.endsWith('*'))) forget();
  });
  return () => {
    if (remembered !== undefined) return remembered;
    const read = readSettings(database.db);
    remembered = read;
    read.catch(forget);
    return read;
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config.server.ts';
import { migrationsFolder } from '#platform/db/migrate.server.ts';
import { createRateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import { databases } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { NOTHING_LOCKED } from './locked-settings.ts';
import { followSiteState } from './site-state.server.ts';
import { readSettings, readSettingsRecord, updateSettings } from './settings.server.ts';
import { DEFAULT_SETTINGS, FORMER_SETTING_NAMES, SETTING_DEFINITIONS, SettingsPatch } from './settings.ts';
import type { Setting } from './settings/setting.ts';
import { settings } from './tables.server.ts';

const ADMIN = { userId: '00000000-0000-7000-8000-000000000001', role: 'admin' } as const;

/** Updates the settings, based on the current ones. */
async function update(database: Database, patch: SettingsPatch, actor: Actor = ADMIN): Promise<void> {
  const { revision } = await readSettingsRecord(database.db, NOTHING_LOCKED);
  const rateLimit = createRateLimit({ database, clock: () => new Date(), key: 'k'.repeat(32) });
  await updateSettings({ database, rateLimit }, actor, { patch, basedOn: revision, locked: NOTHING_LOCKED });
}

describe.each(databases)('the settings, on the $name database', ({ open }) => {
  const opened = useDatabase(open);

  it('are the defaults until they are changed', async () => {
    const { database } = opened;
    expect(await readSettings(database.db)).toEqual(DEFAULT_SETTINGS);
    await update(database, { comment_close_after_days: 30, comment_pending_words: ['spam'] });
    await update(database, { comment_links_allowed: 0 });
    expect(await readSettings(database.db)).toEqual({
      ...DEFAULT_SETTINGS,
      comment_close_after_days: 30,
      comment_pending_words: ['spam'],
      comment_links_allowed: 0,
    });
    await update(database, { comment_close_after_days: null });
    expect(await readSettings(database.db)).toMatchObject({ comment_close_after_days: null });
  });

  it('are the default if a value cannot be parsed', async () => {
    const { database } = opened;
    await database.transaction((tx) =>
      tx.insert(settings).values({ name: 'comment_deleted_retention_days', value: 'for ever' }),
    );
    expect(await readSettings(database.db)).toMatchObject({ comment_deleted_retention_days: 30 });
  });

  it('are migrated from the names of earlier releases', async () => {
    const { database } = opened;
    const former = Object.entries(FORMER_SETTING_NAMES);
    const migration = readFileSync(join(migrationsFolder, '0017_setting_names.sql'), 'utf8');
    for (const [before, after] of former) expect(migration).toContain(`when '${before}' then '${after}'`);
    await database.transaction(async (tx) => {
      await tx.delete(settings);
      await tx.insert(settings).values(former.map(([name], index) => ({ name, value: index })));
      await tx.insert(settings).values({ name: 'newsletter_hour', value: 9 });
      await tx.execute(sql.raw(migration));
    });
    const stored = await database.db.select({ name: settings.name, value: settings.value }).from(settings);
    expect(Object.fromEntries(stored.map(({ name, value }) => [name, value]))).toEqual({
      ...Object.fromEntries(former.map(([, name], index) => [name, index])),
      newsletter_hour: 9,
    });
    await database.transaction((tx) => tx.delete(settings));
  });

  it('are cached until they change', async () => {
    const { database } = opened;
    const { latest } = await followSiteState(database, readConfig({}));
    const before = await latest();
    expect(await latest()).toBe(before);
    await database.transaction(async (tx) => tx.invalidate('article:1'));
    expect(await latest()).toBe(before);
    await update(database, { comment_first_pending: true });
    expect((await latest()).settings).toEqual({ ...before.settings, comment_first_pending: true });
  });
});

it('a patch accepts only known settings with valid values', () => {
  expect(SettingsPatch.parse({ comment_pending_words: [' Casino '] })).toEqual({
    comment_pending_words: ['casino'],
  });
  for (const patch of [{ comment_links_allowed: -1 }, { comment_pending_words: ['x'] }, { theme: 'dark' }])
    expect(SettingsPatch.safeParse(patch).success).toBe(false);
});

const contracts = join(packageRoot, 'docs/contracts.md');

it.skipIf(!existsSync(contracts))('docs/contracts.md has the table of all settings', () => {
  const rows = Object.entries<Setting>(SETTING_DEFINITIONS)
    .filter(([name]) => !name.endsWith('_retention_days'))
    .map(([name, { description, variable }]) => {
      const lock = variable === undefined ? '' : `\`${variable}\``;
      return `| \`${name}\` | ${lock} | ${description} |`;
    });
  const table = ['| Setting | Locked by | Description |', '|---|---|---|', ...rows].join('\n');
  const [, rest = ''] = readFileSync(contracts, 'utf8').split('| Setting | Locked by');
  expect(`| Setting | Locked by${rest.split('\n\n', 1)[0]}`).toBe(table);
});

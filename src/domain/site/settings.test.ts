import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsFolder } from '#platform/db/migrate.server.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { updateSettings, readSettings, createSettingsCache } from './settings.server.ts';
import { DEFAULT_SETTINGS, FORMER_SETTING_NAMES, SettingsPatch } from './settings.ts';
import { settings } from './tables.server.ts';

const ADMIN = { userId: '00000000-0000-7000-8000-000000000001', role: 'admin' } as const;

describe.each(databases)('the settings, on the $name database', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('are the defaults until they are changed', async () => {
    const { database } = opened;
    expect(await readSettings(database.db)).toEqual(DEFAULT_SETTINGS);
    await updateSettings(database, ADMIN, { comment_close_after_days: 30, comment_pending_words: ['spam'] });
    await updateSettings(database, ADMIN, { comment_links_allowed: 0 });
    expect(await readSettings(database.db)).toEqual({
      ...DEFAULT_SETTINGS,
      comment_close_after_days: 30,
      comment_pending_words: ['spam'],
      comment_links_allowed: 0,
    });
    await updateSettings(database, ADMIN, { comment_close_after_days: null });
    expect(await readSettings(database.db)).toMatchObject({ comment_close_after_days: null });
  });

  it('can only be changed by admins', async () => {
    const reader = { ...ADMIN, role: null };
    await expect(
      updateSettings(opened.database, reader, { comment_first_pending: true }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readSettings(opened.database.db)).toMatchObject({ comment_first_pending: false });
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
    const cachedSettings = createSettingsCache(database);
    const before = await cachedSettings();
    expect(await cachedSettings()).toBe(before);
    await database.transaction(async (tx) => tx.invalidate('article:1'));
    expect(await cachedSettings()).toBe(before);
    await updateSettings(database, ADMIN, { comment_first_pending: true });
    expect(await cachedSettings()).toEqual({ ...before, comment_first_pending: true });
  });
});

it('a patch accepts only known settings with valid values', () => {
  expect(SettingsPatch.parse({ comment_pending_words: [' Casino '] })).toEqual({
    comment_pending_words: ['casino'],
  });
  for (const patch of [{ comment_links_allowed: -1 }, { comment_pending_words: ['x'] }, { theme: 'dark' }])
    expect(SettingsPatch.safeParse(patch).success).toBe(false);
});

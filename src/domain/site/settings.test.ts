import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { changeSettings, readSettings, rememberSettings } from './settings.server.ts';
import { DEFAULT_SETTINGS, SettingsPatch } from './settings.ts';
import { settings } from './tables.server.ts';

const EDITOR = { userId: '00000000-0000-7000-8000-000000000001', role: 'admin' } as const;

describe.each(databases)('the settings, on the $name database', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('are the defaults until somebody decides, and then what was decided', async () => {
    const { database } = opened;
    expect(await readSettings(database.db)).toEqual(DEFAULT_SETTINGS);
    await changeSettings(database, EDITOR, { comment_close_after_days: 30, comment_held_words: ['spam'] });
    await changeSettings(database, EDITOR, { comment_links_allowed: 0 });
    expect(await readSettings(database.db)).toEqual({
      ...DEFAULT_SETTINGS,
      comment_close_after_days: 30,
      comment_held_words: ['spam'],
      comment_links_allowed: 0,
    });
    await changeSettings(database, EDITOR, { comment_close_after_days: null });
    expect(await readSettings(database.db)).toMatchObject({ comment_close_after_days: null });
  });

  it('are decided by editors alone', async () => {
    const nobody = { ...EDITOR, role: null };
    await expect(changeSettings(opened.database, nobody, { comment_first_held: true })).rejects.toMatchObject(
      { code: 'forbidden' },
    );
    expect(await readSettings(opened.database.db)).toMatchObject({ comment_first_held: false });
  });

  it('are the default again where a value cannot be read', async () => {
    const { database } = opened;
    await database.transaction((tx) =>
      tx.insert(settings).values({ name: 'comment_deleted_kept_days', value: 'for ever' }),
    );
    expect(await readSettings(database.db)).toMatchObject({ comment_deleted_kept_days: 30 });
  });

  it('are remembered until they change', async () => {
    const { database } = opened;
    const remembered = rememberSettings(database);
    const before = await remembered();
    expect(await remembered()).toBe(before);
    await database.transaction(async (tx) => tx.touch('article:1'));
    expect(await remembered()).toBe(before);
    await changeSettings(database, EDITOR, { comment_first_held: true });
    expect(await remembered()).toEqual({ ...before, comment_first_held: true });
  });
});

it('a patch takes known settings with sensible values and nothing else', () => {
  expect(SettingsPatch.parse({ comment_held_words: [' Casino '] })).toEqual({
    comment_held_words: ['casino'],
  });
  for (const patch of [{ comment_links_allowed: -1 }, { comment_held_words: ['x'] }, { theme: 'dark' }])
    expect(SettingsPatch.safeParse(patch).success).toBe(false);
});

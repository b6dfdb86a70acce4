import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATABASE_KINDS, testApp } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { openEmbeddedTestDatabase, openServerTestDatabase } from '../databases.ts';

const authorOf = (html: string): unknown => {
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return (JSON.parse(data) as { author?: unknown }).author;
};

test.each(DATABASE_KINDS)(
  'a byline of the publication stays an organization when the name changes, on the %s database',
  async (databaseKind) => {
    const opened = await (databaseKind === 'server' ? openServerTestDatabase() : openEmbeddedTestDatabase());
    const shared = { ...opened, close: () => Promise.resolve() };
    const dataDir = mkdtempSync(join(tmpdir(), 'meridian-bylines-'));
    const before = await testApp({ testDatabase: shared, dataDir, env: { SITE_AUTHOR: 'Old House Team' } });
    const newsroom = await newsroomApi(before);
    await newsroom.create({ slug: 'of-the-house', is_draft: false });
    await newsroom.create({ slug: 'of-a-person', is_draft: false, author_name: 'Ada Lovelace' });
    const author_image = 'https://faces.example/ada.jpg';
    await newsroom.create({ slug: 'with-face', is_draft: false, author_name: 'Ada Lovelace', author_image });
    const avatars = async (slug: string) =>
      /<span class="avatars"[^>]*>(.*?)<\/span><\/span>/.exec(
        await (await before.fetch(`/article/${slug}`)).text(),
      )?.[1];
    expect(await avatars('with-face')).toContain(`<img src="${author_image}" alt=""`);
    expect(await avatars('of-a-person')).toContain('AL');
    expect(await avatars('of-a-person')).not.toContain('<img');
    await before.close();
    const after = await testApp({ testDatabase: shared, dataDir, env: { SITE_AUTHOR: 'New House Team' } });
    try {
      const author = async (slug: string) => authorOf(await (await after.fetch(`/article/${slug}`)).text());
      expect(await author('of-the-house')).toEqual([{ '@type': 'Organization', name: 'Old House Team' }]);
      expect(await author('of-a-person')).toEqual([{ '@type': 'Person', name: 'Ada Lovelace' }]);
      await (await newsroomApi(after)).create({ slug: 'new-house', is_draft: false });
      expect(await author('new-house')).toEqual([{ '@type': 'Organization', name: 'New House Team' }]);
    } finally {
      await after.close();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

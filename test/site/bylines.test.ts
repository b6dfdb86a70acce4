import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS, testApp } from '../app.ts';
import { newsroomDesk } from '../desk.ts';
import { openEmbeddedTestDatabase, openServerTestDatabase } from '../databases.ts';

const authorOf = (html: string): unknown => {
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return (JSON.parse(data) as { author?: unknown }).author;
};

test.each(KINDS)(
  'an article of the publication stays one when its name changes, on the %s database',
  async (on) => {
    const opened = await (on === 'server' ? openServerTestDatabase() : openEmbeddedTestDatabase());
    const shared = { ...opened, close: () => Promise.resolve() };
    const dataDir = mkdtempSync(join(tmpdir(), 'meridian-bylines-'));
    const before = await testApp({ opened: shared, dataDir, env: { SITE_AUTHOR: 'Old House Team' } });
    const desk = await newsroomDesk(before);
    await desk.create({ slug: 'of-the-house', is_draft: false });
    await desk.create({ slug: 'of-a-person', is_draft: false, author_name: 'Ada Lovelace' });
    await before.close();
    const after = await testApp({ opened: shared, dataDir, env: { SITE_AUTHOR: 'New House Team' } });
    try {
      const author = async (slug: string) => authorOf(await (await after.fetch(`/article/${slug}`)).text());
      expect(await author('of-the-house')).toEqual({ '@type': 'Organization', name: 'Old House Team' });
      expect(await author('of-a-person')).toEqual({ '@type': 'Person', name: 'Ada Lovelace' });
      await (await newsroomDesk(after)).create({ slug: 'new-house', is_draft: false });
      expect(await author('new-house')).toEqual({ '@type': 'Organization', name: 'New House Team' });
    } finally {
      await after.close();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../app.ts';
import { changeAuthor, createAuthor, linkedTo } from '../author-api.ts';
import { makeArticle, makeDraft, makeScheduledArticle } from '../factories.ts';
import { prepareSearchSite } from './search-site.ts';

describe.each(DATABASE_KINDS)('the search index, on the %s database', (databaseKind) => {
  const site = prepareSearchSite(databaseKind);
  const { index, publish, request, slugs, words } = site;

  test('contains nothing of what is not public', async () => {
    const article = await publish('xylophone', { content: '<p>xyloquartz</p>', tags: ['xylotag'] });
    await site.newsroom.create({ slug: 'xylodraft', content: '<p>xylodraft</p>' });
    await makeDraft(site.app.database, { title: 'xylosecret' });
    await makeScheduledArticle(site.app.database, { title: 'xylofuture', slug: 'xylofuture' });
    await index();
    const known = async () => (await words()).filter((word) => word.startsWith('xylo')).toSorted();
    expect(await known()).toEqual(['xylophone', 'xyloquartz', 'xylotag']);
    await site.newsroom.save(article, { content: '<p>xylonew</p>' });
    expect(await known()).toEqual(['xylonew', 'xylophone', 'xylotag']);
    expect(await slugs('xyloquartz')).toEqual([]);
    expect(await slugs('xylonew')).toEqual(['xylophone']);
  });

  test('finds a scheduled article once it is public', async () => {
    const { id } = await makeScheduledArticle(site.app.database, {
      title: 'Tomorrowland',
      slug: 'tomorrowland',
    });
    await index();
    expect(await slugs('tomorrowland')).toEqual([]);
    await site.app.database.db.execute(sql`
      update articles set is_draft = false, publish_date = now(), scheduled_action = null, scheduled_at = null,
        scheduled_job = null
      where id = ${id}`);
    await index();
    expect(await slugs('tomorrowland')).toEqual(['tomorrowland']);
  });

  test('follows the name of an author and the section of an article', async () => {
    const author = await createAuthor(site.newsroom, 'Ngozi Maiden');
    const article = await publish('renamed', { bylines: [linkedTo(author)] });
    expect(await slugs('ngozi maiden')).toEqual(['renamed']);
    await changeAuthor(site.newsroom, author, { name: 'Ngozi Married' });
    await index();
    expect([await slugs('ngozi maiden'), await slugs('ngozi married')]).toEqual([[], ['renamed']]);
    await site.newsroom.save(article, { category_slug: 'culture', bylines: undefined });
    expect(await slugs('ngozi', { section: 'culture' })).toEqual(['renamed']);
  });

  test('says that the index is not complete yet', async () => {
    await makeArticle(site.app.database, { title: 'Not indexed yet', slug: 'not-indexed-yet' });
    const html = await (await request('/search?q=river')).text();
    expect(html).toContain('Older articles are still being added to the search.');
    await index();
    expect(await slugs('"not indexed yet"')).toEqual(['not-indexed-yet']);
  });
});

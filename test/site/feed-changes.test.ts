import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { feedTags } from '#domain/articles/feeds/feed.ts';
import { databaseKindsFor } from '../app.ts';
import { feedIdOf, prepareFeedSite, PATHS } from './feed-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('the feeds, on the %s database', (databaseKind) => {
  const site = prepareFeedSite(databaseKind);
  const { text } = site;

  test('answer 304 when nothing has changed', async () => {
    for (const path of [...PATHS, '/sports/rss.xml', '/author/ada/feed.json']) {
      const etag = (await site.app.fetch(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"/);
      const again = await site.app.fetch(path, { headers: { 'if-none-match': etag } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  test('follow publishing, changes of title, text, slug and section, and unpublishing at once', async () => {
    const paths = ['', '/sports', '/author/ada'].flatMap((page) => PATHS.map((path) => page + path));
    const containing = async (part: string) => {
      const bodies = await Promise.all(paths.map(text));
      return paths.filter((_, index) => bodies[index]?.includes(part));
    };
    const ada = { bylines: site.article['bylines'] };
    const draft = await site.newsroom.create({ title: 'Just out', slug: 'just-out', is_draft: true, ...ada });
    expect(await containing('Just out')).toEqual([]);
    const { body: published } = await site.newsroom.save(draft, { is_draft: false });
    expect(await containing('Just out')).toEqual(paths);
    const { body: rewritten } = await site.newsroom.save(published, { content: '<p>Rewritten since.</p>' });
    expect(await containing('Rewritten since.')).toEqual(paths);
    const { body: renamed } = await site.newsroom.save(rewritten, { title: 'Out now', slug: 'out-now' });
    expect(await containing('/article/out-now')).toEqual(paths);
    expect(await containing('Just out')).toEqual([]);
    expect(await containing(feedIdOf(draft))).toEqual(paths);
    const { body: moved } = await site.newsroom.save(renamed, { category_slug: 'culture' });
    expect(await containing('Out now')).toEqual(paths.filter((path) => !path.startsWith('/sports')));
    await site.newsroom.save(moved, { is_draft: true });
    expect(await containing('Out now')).toEqual([]);
  });

  test('render a text once for all feeds', async () => {
    const draft = await site.newsroom.create({ slug: 'once' });
    const { body } = await site.newsroom.save(draft, { is_draft: false });
    expect(await text('/rss.xml')).toContain('It rained for nine days.');
    // Changed without a new revision, which no command does: a text that is rendered again would show it.
    await site.app.database.transaction(async (tx) => {
      await tx.update(articles).set({ content: '<p>Changed.</p>' }).where(eq(articles.id, body.id));
      tx.purge(feedTags.all);
    });
    for (const path of ['/rss.xml', '/feed.json', '/sports/feed.xml'])
      expect(await text(path)).toContain('It rained for nine days.');
    await site.newsroom.save(body, { is_draft: true });
  });
});

import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { PATHS } from './feed-site.ts';

test('the dates of publication and of the last change are those of each article, in every format', async () => {
  const app = await testApp();
  const published = new Date(Date.UTC(2026, 1, 3, 4, 5, 6));
  const updated = new Date(Date.UTC(2026, 2, 7, 8, 9, 10));
  await makeArticle(app.database, { slug: 'changed', publishDate: published, updatedAt: updated });
  // Saved before the moment at which it was announced to be published.
  const early = new Date(Date.UTC(2026, 0, 1));
  const later = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
  await makeArticle(app.database, { slug: 'scheduled', publishDate: later, updatedAt: early });
  const text = async (path: string) => (await app.fetch(path)).text();
  const isoDates = [
    [published.toISOString(), updated.toISOString()],
    [later.toISOString(), later.toISOString()],
  ];
  const atom = parseAtomFeed(await text('/feed.xml'));
  expect(atom.updated).toBe(updated.toISOString());
  expect(atom.entries?.map((entry) => [entry.published, entry.updated])).toEqual(isoDates);
  const rss = parseRssFeed(await text('/rss.xml'));
  expect(rss.lastBuildDate).toBe(updated.toUTCString());
  expect(rss.items?.map(({ pubDate }) => pubDate)).toEqual([published.toUTCString(), later.toUTCString()]);
  const json = parseJsonFeed(await text('/feed.json'));
  expect(json.items?.map((item) => [item.date_published, item.date_modified])).toEqual(isoDates);
  for (const [index, slug] of ['changed', 'scheduled'].entries())
    expect((await text(`/article/${slug}`)).match(/(?<="date(?:Published|Modified)":")[^"]+/g)).toEqual(
      isoDates[index],
    );
  await app.close();
});

test('articles beyond the size limit of a feed are in it without their text', async () => {
  const app = await testApp();
  const paragraph = `<p>${'Long. '.repeat(150_000)}</p>`;
  for (let day = 1; day <= 4; day++)
    await makeArticle(app.database, {
      title: `Day ${day}`,
      content: paragraph,
      publishDate: new Date(Date.UTC(2026, 0, day)),
    });
  await makeArticle(app.database, { title: 'Short', publishDate: new Date(Date.UTC(2025, 0, 1)) });
  const items = parseJsonFeed(await (await app.fetch('/feed.json')).text()).items ?? [];
  expect(items.map(({ title, content_html: html }) => [title, html !== undefined])).toEqual([
    ['Day 4', true],
    ['Day 3', true],
    ['Day 2', false],
    ['Day 1', false],
    ['Short', true],
  ]);
  expect(items[3]?.content_text).toBe(items[3]?.summary);
  const rss = parseRssFeed(await (await app.fetch('/rss.xml')).text()).items ?? [];
  expect(rss.map(({ content }) => content?.encoded !== undefined)).toEqual([true, true, false, false, true]);
  await app.close();
});

test('the feeds of an empty publication are valid', async () => {
  const app = await testApp();
  const [atom = '', rss = '', json = ''] = await Promise.all(
    PATHS.map(async (path) => (await app.fetch(path)).text()),
  );
  expect(parseAtomFeed(atom).updated).toBe('1970-01-01T00:00:00.000Z');
  expect(parseRssFeed(rss).title).toBe('Meridian');
  expect(JSON.parse(json)).toMatchObject({ title: 'Meridian', items: [] });
  await app.close();
});

import { beforeAll, describe, expect, test } from 'vitest';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import { DATABASE_KINDS } from '../app.ts';
import { uuidv7 } from '#platform/ids.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

interface Row {
  readonly state: string;
  readonly slug: string;
  readonly title: string;
}

describe.each(DATABASE_KINDS)('the article table of the newsroom, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });
  beforeAll(async () => {
    const sports = { categorySlug: 'sports' };
    for (let number = 0; number < 23; number += 1)
      await makeArticle(site.app.database, {
        ...sports,
        slug: `sport-${number}`,
        title: `${number % 2 === 0 ? 'Even' : 'odd'} number ${String(number).padStart(2, '0')}`,
        publishDate: new Date(Date.UTC(2025, 0, 1 + number)),
        updatedAt: new Date(Date.UTC(2025, 5, 30 - number)),
      });
    await makeDraft(site.app.database, {
      ...sports,
      slug: 'draft',
      title: 'Émile’s unfinished 3.5 co-operation',
    });
    await makeArticle(site.app.database, { categorySlug: 'culture', slug: 'opera', authorName: 'Ada Núñez' });
  });

  const send = async (query: string) => {
    const { status, body } = await site.newsroom.request('GET', `/articles${query}`);
    expect(status).toBe(200);
    const { articles, ...counts } = body as {
      articles: Row[];
      total: number;
      page: number;
      page_count: number;
    };
    return { rows: articles, slugs: articles.map(({ slug }) => slug), counts };
  };

  test('lists a section twenty a page, drafts first, each article once', async () => {
    const first = await send('?category=sports');
    expect(first.counts).toEqual({ total: 24, page: 1, page_count: 2 });
    expect(first.slugs.slice(0, 3)).toEqual(['draft', 'sport-22', 'sport-21']);
    expect(first.slugs).toHaveLength(20);
    const second = await send('?category=sports&page=2');
    expect(second.slugs).toEqual(['sport-3', 'sport-2', 'sport-1', 'sport-0']);
    expect((await send('?category=sports&page=3')).rows).toEqual([]);
  });

  test.each([
    ['EVEN num', 12],
    ['number 07', 1],
    ['émile', 1],
    ['sport-1', 11],
    ["'); drop table articles; --", 0],
    ['even odd', 0],
  ])('matches word prefixes: %s', async (search, total) => {
    expect((await send(`?search=${encodeURIComponent(search)}`)).counts.total).toBe(total);
  });

  test('matches authors, and filters by section and state', async () => {
    expect((await send('?search=n%C3%BA%C3%B1')).slugs).toEqual(['opera']);
    expect((await send('?search=n%C3%BA%C3%B1&category=sports')).slugs).toEqual([]);
    expect((await send('?search=unfinished&state=draft&category=sports,culture')).slugs).toEqual(['draft']);
    expect((await send('?search=unfinished&state=published')).slugs).toEqual([]);
    // The index entries of section and state cannot be searched for.
    expect((await send('?search=%40draft&state=published')).slugs).toEqual([]);
  });

  test('every article is in one state, by which the table is filtered', async () => {
    const category = 'technology';
    const submittedAt = new Date('2026-01-02');
    const word = 'stately';
    const title = (text: string) => ({
      categorySlug: category,
      slug: `${word}-${text}`,
      title: `${word} ${text}`,
    });
    await makeArticle(site.app.database, title('published'));
    await makeDraft(site.app.database, title('draft'));
    await makeDraft(site.app.database, { ...title('returned'), returnedAt: submittedAt });
    await makeDraft(site.app.database, { ...title('submitted'), submittedAt });
    const schedule = { scheduledAt: submittedAt, scheduledJob: uuidv7() };
    const toPublish = { ...schedule, scheduledAction: 'publish' as const };
    await makeDraft(site.app.database, { ...title('scheduled'), ...toPublish });
    await makeDraft(site.app.database, { ...title('scheduled-in-review'), ...toPublish, submittedAt });
    await makeArticle(site.app.database, { ...title('ends'), ...schedule, scheduledAction: 'unpublish' });
    const pending = { revision: 2, liveRevision: 1 };
    await makeArticle(site.app.database, { ...title('changed'), ...pending });
    await makeArticle(site.app.database, {
      ...title('changes-later'),
      ...pending,
      ...schedule,
      scheduledAction: 'publish_changes',
    });
    await makeDraft(site.app.database, {
      ...title('trashed-with-changes'),
      ...pending,
      trashedAt: submittedAt,
      trashedPublished: true,
    });
    await makeDraft(site.app.database, { ...title('trashed'), trashedAt: submittedAt });
    await makeDraft(site.app.database, {
      ...title('trashed-in-review'),
      submittedAt,
      trashedAt: submittedAt,
    });
    const expected = {
      draft: ['draft', 'returned'],
      in_review: ['submitted'],
      scheduled: ['scheduled', 'scheduled-in-review'],
      published: ['ends', 'published'],
      published_with_pending_changes: ['changed', 'changes-later'],
      in_trash: ['trashed', 'trashed-in-review', 'trashed-with-changes'],
    };
    for (const state of ARTICLE_STATES)
      for (const search of ['', `&search=${word}`, `&search=${word}+${word.slice(0, 3)}`]) {
        const { rows, slugs, counts } = await send(
          `?category=${category}&state=${state}&sort=title&order=asc${search}`,
        );
        expect(slugs).toEqual(expected[state].map((text) => `${word}-${text}`));
        expect(counts.total).toBe(slugs.length);
        expect(new Set(rows.map((row) => row.state))).toEqual(new Set([state]));
      }
    const listed = Object.entries(expected).flatMap(([state, texts]) => (state === 'in_trash' ? [] : texts));
    for (const search of ['', `&search=${word}`])
      expect((await send(`?category=${category}&sort=title&order=asc${search}`)).slugs).toEqual(
        listed.toSorted().map((text) => `${word}-${text}`),
      );
    expect((await send('?state=in_review')).slugs).toEqual([`${word}-submitted`]);
  });
});

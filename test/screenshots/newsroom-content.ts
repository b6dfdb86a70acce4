import { contactMessages } from '#domain/contact/tables.server.ts';
import { unknownAddresses } from '#domain/redirects/tables.server.ts';
import { articleViews, pageViews, referrerViews } from '#domain/statistics/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { utcDay } from '#platform/utc-day.ts';
import { makeAccount, type SignInSite } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { fillNewsletter } from '../e2e/newsletter-admin-data.ts';
import { makeComment, makeDraft, makeScheduledArticle } from '../factories.ts';
import { newsroomApi } from '../newsroom-api.ts';
import type { Content } from './content.ts';
import { TEXTS } from './texts.ts';

const day = (ago: number) => utcDay(Date.now() - ago * DAY_MS);

/** Paths of the newsroom that contain an ID. */
export interface NewsroomPaths {
  /** Editors of articles in each state. */
  readonly published: string;
  readonly pending: string;
  readonly inReview: string;
  readonly empty: string;
}

/** Inserts what only the newsroom sees: articles in every state, messages, subscribers, people and numbers. */
export async function insertNewsroomContent(app: SignInSite, { articles }: Content): Promise<NewsroomPaths> {
  const { database } = app;
  const contributor = await makeAccount(app, { role: 'contributor', name: TEXTS.author });
  const writer = await newsroomApi(app, 'contributor', contributor);
  const newsroom = await newsroomApi(app);

  await makeDraft(database, { title: TEXTS.longWord.title, excerpt: TEXTS.longWord.excerpt });
  await makeDraft(database, { title: '', slug: 'untitled', content: '' });
  await makeScheduledArticle(database, { title: TEXTS.longHeadline.title });
  const submitted = await writer.create({ ...TEXTS.portrait, slug: 'in-review' });
  const review = { 'if-match': `"${submitted.revision}"` };
  await newsroom.request('PUT', `/articles/${submitted.id}/submission`, undefined, review);
  for (const text of TEXTS.comments)
    await writer.request('POST', `/articles/${submitted.id}/notes`, { text });
  const [published, longWord, changed, trashed] = articles;
  if (!published || !longWord || !changed || !trashed) throw new Error('articles are missing');
  await newsroom.request(
    'PUT',
    `/articles/${changed.id}/pending-changes`,
    { ...changed, title: TEXTS.longHeadline.title },
    { 'if-match': `"${changed.revision}"` },
  );
  await newsroom.request('DELETE', `/articles/${trashed.id}`);
  for (const commentText of TEXTS.comments) {
    await makeComment(database, published, { commentText, status: 'held', reasons: ['links', 'words'] });
    await makeComment(database, published, { commentText, status: 'deleted' });
  }
  const [, long = ''] = TEXTS.comments;
  await database.db.insert(contactMessages).values(
    TEXTS.comments.map((message, index) => ({
      name: index === 1 ? long.slice(0, 90) : TEXTS.author,
      email: `${'a-long-name.'.repeat(index * 2)}reader@example.com`,
      subject: TEXTS.headlines[index] ?? '',
      message,
      // Opening a message makes it a read one.
      state: index === 0 ? ('read' as const) : ('new' as const),
    })),
  );
  await fillNewsletter(database);
  for (const role of ['author', 'editor', 'admin'] as const) await makeAccount(app, { role });
  await newsroom.request('POST', '/people', { email: 'ines@news.example', role: 'author' });
  await insertToken(app, contributor, {
    scopes: ['articles:read', 'statistics:read'],
    name: TEXTS.longWord.title,
  });
  await newsroom.request('POST', '/webhooks', {
    name: 'Static mirror',
    url: `https://receiver.example/${'path/'.repeat(30)}`,
    events: ['article.published', 'article.updated', 'article.unpublished'],
  });
  await newsroom.request('POST', '/redirects', { kind: 'exact', from: '/old', to: '/about' });
  await newsroom.request('POST', '/redirects', {
    kind: 'prefix',
    from: `/${'a-long-folder-'.repeat(8)}`,
    to: `https://elsewhere.example/${'path/'.repeat(20)}`,
  });
  await insertNumbers(app, [published.id, longWord.id, changed.id]);
  return {
    published: `/admin/article-editor/${String(published['category_slug'])}/${published.id}`,
    pending: `/admin/article-editor/${String(changed['category_slug'])}/${changed.id}`,
    inReview: `/admin/article-editor/${String(submitted['category_slug'])}/${submitted.id}`,
    empty: '/admin/article-editor/sports',
  };
}

/** Views of the last weeks, and addresses without a page. */
async function insertNumbers({ database: { db } }: SignInSite, articleIds: readonly string[]): Promise<void> {
  for (let ago = 0; ago < 40; ago++) {
    const views = 400 + ((ago * 137) % 311);
    await db.insert(pageViews).values([
      { day: day(ago), kind: 'article', views },
      { day: day(ago), kind: 'home', views: Math.round(views / 3) },
      { day: day(ago), kind: 'listing', views: Math.round(views / 5) },
      { day: day(ago), kind: 'other', views: 9 },
    ]);
    await db
      .insert(articleViews)
      .values(articleIds.map((articleId, index) => ({ day: day(ago), articleId, views: views >> index })));
    await db.insert(referrerViews).values([
      { day: day(ago), host: 'search.example', views: 40 },
      { day: day(ago), host: `${'a-long-name-'.repeat(5)}of-a-forum.example`, views: 11 },
      { day: day(ago), host: '', views: 2 },
    ]);
  }
  await db.insert(unknownAddresses).values([
    { day: day(0), path: '/wp-login.php', requests: 1204 },
    { day: day(1), path: `/${'a-long-folder/'.repeat(12)}`, requests: 3 },
  ]);
}

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { articleRevisions, articles } from '#domain/articles/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { makeAccount } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import {
  type ApiArticle,
  type ApiResponse,
  ARTICLE_INPUT,
  type NewsroomApi,
  newsroomApi,
} from '../newsroom-api.ts';
import { onArticle, restoreRevision } from './article-requests.ts';
import { makePhoto } from '../pictures.ts';

/** What is done with an article in each state. Every action sends a valid request. */
const ACTIONS = {
  draft: ['read', 'saveDraft', 'publish', 'restore', 'delete', 'schedule'],
  published: ['read', 'saveDraft', 'publish', 'restore', 'delete', 'schedule', 'saveForLater', 'correctDate'],
  changed: ['read', 'saveForLater', 'discard', 'publishChanges'],
  scheduled: ['read', 'saveDraft', 'cancel', 'delete'],
} as const;
type State = keyof typeof ACTIONS;
type Action = (typeof ACTIONS)[State][number];
const STATES = Object.keys(ACTIONS) as State[];

/** What a role may do with its own articles. Editors and administrators may do it with all, others with none. */
const ALLOWED: Readonly<Record<Role, Readonly<Record<State, readonly Action[]>>>> = {
  contributor: {
    draft: ['read', 'saveDraft', 'restore', 'delete'],
    published: ['read'],
    changed: ['read'],
    scheduled: ['read'],
  },
  author: ACTIONS,
  editor: ACTIONS,
  admin: ACTIONS,
};
const SEES_ALL: ReadonlySet<Role> = new Set(['editor', 'admin']);

describe.each(databaseKindsFor(import.meta.filename))('roles, on the %s database', (databaseKind) => {
  let app: TestApp;
  let admin: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    admin = await newsroomApi(app);
  });
  afterAll(() => app.close());

  /** Everything that a request could have changed. */
  async function snapshot(): Promise<string> {
    const { db } = app.database;
    return JSON.stringify([
      await db.select().from(articles).orderBy(articles.id),
      await db.select().from(articleRevisions).orderBy(articleRevisions.articleId, articleRevisions.revision),
      await db.select().from(images).orderBy(images.url),
    ]);
  }

  describe.each(ROLES)('%s', (role) => {
    let newsroom: NewsroomApi;
    let userId: string;
    const seesAll = SEES_ALL.has(role);
    beforeEach(async () => {
      const account = await makeAccount(app, { role });
      userId = account.id;
      newsroom = await newsroomApi(app, role, account);
    });

    test.each(STATES.flatMap((state) => [['own', state] as const, ['other', state] as const]))(
      'an article: %s, %s',
      async (owner, state) => {
        for (const action of ACTIONS[state]) {
          const article = await storedArticle(owner, state);
          const before = await snapshot();
          const status = await attempt(newsroom, action, article);
          const isAllowed = (owner === 'own' || seesAll) && ALLOWED[role][state].includes(action);
          expect(`${action}: ${isAllowed ? status < 300 : status}`).toBe(`${action}: ${isAllowed || 403}`);
          expect((await snapshot()) === before).toBe(!isAllowed || action === 'read');
        }
      },
    );

    /** An article with two revisions, or three if it has changes that are not published. */
    async function storedArticle(owner: 'own' | 'other', state: State): Promise<ApiArticle> {
      const slug = `article-${crypto.randomUUID()}`;
      const isDraft = state === 'draft' || state === 'scheduled';
      const created = await admin.create({ slug, is_draft: isDraft });
      const { body: saved } = await admin.save(created, { title: 'Changed' });
      if (owner === 'own')
        await app.database.db.update(articles).set({ createdBy: userId }).where(eq(articles.id, created.id));
      if (state === 'changed') return (await send.saveForLater(admin, saved)).body;
      if (state === 'scheduled') await send.schedule(admin, saved);
      return saved;
    }

    test('an article without a creator belongs to those who see all articles', async () => {
      const { id } = await makeDraft(app.database);
      expect((await newsroom.request('GET', `/articles/${id}`)).status).toBe(seesAll ? 200 : 403);
    });

    test('creates drafts, and publishes new articles only with the permission', async () => {
      const slug = `new-${crypto.randomUUID()}`;
      const input = { ...ARTICLE_INPUT, slug };
      expect((await newsroom.request('POST', '/articles', { ...input, is_draft: true })).status).toBe(201);
      const before = await snapshot();
      const published = await newsroom.request('POST', '/articles', {
        ...input,
        slug: `${slug}-2`,
        is_draft: false,
      });
      expect(published.status).toBe(role === 'contributor' ? 403 : 201);
      expect((await snapshot()) === before).toBe(role === 'contributor');
    });

    test('lists every article, or only its own', async () => {
      const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
      const own = await makeDraft(app.database, { createdBy: userId, title: `Own ${word}` });
      const published = await makeArticle(app.database, { createdBy: userId, title: `Published ${word}` });
      await makeDraft(app.database, { title: `Other ${word}` });
      const list = async (query: string) => {
        const { body } = await newsroom.request('GET', `/articles?${query}`);
        const found = body as unknown as { articles: { id: string; title: string }[]; total: number };
        return { titles: found.articles.map(({ title }) => title), total: found.total };
      };
      expect(await list(`search=${word}&sort=title&order=asc`)).toEqual(
        seesAll
          ? { titles: [`Other ${word}`, own.title, published.title], total: 3 }
          : { titles: [own.title, published.title], total: 2 },
      );
      expect(await list(`search=${word}&state=published`)).toEqual({ titles: [published.title], total: 1 });
      if (seesAll) return;
      expect(await list('category=sports')).toEqual({ titles: [], total: 0 });
      expect(await list('category=global-politics&sort=title&order=asc')).toEqual({
        titles: [own.title, published.title],
        total: 2,
      });
    });
  });

  test('a rejected save with a picture stores no picture, and a stale one shows no article of others', async () => {
    const draft = await admin.create({ slug: 'private-draft', title: 'Private' });
    const author = await newsroomApi(app, 'author');
    const before = await snapshot();
    const picture = Buffer.from(await makePhoto({ format: 'png', seed: 99 })).toString('base64');
    const content = `<p><img src="data:image/png;base64,${picture}" alt="A picture"></p>`;
    for (const revision of [draft.revision, 99]) {
      const { status, body } = await author.save({ ...draft, revision }, { content });
      expect(status).toBe(403);
      expect(JSON.stringify(body)).not.toContain('Private');
    }
    expect(await snapshot()).toBe(before);
  });

  test('a slug of a draft of someone else is rejected without its title', async () => {
    await admin.create({ slug: 'taken-slug', title: 'Secret investigation' });
    const author = await newsroomApi(app, 'author');
    const { status, body } = await author.request('POST', '/articles', {
      ...ARTICLE_INPUT,
      slug: 'taken-slug',
    });
    expect([status, body['detail']]).toEqual([
      409,
      'Another article already uses this slug. Please choose another.',
    ]);
    expect(JSON.stringify(body)).not.toContain('Secret');
  });
});

const TITLE = 'Mine now';
const send = {
  saveDraft: (newsroom, article) => newsroom.save(article, { title: TITLE, is_draft: true }),
  publish: (newsroom, article) => newsroom.save(article, { title: TITLE, is_draft: false }),
  restore: (newsroom, article) => restoreRevision(newsroom, article),
  delete: (newsroom, { id }) => newsroom.request('DELETE', `/articles/${id}`),
  schedule: (newsroom, article) =>
    onArticle(newsroom, article, 'PUT', 'schedule', {
      action: article.is_draft ? 'publish' : 'unpublish',
      at: new Date(Date.now() + DAY_MS).toISOString(),
    }),
  cancel: (newsroom, article) => onArticle(newsroom, article, 'DELETE', 'schedule'),
  correctDate: (newsroom, article) =>
    onArticle(newsroom, article, 'PUT', 'publish-date', { publish_date: '2020-01-01T00:00:00Z' }),
  saveForLater: (newsroom, article) =>
    onArticle(newsroom, article, 'PUT', 'pending-changes', { ...article, title: TITLE }),
  discard: (newsroom, article) => onArticle(newsroom, article, 'DELETE', 'pending-changes'),
  publishChanges: (newsroom, article) => onArticle(newsroom, article, 'POST', 'pending-changes/publication'),
} as const satisfies Record<
  Exclude<Action, 'read'>,
  (newsroom: NewsroomApi, article: ApiArticle) => Promise<ApiResponse>
>;

/** Sends the request of an action and returns its status. */
async function attempt(newsroom: NewsroomApi, action: Action, article: ApiArticle): Promise<number> {
  if (action !== 'read') return (await send[action](newsroom, article)).status;
  const statuses = new Set<number>();
  for (const part of ['', '/revisions', '/revisions/1'])
    statuses.add((await newsroom.request('GET', `/articles/${article.id}${part}`)).status);
  // All of them have the same answer.
  return statuses.size === 1 ? Math.max(...statuses) : 0;
}

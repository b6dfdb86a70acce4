import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { articleRevisions, articles } from '#domain/articles/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { makeAccount, roleHeaders } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { type ApiArticle, ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { restoreRevision } from './article-requests.ts';
import { makePhoto } from '../pictures.ts';

/** What a role may do with an article. Every action sends a valid request. */
interface ArticlePermissions {
  readonly read: boolean;
  readonly saveDraft: boolean;
  readonly publish: boolean;
  readonly restore: boolean;
  readonly delete: boolean;
}

const NOTHING = { read: false, saveDraft: false, publish: false, restore: false, delete: false };
const READING = { ...NOTHING, read: true };
const WRITING = { ...READING, saveDraft: true, restore: true, delete: true };
const EVERYTHING = { ...WRITING, publish: true };
const ALL = {
  ownDraft: EVERYTHING,
  ownPublished: EVERYTHING,
  otherDraft: EVERYTHING,
  otherPublished: EVERYTHING,
};

/** `saveDraft` of a published article takes it offline. */
const ALLOWED: Readonly<Record<Role, Readonly<Record<keyof typeof ALL, ArticlePermissions>>>> = {
  contributor: { ownDraft: WRITING, ownPublished: READING, otherDraft: NOTHING, otherPublished: NOTHING },
  author: { ...ALL, otherDraft: NOTHING, otherPublished: NOTHING },
  editor: ALL,
  admin: ALL,
};

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
    beforeEach(async () => {
      const account = await makeAccount(app, { role });
      userId = account.id;
      newsroom = await newsroomApi(app, role, account);
    });

    test.each(Object.keys(ALLOWED[role]) as (keyof (typeof ALLOWED)[Role])[])('%s', async (kind) => {
      for (const [action, isAllowed] of Object.entries(ALLOWED[role][kind])) {
        const article = await storedArticle(kind);
        const before = await snapshot();
        const status = await attempt(newsroom, action as keyof ArticlePermissions, article);
        expect(`${action}: ${isAllowed ? status < 300 : status}`).toBe(`${action}: ${isAllowed || 403}`);
        expect((await snapshot()) === before).toBe(!isAllowed || action === 'read');
      }
    });

    /** An article with two revisions. */
    async function storedArticle(kind: keyof (typeof ALLOWED)[Role]): Promise<ApiArticle> {
      const slug = `article-${crypto.randomUUID()}`;
      const isDraft = kind.endsWith('Draft');
      const created = await admin.create({ slug, is_draft: isDraft });
      const saved = await admin.save(created, { title: 'Changed' });
      if (kind.startsWith('own'))
        await app.database.db.update(articles).set({ createdBy: userId }).where(eq(articles.id, created.id));
      return saved.body;
    }

    test('an article without a creator belongs to those who see all articles', async () => {
      const { id } = await makeDraft(app.database);
      const isAllowed = ALLOWED[role].otherDraft.read;
      expect((await newsroom.request('GET', `/articles/${id}`)).status).toBe(isAllowed ? 200 : 403);
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
      const seesAll = ALLOWED[role].otherDraft.read;
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

    test('previews its own input and uploads pictures', async () => {
      expect((await newsroom.request('POST', '/previews', ARTICLE_INPUT)).status).toBe(200);
      const headers = { ...(await roleHeaders(app, role)), 'content-type': 'image/png' };
      const body = new Uint8Array(await makePhoto({ format: 'png', seed: ROLES.indexOf(role) + 1 }));
      const response = await app.fetch('/api/newsroom/images', { method: 'POST', headers, body });
      expect(response.status).toBe(201);
    });

    test('edits sections only with the permission', async () => {
      const { headers, body } = await newsroom.request('GET', '/categories/sports');
      const description = `Text of ${role}`;
      const change = { description };
      const saved = await newsroom.request('PATCH', '/categories/sports', change, {
        'if-match': headers.get('etag') ?? '',
      });
      const isAllowed = role === 'editor' || role === 'admin';
      expect(saved.status).toBe(isAllowed ? 200 : 403);
      const after = await newsroom.request('GET', '/categories/sports');
      expect(after.body['description']).toBe(isAllowed ? description : body['description']);
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

/** Sends a valid request and returns its status. */
async function attempt(
  newsroom: NewsroomApi,
  action: keyof ArticlePermissions,
  article: ApiArticle,
): Promise<number> {
  const path = `/articles/${article.id}`;
  if (action === 'read') {
    const statuses = [];
    for (const part of ['', '/revisions', '/revisions/1'])
      statuses.push((await newsroom.request('GET', path + part)).status);
    // All of them have the same answer.
    return new Set(statuses).size === 1 ? (statuses[0] ?? 0) : 0;
  }
  if (action === 'delete') return (await newsroom.request('DELETE', path)).status;
  if (action === 'restore') return (await restoreRevision(newsroom, article)).status;
  return (await newsroom.save(article, { title: 'Mine now', is_draft: action === 'saveDraft' })).status;
}

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHeaders, postJson } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { patchSettings } from '../settings.ts';

/** In texts, characters that a browser or terminal obeys; in HTML also as character references. */
const HOSTILE = 'a\u001e\u0007\u0085\u009b\u202e\u2066\u2069\ufffe\uffffb';
/** Settings refuse line breaks, of which U+0085 is one. */
const ON_ONE_LINE = HOSTILE.replace('\u0085', '');
const REFERENCES = '&#30;&#7;&#x9b;&#x202e;&#x2066;&#xfffe;';
const UNSAFE = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufffe\uffff]/u;

describe.each(databaseKindsFor(import.meta.filename))('unsafe characters (%s database)', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    newsroom = await newsroomApi(app);
  });
  afterAll(() => app.close());

  /** Texts of all tables, as JSON. */
  const stored = async (...tables: string[]) => {
    const texts = [];
    for (const table of tables)
      texts.push(
        JSON.stringify((await app.database.db.execute(sql`select * from ${sql.identifier(table)}`)).rows),
      );
    return texts.join('\n');
  };

  test('are neither stored nor shown, whatever text has them', async () => {
    const article = await newsroom.create({
      slug: 'plain',
      title: `Title ${HOSTILE}`,
      excerpt: `Excerpt ${HOSTILE}`,
      tags: [`tag ${HOSTILE}`],
      image_alt: HOSTILE,
      author_name: `Author ${HOSTILE}`,
      content: `<p title="${HOSTILE}">Text ${HOSTILE} ${REFERENCES}<a href="https://a.example/${HOSTILE}">link</a></p>`,
      is_draft: false,
    });
    const requests = [
      newsroom.request('POST', `/articles/${article.id}/notes`, { text: `Note ${HOSTILE}\nnext` }),
      newsroom.request('POST', '/article-changes', {
        changes: [{ id: article.id, revision: 1, action: 'add_tag', tag: `more ${HOSTILE}` }],
      }),
      newsroom.request('POST', '/authors', { name: `Ada ${HOSTILE}`, bio: `Bio ${HOSTILE}` }),
      newsroom.request('POST', '/pages', {
        title: `Page ${HOSTILE}`,
        content: `<p>${HOSTILE}${REFERENCES}</p>`,
      }),
      postJson(app, '/api/articles/plain/comments', {
        user_email: 'reader@news.example',
        comment_text: `Comment ${HOSTILE}`,
      }),
      postJson(app, '/api/contact', {
        name: `Name ${HOSTILE}`,
        email: 'reader@news.example',
        subject: `Subject ${HOSTILE}`,
        message: `Message ${HOSTILE}`,
      }),
      patchSettings(app, await adminHeaders(app), {
        publication_tagline: `Tagline ${ON_ONE_LINE}`,
        comment_pending_words: [`word ${ON_ONE_LINE}`],
      }),
    ];
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.map((status) => status < 300)).toEqual(requests.map(() => true));
    const texts = await stored(
      'articles',
      'article_revisions',
      'article_notes',
      'comments',
      'authors',
      'pages',
      'settings',
      'contact_messages',
      'mails',
      'audit_events',
    );
    for (const text of ['Title', 'Note', 'more', 'Ada', 'Page', 'Comment', 'Subject', 'Tagline'])
      expect(texts).toContain(text);
    // In JSON, control characters are escapes.
    expect(/\\u00[01]|\\u007f/.exec(texts)?.[0]).toBeUndefined();
    expect(UNSAFE.exec(texts)?.[0]).toBeUndefined();
    for (const path of ['/article/plain', '/feed.xml', '/api/articles/plain'])
      expect([path, UNSAFE.exec(await (await app.fetch(path)).text())?.[0]]).toEqual([path, undefined]);
    // Names of accounts and tokens are refused, because they are typed.
    const renamed = await app.fetch('/api/account', {
      method: 'PATCH',
      headers: { ...(await adminHeaders(app)), 'content-type': 'application/json' },
      body: JSON.stringify({ name: HOSTILE }),
    });
    expect(renamed.status).toBe(422);
  });
});

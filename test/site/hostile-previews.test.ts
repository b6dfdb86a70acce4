import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { type TestApp, testApp } from '../app.ts';
import { ARTICLE_INPUT, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

const MEGABYTE = 1024 * 1024;
const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));

describe('HTML that is expensive to process', () => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    app = await testApp();
    newsroom = await newsroomApi(app);
  });
  afterAll(() => app.close());

  const cases: readonly (readonly [name: string, content: string, sentence: string])[] = [
    ['lists in lists', filled('<ul><li>', 7.9 * MEGABYTE), 'too much formatting'],
    ['unknown tags', filled('<x>', 0.5 * MEGABYTE), 'nested formatting'],
    ['wrong end tags', filled('<em></p>', 0.5 * MEGABYTE), 'nested formatting'],
    ['many small tags', filled('<b></b>', 7.9 * MEGABYTE), 'too much formatting'],
    ['more than can be stored', filled(`<p>${'word '.repeat(100)}</p>`, 2.2 * MEGABYTE), 'longer than 2 MB'],
  ];
  test.each(cases)('is rejected with a field error, and not stored: %s', async (_, content, sentence) => {
    for (const path of ['/previews', '/articles']) {
      const { status, body } = await newsroom.request('POST', path, { ...ARTICLE_INPUT, content });
      expect([status, body['code']]).toEqual([422, 'unprocessable']);
      expect((body['fields'] as Record<string, string>)['content']).toContain(sentence);
    }
    expect(await app.database.db.$count(articles)).toBe(0);
  });

  test('does not block other requests', async () => {
    const answered: string[] = [];
    const content = filled('<p style="text-align:left;color:red;a:b">&', 7.9 * MEGABYTE);
    const slow = { ...ARTICLE_INPUT, content };
    const preview = newsroom.request('POST', '/previews', slow).then(({ status }) => {
      answered.push('slow');
      return status;
    });
    // By then the HTML has been posted to the worker thread.
    await app.fetch('/contact');
    expect((await app.fetch('/about')).status).toBe(200);
    expect((await newsroom.request('POST', '/previews', ARTICLE_INPUT)).status).toBe(200);
    answered.push('others');
    expect(await preview).toBe(422);
    expect(answered).toEqual(['others', 'slow']);
  });

  test('a long ordinary text is previewed and stored', async () => {
    const paragraph = `<p>Rain, <strong>again</strong>. <a href="https://x.example/">See</a>.${' word'.repeat(60)}</p>`;
    const content = filled(paragraph, 1.9 * MEGABYTE);
    const input = { ...ARTICLE_INPUT, content };
    const preview = await newsroom.request<{ article: { body: string } }>('POST', '/previews', input);
    expect(preview.status).toBe(200);
    expect(preview.body.article.body).toContain('<a href="https://x.example/" rel="noopener">See</a>');
    const article = await newsroom.create({ content, is_draft: false });
    expect(article.content).toBe(content);
    const page = await (await app.fetch(`/article/${article.slug}`)).text();
    expect(page).toContain(preview.body.article.body);
    await newsroom.request('DELETE', `/articles/${article.id}`);
  });
});

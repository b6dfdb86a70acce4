import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { type TestApp, testApp } from '../app.ts';
import { MANUSCRIPT, type NewsroomDesk, newsroomDesk } from '../desk.ts';

const MEGABYTE = 1024 * 1024;
const filled = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));

describe('a text that is made to be slow', () => {
  let app: TestApp;
  let desk: NewsroomDesk;
  beforeAll(async () => {
    app = await testApp();
    desk = await newsroomDesk(app);
  });
  afterAll(() => app.close());

  const cases: readonly (readonly [name: string, content: string, sentence: string])[] = [
    ['lists in lists', filled('<ul><li>', 7.9 * MEGABYTE), 'too many formats'],
    ['fewer lists in lists', filled('<ul><li>', 0.5 * MEGABYTE), 'inside of each other'],
    ['list items without an end', filled('<li><ol>', 0.5 * MEGABYTE), 'inside of each other'],
    ['unknown tags', filled('<x>', 0.5 * MEGABYTE), 'inside of each other'],
    ['wrong end tags', filled('<em></p>', 0.5 * MEGABYTE), 'inside of each other'],
    ['many small tags', filled('<b></b>', 7.9 * MEGABYTE), 'too many formats'],
    ['end tags of nothing', filled('</p>', 7.9 * MEGABYTE), 'too many formats'],
    ['more than can be stored', filled(`<p>${'word '.repeat(100)}</p>`, 2.2 * MEGABYTE), 'longer than 2 MB'],
    ['far more than can be stored', filled('word ', 9 * MEGABYTE), 'longer than 2 MB'],
  ];
  test.each(cases)('is refused in words, and stored nowhere: %s', async (_, content, sentence) => {
    for (const path of ['/previews', '/articles']) {
      const { status, body } = await desk.ask('POST', path, { ...MANUSCRIPT, content });
      expect([status, body['code']]).toEqual([422, 'unprocessable']);
      expect((body['fields'] as Record<string, string>)['content']).toContain(sentence);
    }
    expect(await app.database.db.$count(articles)).toBe(0);
  });

  test('keeps nobody waiting who asks meanwhile', async () => {
    const answered: string[] = [];
    const slow = {
      ...MANUSCRIPT,
      content: filled('<p style="text-align:left;color:red;a:b">&', 7.9 * MEGABYTE),
    };
    const preview = desk.ask('POST', '/previews', slow).then(({ status }) => {
      answered.push('slow');
      return status;
    });
    // on its way to the thread by then
    await app.fetch('/contact');
    expect((await app.fetch('/about')).status).toBe(200);
    expect((await desk.ask('POST', '/previews', MANUSCRIPT)).status).toBe(200);
    answered.push('others');
    expect(await preview).toBe(422);
    expect(answered).toEqual(['others', 'slow']);
  });

  test('a long and honest text is shown and stored like any other', async () => {
    const paragraph = `<p>Rain, <strong>again</strong>. <a href="https://x.example/">See</a>.${' word'.repeat(60)}</p>`;
    const content = filled(paragraph, 1.9 * MEGABYTE);
    const preview = await desk.ask<{ article: { body: string } }>('POST', '/previews', {
      ...MANUSCRIPT,
      content,
    });
    expect(preview.status).toBe(200);
    expect(preview.body.article.body).toContain('<a href="https://x.example/" rel="noopener">See</a>');
    const article = await desk.create({ content, is_draft: false });
    expect(article.content).toBe(content);
    const page = await (await app.fetch(`/article/${article.slug}`)).text();
    expect(page).toContain(preview.body.article.body);
    await desk.ask('DELETE', `/articles/${article.id}`);
  });
});

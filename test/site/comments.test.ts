import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeComment } from '../factories.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('the comments of an article, on the %s database', (databaseKind) => {
  let app: TestApp;
  let html: string;

  beforeAll(async () => {
    app = await testApp({ databaseKind });
    const article = await makeArticle(app.database, { slug: 'discussed' });
    const at = (minute: number) => new Date(Date.UTC(2025, 0, 1, 12, minute));
    await makeComment(app.database, article, {
      userEmail: 'secret@reader.example',
      commentText: 'The first\nwith <b>signs</b>',
      createdAt: at(1),
    });
    await makeComment(app.database, article, {
      userEmail: 'secret@reader.example',
      commentText: 'The second',
      createdAt: at(2),
    });
    await makeComment(app.database, article, { commentText: 'Held back', status: 'held', createdAt: at(3) });
    await makeComment(app.database, article, {
      commentText: 'Taken out',
      status: 'deleted',
      createdAt: at(4),
    });
    html = await (await app.fetch('/article/discussed')).text();
  });

  afterAll(() => app.close());

  test('are shown newest first', () => {
    expect(html.indexOf('The second')).toBeGreaterThan(0);
    expect(html.indexOf('The second')).toBeLessThan(html.indexOf('The first'));
  });

  test('are escaped as text', () => {
    expect(html).toContain('with &lt;b&gt;signs&lt;/b&gt;');
  });

  test('exclude pending and deleted comments from the list and the count', () => {
    expect(html).toContain('2 comments');
    expect(html).not.toContain('Held back');
    expect(html).not.toContain('Taken out');
  });

  test('show one pseudonym per reader and nothing of the address', () => {
    expect(html).not.toContain('secret');
    expect(html).not.toContain('reader.example');
    const names = Array.from(html.matchAll(/Reader [0-9A-Z]{4}/g), ([name]) => name);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  });

  test('show another pseudonym on another article, on the page and in the API', async () => {
    const names = new Set<string>();
    for (const slug of ['first', 'second', 'third']) {
      const article = await makeArticle(app.database, { slug: `followed-${slug}` });
      for (let number = 0; number < 2; number++)
        await makeComment(app.database, article, { userEmail: 'secret@reader.example' });
      const page = await (await app.fetch(`/article/followed-${slug}`)).text();
      const listed = await (await app.fetch(`/api/articles/followed-${slug}/comments`)).text();
      const [name, ...others] = `${page}${listed}`.match(/Reader [0-9A-Z]{4}/g) ?? [];
      expect(others).toEqual([name, name, name]);
      names.add(name ?? '');
    }
    expect(names.size).toBe(3);
  });
});

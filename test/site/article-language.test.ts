import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KINDS, type TestApp, testApp } from '../app.ts';
import { newsroomDesk, type NewsroomDesk } from '../desk.ts';

const PATIENCE = { timeout: 5_000, interval: 20 };

describe.each(KINDS)('the language of an article, on the %s database', (on) => {
  let app: TestApp;
  let desk: NewsroomDesk;
  beforeAll(async () => {
    app = await testApp({ on });
    desk = await newsroomDesk(app);
  }, 30_000);
  afterAll(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();
  const json = async (path: string) => JSON.parse(await text(path)) as Record<string, unknown>;

  test('stands on its page, its cards, in its metadata, in the feed and in the API', async () => {
    const content = '<p>NASA: مطر</p>';
    const created = await desk.create({
      slug: 'arabic',
      title: 'مطر',
      lang: ' AR-eg ',
      content,
      is_draft: false,
    });
    expect(created['lang']).toBe('ar-EG');
    const html = await text('/article/arabic');
    expect(html).toMatch(/<h1[^>]* lang="ar-EG" dir="rtl">مطر<\/h1>/);
    // Known, the direction is not guessed from a first word in other letters.
    expect(html).toContain('<div class="prose" lang="ar-EG" dir="rtl"><p>NASA: مطر</p></div>');
    expect(html).toContain('<html lang="en"');
    expect(html).toContain('"inLanguage":"ar-EG"');
    expect(html).toContain('<meta property="og:locale" content="ar_EG"/>');
    expect(await text('/sports')).toMatch(/<h2[^>]* lang="ar-EG" dir="rtl"><a [^>]*>مطر<\/a>/);
    expect(await text('/feed.xml')).toMatch(/<entry xml:lang="ar-EG"><id>[^<]*<\/id><title>مطر/);
    expect(await json('/api/articles/arabic')).toMatchObject({ lang: 'ar-EG' });
  });

  test('is that of the site where none is named', async () => {
    const created = await desk.create({ slug: 'plain', is_draft: false });
    expect(created['lang']).toBe('');
    const html = await text('/article/plain');
    expect(html).toMatch(/<h1[^>]* dir="auto">/);
    expect(html.match(/ lang="[^"]*"/g)?.filter((found) => found !== ' lang="ar-EG"')).toEqual([
      ' lang="en"',
    ]);
    expect(html).toContain('"inLanguage":"en"');
    expect(html).toContain('<meta property="og:locale" content="en_US"/>');
    expect(await json('/api/articles/plain')).toMatchObject({ lang: 'en' });
  });

  test('from left to right is said as well', async () => {
    await desk.create({ slug: 'portuguese', lang: 'pt-BR', is_draft: false });
    expect(await text('/article/portuguese')).toMatch(/<h1[^>]* lang="pt-BR" dir="ltr">/);
  });

  test('can be changed and comes back with a revision; the lists follow', async () => {
    const article = await desk.create({ slug: 'changing', title: 'Changing', lang: 'he', is_draft: false });
    expect(await text('/sports')).toMatch(/lang="he" dir="rtl"><a [^>]*>Changing/);
    const saved = await desk.save(article, { lang: '' });
    expect(saved.body['lang']).toBe('');
    await expect.poll(() => text('/sports'), PATIENCE).not.toContain('lang="he"');
    const path = `/articles/${article.id}/revisions/1`;
    expect((await desk.ask('GET', path)).body).toMatchObject({ lang: 'he' });
    const restored = await desk.ask('POST', `${path}/restoration`, undefined, { 'if-match': '"2"' });
    expect(restored.body).toMatchObject({ lang: 'he', revision: 3 });
  });

  test.each([
    'arabic language',
    'x',
    'ar_EG',
    'en"><script>',
    'a'.repeat(5_000),
    `en-${'aaaaaaaa-'.repeat(9)}a`,
    // Short enough until it is written canonically: sr-Latn-x-…
    'sh-x-aaaaaaaa-bbbbbbbb-cccccccc-ddd',
  ])('that is none is refused and changes nothing: %s', async (lang) => {
    const article = await desk.create({ slug: `refused-${lang.length}`, lang: 'fr' });
    const answer = await desk.save(article, { lang });
    expect([answer.status, answer.body['fields']]).toEqual([
      422,
      { lang: 'Please enter a language tag such as ar, he or pt-BR' },
    ]);
    const { body } = await desk.ask('GET', `/articles/${article.id}`);
    expect(body['lang']).toBe('fr');
  });
});

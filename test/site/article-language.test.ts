import { describe, expect, test } from 'vitest';
import { DATABASE_KINDS } from '../app.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

describe.each(DATABASE_KINDS)('the language of an article, on the %s database', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind });

  const json = async (path: string) => JSON.parse(await site.text(path)) as Record<string, unknown>;

  test('is set on its page, its cards, in its metadata, in the feed and in the API', async () => {
    const created = await site.newsroom.create({
      slug: 'arabic',
      title: 'مطر',
      lang: ' AR-eg ',
      content: '<p>NASA: مطر</p>',
      is_draft: false,
    });
    expect(created['lang']).toBe('ar-EG');
    const html = await site.text('/article/arabic');
    expect(html).toMatch(/<h1[^>]* lang="ar-EG" dir="rtl">مطر<\/h1>/);
    // With a language, the direction is not guessed from the first letters.
    expect(html).toContain('<div class="prose" lang="ar-EG" dir="rtl"><p>NASA: مطر</p></div>');
    expect(html).toContain('<html lang="en"');
    expect(html).toContain('"inLanguage":"ar-EG"');
    expect(html).toContain('<meta property="og:locale" content="ar_EG"/>');
    expect(await site.text('/sports')).toMatch(/<h2[^>]* lang="ar-EG" dir="rtl"><a [^>]*>مطر<\/a>/);
    expect(await site.text('/feed.xml')).toMatch(/<entry xml:lang="ar-EG"><id>[^<]*<\/id><title>مطر/);
    expect(await json('/api/articles/arabic')).toMatchObject({ lang: 'ar-EG' });
  });
});

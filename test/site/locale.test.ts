import { beforeAll, describe, expect, test } from 'vitest';
import { databaseKindsFor } from '../app.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { changeSettings } from '../settings.ts';
import { prepareAdminSite } from './admin-site.ts';

const PUBLISHED = new Date('2025-01-05T15:42:00Z');

describe.each(databaseKindsFor(import.meta.filename))('the locale, on the %s database', (databaseKind) => {
  const site = prepareAdminSite({ databaseKind }, 'all');
  beforeAll(async () => {
    const shown = { categorySlug: 'sports', publishDate: PUBLISHED };
    const article = await makeArticle(site.app.database, { slug: 'rain', ...shown });
    await makeComment(site.app.database, article, { userEmail: 'a@b.example', createdAt: PUBLISHED });
    await makeArticle(site.app.database, { slug: 'regen', lang: 'de', publishDate: PUBLISHED });
  });

  const { text } = site;
  const changeTo = (locale: string) => changeSettings(site.app, site.headers, { publication_locale: locale });

  test('is that of every page, date, feed and structured data in the next response', async () => {
    for (const path of ['/', '/sports', '/article/rain', '/feed.xml']) await text(path);
    await changeTo('fr-ca');
    for (const path of ['/', '/about', '/article/rain', '/your-data', '/nowhere'])
      expect([path, await text(path)]).toEqual([path, expect.stringContaining('<html lang="fr-CA"')]);
    expect(await text('/sports')).toContain('>5 janvier 2025</time>');
    const page = await text('/article/rain');
    expect(page).toMatch(/>5 janvier 2025 à 15\s?h\s?42\s?UTC<\/time>/);
    expect(page).toContain('<meta property="og:locale" content="fr_CA"/>');
    expect(page).toContain('"inLanguage":"fr-CA"');
    // The language of an article counts for the article, and that of the publication for its page.
    const german = await text('/article/regen');
    expect(german).toContain('<html lang="fr-CA"');
    expect(german).toContain('<meta property="og:locale" content="de_DE"/>');
    expect(german).toContain('"inLanguage":"de"');
    expect(await text('/feed.xml')).toContain('xml:lang="fr-CA"');
    expect(await text('/rss.xml')).toContain('<language>fr-CA</language>');
    expect(JSON.parse(await text('/feed.json'))).toMatchObject({ language: 'fr-CA' });
    expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({ lang: 'fr-CA' });
    expect(await (await site.app.fetch('/api/articles/rain')).json()).toMatchObject({ lang: 'fr-CA' });
    expect(await text('/admin')).toContain('<html lang="en"');
  });
});

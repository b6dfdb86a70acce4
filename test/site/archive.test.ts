import { describe, expect, test } from 'vitest';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeArticle, makeDraft, makeScheduledArticle } from '../factories.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const ARCHIVE = '/articles/archive';

describe.each(databaseKindsFor(import.meta.filename))('the archive by month (%s)', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind, env: { TIME_ZONE: 'Africa/Nairobi' } });
  const { text } = site;
  const links = async (path: string) =>
    Array.from((await text(path)).matchAll(/href="(\/articles\/archive[^"]*)"/g), ([, href = '']) => href);
  const publish = (slug: string, date: string) =>
    makeArticle(site.app.database, { slug, title: `Title ${slug}`, publishDate: new Date(date) });

  test('lists the months of the time zone of the publication, and the articles of each', async () => {
    // Nairobi is three hours ahead of UTC.
    await publish('last-of-february', '2025-02-28T20:59:59.999Z');
    await publish('first-of-march', '2025-02-28T21:00:00Z');
    await publish('last-of-march', '2025-03-31T20:59:59.999Z');
    await publish('december', '2024-12-31T12:00:00Z');
    await makeDraft(site.app.database, { slug: 'a-draft', title: 'Secret draft' });
    await makeScheduledArticle(site.app.database, { slug: 'tomorrow', title: 'Secret tomorrow' });
    const months = [`${ARCHIVE}/2025/03`, `${ARCHIVE}/2025/02`, `${ARCHIVE}/2024/12`];
    await expect
      .poll(() => links(ARCHIVE))
      .toEqual([`${ARCHIVE}/2025`, ...months.slice(0, 2), `${ARCHIVE}/2024`, `${ARCHIVE}/2024/12`]);
    expect(await text(ARCHIVE)).toMatch(/March 2025<.*2 articles<.*February 2025<.*1 article</s);
    expect(await links(`${ARCHIVE}/2025`)).toEqual([...months.slice(0, 2), ARCHIVE]);
    const march = await text(`${ARCHIVE}/2025/03`);
    expect(march).toMatch(/Title last-of-march.*Title first-of-march/s);
    expect(march).not.toMatch(/last-of-february|december|Secret/);
    expect(march).toContain(`<link rel="canonical" href="${PUBLIC_URL}${ARCHIVE}/2025/03"`);
    expect(march).toContain('<title>Articles of March 2025');
    expect(await text(`${ARCHIVE}/2025/02`)).toMatch(
      /rel="prev">Later: March 2025<.*rel="next">Earlier: December 2024</s,
    );
    await expect.poll(() => links('/articles')).toEqual([ARCHIVE]);
    const sitemap = await text('/sitemap-pages.xml');
    for (const path of [ARCHIVE, `${ARCHIVE}/2025`, ...months])
      expect(sitemap).toContain(`<loc>${PUBLIC_URL}${path}</loc>`);
  });
});

import { describe, expect, test } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeArticle, makeDraft, makeScheduledArticle } from '../factories.ts';
import { changeSettings } from '../settings.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

const ARCHIVE = '/articles/archive';

describe.each(databaseKindsFor(import.meta.filename))('the archive by month (%s)', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind, env: { TIME_ZONE: 'Africa/Nairobi' } });
  const { text, statusOf: status } = site;
  const links = async (path: string) =>
    Array.from((await text(path)).matchAll(/href="(\/articles\/archive[^"]*)"/g), ([, href = '']) => href);
  const publish = (slug: string, date: string) =>
    makeArticle(site.app.database, { slug, title: `Title ${slug}`, publishDate: new Date(date) });

  test('without articles has no months, and is linked nowhere', async () => {
    expect(await text(ARCHIVE)).toContain('No articles yet');
    expect(await text('/articles')).not.toContain(ARCHIVE);
    expect(await text('/sitemap-pages.xml')).not.toContain(ARCHIVE);
    expect(await status(`${ARCHIVE}/2025`)).toBe(404);
    expect(await status(`${ARCHIVE}/2025/03`)).toBe(404);
  });

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

  test('has pages of twelve, and none past the last one', async () => {
    for (let number = 0; number < 13; number += 1) await publish(`june-${number}`, '2023-06-10T08:00:00Z');
    await expect.poll(() => status(`${ARCHIVE}/2023/06`)).toBe(200);
    expect((await text(`${ARCHIVE}/2023/06`)).match(/Title june-/g)).toHaveLength(12);
    expect((await text(`${ARCHIVE}/2023/06?page=2`)).match(/Title june-/g)).toHaveLength(1);
    for (const path of ['2023/06?page=3', '2023/06?page=1', '2023/05', '2023/13', '2022', '0999', '2023/6'])
      expect([path, await status(`${ARCHIVE}/${path}`)]).toEqual([path, 404]);
  });

  test('follows what is published and taken offline', async () => {
    const article = await site.newsroom.create({ slug: 'now', title: 'Title now', is_draft: false });
    const [year, month] = new Date(article.publish_date ?? '').toISOString().split('-');
    const path = `${ARCHIVE}/${year}/${month}`;
    await expect.poll(() => text(path)).toContain('Title now');
    await site.newsroom.save(article, { is_draft: true });
    expect(await text(path)).not.toContain('Title now');
    await expect.poll(() => status(path)).toBe(404);
    await expect.poll(() => links(ARCHIVE)).not.toContain(path);
  });

  test('writes months in the language of the publication', async () => {
    await changeSettings(site.app, await adminHeaders(site.app), { publication_locale: 'de' });
    expect(await text(ARCHIVE)).toContain('März 2025');
  });
});

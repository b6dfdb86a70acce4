import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { changeSettings } from '../settings.ts';
import { IMMUTABLE, prepareSocialPicturesSite, redirectTo, SOCIAL } from './social-pictures-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('changes of social pictures (%s)', (databaseKind) => {
  const site = prepareSocialPicturesSite(databaseKind);

  test('follow the title and the section, and old ones are removed', async () => {
    const [article, first] = await site.publishWithPicture({ title: 'Frist words' });
    const [row] = await site.rowsOf(article);
    const formerLink = `${PUBLIC_URL}/media/${row?.key}`;
    const corrected = await site.save(article, { title: 'First words' });
    // Never a picture with another title than that of the article.
    const second = await site.newUrlOf(article, first);
    expect(second).toMatch(SOCIAL);
    expect(await site.redirectOf(first)).toEqual(redirectTo(second));
    // Addresses that never were redirect as well, and render nothing.
    const invented = second.replace(/[\w-]{22}\.png$/, `${'x'.repeat(22)}.png`);
    expect(await site.redirectOf(invented)).toEqual(redirectTo(second));
    expect(await site.rowsOf(article)).toEqual([row]);
    // Links of earlier releases name the file.
    expect(await site.answerTo(formerLink)).toEqual([200, IMMUTABLE]);
    expect(await site.statusOfUrl(second)).toBe(200);
    await site.runJobs();
    expect([await site.statusOfUrl(formerLink), await site.statusesOf(article)]).toEqual([404, ['stored']]);
    const moved = await site.save(corrected, { category_slug: 'culture' });
    const third = await site.newUrlOf(article, second);
    expect((await site.decode(third)).pixel(0, 0)).toEqual([0x7a, 0x3b, 0x69]);
    await site.runJobs();
    expect(await site.redirectOf(second)).toEqual(redirectTo(third));
    // A change of the text keeps the picture, and needs no job.
    const before = await site.app.database.db.$count(jobs);
    await site.save(moved, { content: '<p>Other words.</p>' });
    expect(await site.app.database.db.$count(jobs)).toBe(before);
    expect(await site.urlOf(article)).toBe(third);
    expect(site.storedFiles()).toEqual(await site.keys());
  });

  test('follow the name of the publication and the colors of sections', async () => {
    // Changes of all pictures within the same seconds have one job.
    site.now = new Date(site.now.getTime() + 60_000);
    const [article, first] = await site.publishWithPicture();
    const wide = (link: string) => link.replace('.png', '-16x9.png');
    expect(await site.statusOfUrl(wide(first))).toBe(200);
    await changeSettings(site.app, site.headers, { publication_name: 'The Other Name' });
    const renamed = await site.newUrlOf(article, first);
    for (const shape of [wide, String])
      expect(await site.redirectOf(shape(first))).toEqual(redirectTo(shape(renamed)));
    const former = await site.rowsOf(article);
    await site.app.jobs.runDue();
    // Several changes within seconds cause one run.
    expect(await site.rowsOf(article)).toEqual(former);
    site.now = new Date(site.now.getTime() + 10_000);
    await site.runJobs();
    // Of the other shapes, only those that are asked for are drawn again.
    const [row, ...others] = await site.rowsOf(article);
    expect([former.length, row?.shape, row?.state, others]).toEqual([2, '40x21', 'stored', []]);
    for (const shape of [wide, String]) expect(await site.statusOfUrl(shape(renamed))).toBe(200);
    await changeSettings(site.app, site.headers, {
      appearance_section_colors: [{ section: 'sports', light: '#1d4b6e', dark: '#a0c4e8' }],
    });
    const recolored = await site.newUrlOf(article, renamed);
    expect((await site.decode(recolored)).pixel(0, 0)).toEqual([0x1d, 0x4b, 0x6e]);
    site.now = new Date(site.now.getTime() + 10_000);
    await site.runJobs();
    expect(await site.statusesOf(article)).toEqual(['stored']);
    expect(site.storedFiles()).toEqual(await site.keys());
  });

  test('of existing articles are drawn after an upgrade or a restore, and when a file is lost', async () => {
    const [article, url] = await site.publishWithPicture();
    const loseFiles = () => rmSync(join(site.app.dataDir, 'media/social'), { recursive: true });
    loseFiles();
    expect(await site.statusOfUrl(url)).toBe(200);
    expect(await site.statusesOf(article)).toEqual(['stored']);
    await site.app.database.db.delete(socialPictures);
    loseFiles();
    // One of another shape that was requested before remains.
    expect(await site.statusOfUrl(url.replace('.png', '-4x3.png'))).toBe(200);
    const [requested] = await site.rowsOf(article);
    site.now = new Date(site.now.getTime() + DAY_MS);
    await site.runJobs();
    const rows = await site.rowsOf(article);
    expect(rows.map(({ shape }) => shape).toSorted()).toEqual(['40x21', '4x3']);
    expect(rows).toContainEqual(requested);
    expect(await site.statusesOf(article)).toEqual(['stored', 'stored']);
    expect(await site.urlOf(article)).toBe(url);
    expect(await site.statusOfUrl(url)).toBe(200);
    expect(site.storedFiles()).toEqual(await site.keys());
  });

  test('that cannot be stored keep nothing from being published, and are drawn later', async () => {
    rmSync(join(site.app.dataDir, 'media/social'), { recursive: true, force: true });
    await site.app.database.db.delete(socialPictures);
    writeFileSync(join(site.app.dataDir, 'media/social'), 'not a folder');
    const article = await site.publish({ title: 'In spite of it all' });
    const url = await site.urlOf(article);
    expect(url).toMatch(SOCIAL);
    for (const attempt of ['rendered', 'refused']) {
      const response = await site.requestOnce(url);
      const text = await response.text();
      expect([attempt, response.status, text.includes(site.app.dataDir)]).toEqual([attempt, 503, false]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('retry-after')).toBe('5');
    }
    await site.runJobs();
    expect(await site.statusesOf(article)).toEqual(['storing']);
    rmSync(join(site.app.dataDir, 'media/social'));
    site.now = new Date(site.now.getTime() + 6_000);
    expect(await site.statusOfUrl(url)).toBe(200);
    // What the failed attempts have left is removed as well.
    site.now = new Date(site.now.getTime() + DAY_MS);
    await site.runJobs();
    expect(await site.statusesOf(article)).toEqual(['stored']);
    expect(site.storedFiles()).toEqual(await site.keys());
  });
});

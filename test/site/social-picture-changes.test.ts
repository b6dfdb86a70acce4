import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
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
  });
});

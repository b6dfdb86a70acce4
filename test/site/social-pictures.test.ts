import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { changeSettings } from '../settings.ts';
import { preparePicturesSite } from './pictures-site.ts';

const DAY_MS = 86_400_000;
const SOCIAL = /^http:\/\/127\.0\.0\.1:3000\/media\/social\/[0-9a-f]{40}(?:-[0-9a-f]{8})?\.png$/;
/** Of the default color of the section "sports", and of the ink. */
const SPORTS = [0xa3, 0x26, 0x2a];
const INK = [0xfb, 0xf9, 0xf5];

describe.each(databaseKindsFor(import.meta.filename))(
  'social pictures, on the %s database',
  (databaseKind) => {
    const site = preparePicturesSite(databaseKind);
    const {
      decode,
      download,
      headers,
      imageOf,
      keys,
      newUrlOf,
      publish,
      publishWithPicture,
      runJobs,
      save,
      statusOfUrl,
      storedFiles,
      upload,
      urlOf,
    } = site;

    test('show the title on the color of the section', async () => {
      const article = await publish({ title: 'Rain & wind' });
      expect(await imageOf(article)).toMatchObject({ card: 'summary', url: `${PUBLIC_URL}/icon-512.png` });
      await runJobs();
      await newUrlOf(article);
      const image = await imageOf(article);
      expect(image).toEqual({
        url: expect.stringMatching(SOCIAL),
        width: '1200',
        height: '630',
        alt: 'Rain &amp; wind',
        card: 'summary_large_image',
      });
      const { response, bytes } = await download(image.url);
      expect([
        response.status,
        response.headers.get('content-type'),
        response.headers.get('cache-control'),
      ]).toEqual([200, 'image/png', 'public, max-age=31536000, immutable']);
      expect(bytes.byteLength).toBeLessThan(300_000);
      const { info, data, pixel } = await decode(image.url);
      expect([info.width, info.height, info.channels]).toEqual([1200, 630, 3]);
      expect([pixel(0, 0), pixel(1199, 629)]).toEqual([SPORTS, SPORTS]);
      // The title is between the section and the line above the name of the publication, inside of the margins.
      const inked = (left: number, top: number, right: number, bottom: number) => {
        let count = 0;
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++) if (String(pixel(x, y)) === String(INK)) count++;
        return count;
      };
      expect(inked(80, 150, 1120, 480)).toBeGreaterThan(2_000);
      expect([inked(0, 0, 78, 630), inked(1122, 0, 1200, 630)]).toEqual([0, 0]);

      const [, other] = await publishWithPicture({ title: 'Sun' });
      expect((await decode(other)).data.equals(data)).toBe(false);
      // Two articles of the same title have files of their own, so that one can be removed.
      const [, same] = await publishWithPicture({ title: 'Sun' });
      expect(same).not.toBe(other);
      expect((await decode(same)).data.equals((await decode(other)).data)).toBe(true);
    });

    test('follow the title and the section, and old ones are removed', async () => {
      const [article, first] = await publishWithPicture({ title: 'Frist words' });
      const corrected = await save(article, { title: 'First words' });
      // Never a picture with another title than that of the article.
      const between = await newUrlOf(article, first);
      await runJobs();
      const second = await newUrlOf(article, between);
      expect(second).toMatch(SOCIAL);
      expect([await statusOfUrl(first), await statusOfUrl(second)]).toEqual([404, 200]);
      const moved = await save(corrected, { category_slug: 'culture' });
      await newUrlOf(article, second);
      await runJobs();
      const third = await newUrlOf(article, `${PUBLIC_URL}/icon-512.png`);
      expect((await decode(third)).pixel(0, 0)).toEqual([0x7a, 0x3b, 0x69]);
      expect(await statusOfUrl(second)).toBe(404);
      // A change of the text keeps the picture, and needs no job.
      const before = await site.app.database.db.$count(jobs);
      await save(moved, { content: '<p>Other words.</p>' });
      expect(await site.app.database.db.$count(jobs)).toBe(before);
      expect(await urlOf(article)).toBe(third);
      expect(storedFiles()).toEqual(await keys());
    });

    test('exist of published articles only', async () => {
      const draft = await site.newsroom.create({ slug: 'secret-draft', title: 'The secret takeover' });
      await runJobs();
      const rows = await site.app.database.db.select().from(socialPictures);
      expect(rows.map(({ articleId }) => articleId)).not.toContain(draft.id);

      const [unpublished, unpublishedUrl] = await publishWithPicture();
      const [trashed, trashedUrl] = await publishWithPicture();
      expect([await statusOfUrl(unpublishedUrl), await statusOfUrl(trashedUrl)]).toEqual([200, 200]);
      await save(unpublished, { is_draft: true });
      expect((await site.newsroom.request('DELETE', `/articles/${trashed.id}`)).status).toBe(204);
      await runJobs();
      expect([await statusOfUrl(unpublishedUrl), await statusOfUrl(trashedUrl)]).toEqual([404, 404]);
      expect(storedFiles()).toEqual(await keys());

      // Changes that are saved for later are not drawn until they are published.
      const [live, liveUrl] = await publishWithPicture({ title: 'What is known' });
      const saved = await site.newsroom.request(
        'PUT',
        `/articles/${live.id}/pending-changes`,
        { ...live, title: 'What nobody knows' },
        { 'if-match': `"${live.revision}"` },
      );
      expect(saved.status).toBe(200);
      await runJobs();
      expect(await urlOf(live)).toBe(liveUrl);
      const titles = (await site.app.database.db.select().from(socialPictures)).map(({ title }) => title);
      expect(titles).toContain('What is known');
      expect(titles).not.toContain('What nobody knows');
      expect(titles).not.toContain('The secret takeover');
    });

    test('are not drawn for articles with a large picture', async () => {
      const large = await upload(1440, 810);
      const [article, url] = await publishWithPicture({ image: large, image_alt: 'Waves' });
      expect(url).toBe(`${PUBLIC_URL}${large.replace(/-\d+\.webp$/, '-1440.jpg')}`);
      expect(await imageOf(article)).toMatchObject({ width: '1440', height: '810', alt: 'Waves' });

      const small = await save(article, { image: await upload(1100, 700) });
      const undrawn = await newUrlOf(article, url);
      expect(undrawn).toMatch(/-1100\.jpg$/);
      await runJobs();
      const drawn = await newUrlOf(article, undrawn);
      expect(drawn).toMatch(SOCIAL);
      const flat = await save(small, { image: await upload(1300, 400) });
      await runJobs();
      expect(await urlOf(article)).toBe(drawn);
      await save(flat, { image: large });
      await runJobs();
      expect(await newUrlOf(article, drawn)).toBe(url);
      expect(await statusOfUrl(drawn)).toBe(404);
      const external = await publish({ image: 'https://pictures.example/huge.jpg', image_alt: 'Waves' });
      await runJobs();
      await expect.poll(() => urlOf(external)).toMatch(SOCIAL);
    });

    test('follow the name of the publication and the colors of sections', async () => {
      const [article, first] = await publishWithPicture();
      await changeSettings(site.app, headers, { publication_name: 'The Other Name' });
      await site.app.jobs.runDue();
      // Several changes within seconds cause one run.
      expect(await urlOf(article)).toBe(first);
      site.now = new Date(site.now.getTime() + 10_000);
      await runJobs();
      const renamed = await newUrlOf(article, first);
      expect(renamed).not.toBe(first);
      expect(await statusOfUrl(first)).toBe(404);
      await changeSettings(site.app, headers, {
        appearance_section_colors: [{ section: 'sports', light: '#1d4b6e', dark: '#a0c4e8' }],
      });
      site.now = new Date(site.now.getTime() + 10_000);
      await runJobs();
      const recolored = await newUrlOf(article, renamed);
      expect((await decode(recolored)).pixel(0, 0)).toEqual([0x1d, 0x4b, 0x6e]);
      expect(await statusOfUrl(renamed)).toBe(404);
      expect(storedFiles()).toEqual(await keys());
    });

    test('of existing articles are drawn after an upgrade or a restore', async () => {
      const [article] = await publishWithPicture();
      await site.app.database.db.delete(socialPictures);
      rmSync(join(site.app.dataDir, 'media/social'), { recursive: true });
      site.now = new Date(site.now.getTime() + DAY_MS);
      await runJobs();
      const url = await urlOf(article);
      // The page was rendered with the old one, whose name is the same.
      expect(url).toMatch(SOCIAL);
      expect(await statusOfUrl(url)).toBe(200);
      expect(storedFiles()).toEqual(await keys());
    });

    test('that cannot be stored keep nothing from being published, and are drawn later', async () => {
      rmSync(join(site.app.dataDir, 'media/social'), { recursive: true, force: true });
      await site.app.database.db.delete(socialPictures);
      writeFileSync(join(site.app.dataDir, 'media/social'), 'not a folder');
      const article = await publish({ title: 'In spite of it all' });
      await runJobs();
      expect(await imageOf(article)).toMatchObject({ card: 'summary' });
      rmSync(join(site.app.dataDir, 'media/social'));
      site.now = new Date(site.now.getTime() + 3_600_000);
      await runJobs();
      expect(await newUrlOf(article)).toMatch(SOCIAL);
      // What the failed attempts have left is removed as well.
      site.now = new Date(site.now.getTime() + DAY_MS);
      await runJobs();
      expect(storedFiles()).toEqual(await keys());
    });

    test('have the name of the publication instead of a title in an unknown script', async () => {
      const [, chinese] = await publishWithPicture({ title: '东京的新铁路' });
      const [, japanese] = await publishWithPicture({ title: '東京の新しい鉄道網' });
      expect((await decode(chinese)).data.equals((await decode(japanese)).data)).toBe(true);
      expect((await decode(chinese)).pixel(0, 0)).not.toEqual(INK);
    });
  },
);

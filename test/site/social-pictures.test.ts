import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { changeSettings } from '../settings.ts';
import { preparePicturesSite } from './pictures-site.ts';

const DAY_MS = 86_400_000;
const SOCIAL =
  /^http:\/\/127\.0\.0\.1:3000\/media\/social\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[\w-]{22}\.png$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
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
      request,
      runJobs,
      save,
      statusOfUrl,
      storedFiles,
      upload,
      urlOf,
    } = site;

    const rowsOf = ({ id }: Pick<ApiArticle, 'id'>) =>
      site.app.database.db.select().from(socialPictures).where(eq(socialPictures.articleId, id));
    const statusesOf = async (article: Pick<ApiArticle, 'id'>) =>
      (await rowsOf(article)).map(({ state }) => state);
    const redirectOf = async (url: string) => {
      const { status, headers: received } = await request(url);
      return [status, received.get('location'), received.get('cache-control')];
    };
    const redirectTo = (url: string) => [302, url.slice(PUBLIC_URL.length), 'no-cache'];
    const answerTo = async (url: string) => {
      const { status, headers: received } = await request(url);
      return [status, received.get('cache-control')];
    };
    const NOT_FOUND = [404, 'no-store'];

    test('show the title on the color of the section, from the moment of publishing', async () => {
      const article = await publish({ title: 'Rain & wind' });
      const image = await imageOf(article);
      expect(image).toEqual({
        url: expect.stringMatching(SOCIAL),
        width: '1200',
        height: '630',
        alt: 'Rain &amp; wind',
        card: 'summary_large_image',
      });
      expect(await rowsOf(article)).toEqual([]);
      // No job has run yet.
      const { response, bytes } = await download(image.url);
      expect([
        response.status,
        response.headers.get('content-type'),
        response.headers.get('cache-control'),
      ]).toEqual([200, 'image/png', IMMUTABLE]);
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

    test('are rendered once, by the job or by the first request, and change no page', async () => {
      const changes: string[] = [];
      const article = await publish();
      const page = await (await site.app.fetch(`/article/${article.slug}`)).text();
      const url = await urlOf(article);
      const unsubscribe = site.app.database.onChange((names) => void changes.push(...names));
      const responses = await Promise.all([
        ...Array.from({ length: 20 }, () => request(url)),
        request(url, { method: 'HEAD' }),
      ]);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      const files = await Promise.all(responses.slice(0, 20).map((response) => response.arrayBuffer()));
      expect(new Set(files.map((file) => Buffer.from(file).toString('base64'))).size).toBe(1);
      const [row, ...others] = await rowsOf(article);
      expect([row?.state, others]).toEqual(['stored', []]);
      expect(storedFiles()).toEqual(await keys());
      await runJobs();
      unsubscribe();
      expect(await rowsOf(article)).toEqual([row]);
      expect(changes).not.toContain(`article:${article.id}`);
      expect(await (await site.app.fetch(`/article/${article.slug}`)).text()).toBe(page);
      const etag = responses[0]?.headers.get('etag') ?? '';
      expect((await request(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    });

    test('follow the title and the section, and old ones are removed', async () => {
      const [article, first] = await publishWithPicture({ title: 'Frist words' });
      const [row] = await rowsOf(article);
      const formerLink = `${PUBLIC_URL}/media/${row?.key}`;
      const corrected = await save(article, { title: 'First words' });
      // Never a picture with another title than that of the article.
      const second = await newUrlOf(article, first);
      expect(second).toMatch(SOCIAL);
      expect(await redirectOf(first)).toEqual(redirectTo(second));
      // Addresses that never were redirect as well, and render nothing.
      const invented = second.replace(/[\w-]{22}\.png$/, `${'x'.repeat(22)}.png`);
      expect(await redirectOf(invented)).toEqual(redirectTo(second));
      expect(await rowsOf(article)).toEqual([row]);
      // Links of earlier releases name the file.
      expect(await answerTo(formerLink)).toEqual([200, IMMUTABLE]);
      expect(await statusOfUrl(second)).toBe(200);
      await runJobs();
      expect([await statusOfUrl(formerLink), await statusesOf(article)]).toEqual([404, ['stored']]);
      const moved = await save(corrected, { category_slug: 'culture' });
      const third = await newUrlOf(article, second);
      expect((await decode(third)).pixel(0, 0)).toEqual([0x7a, 0x3b, 0x69]);
      await runJobs();
      expect(await redirectOf(second)).toEqual(redirectTo(third));
      // A change of the text keeps the picture, and needs no job.
      const before = await site.app.database.db.$count(jobs);
      await save(moved, { content: '<p>Other words.</p>' });
      expect(await site.app.database.db.$count(jobs)).toBe(before);
      expect(await urlOf(article)).toBe(third);
      expect(storedFiles()).toEqual(await keys());
    });

    test('exist of published articles only', async () => {
      const draft = await site.newsroom.create({ slug: 'secret-draft', title: 'The secret takeover' });
      const [live, liveUrl] = await publishWithPicture({ title: 'What is known' });
      for (const id of [draft.id, crypto.randomUUID()])
        expect(await answerTo(liveUrl.replace(live.id, id))).toEqual(NOT_FOUND);
      for (const path of [live.id.toUpperCase(), `${live.id}/x.png`])
        expect([path, await statusOfUrl(`${PUBLIC_URL}/media/social/${path}`)]).toEqual([path, 404]);

      const [unpublished, unpublishedUrl] = await publishWithPicture();
      const [trashed, trashedUrl] = await publishWithPicture();
      expect([await statusOfUrl(unpublishedUrl), await statusOfUrl(trashedUrl)]).toEqual([200, 200]);
      await save(unpublished, { is_draft: true });
      expect((await site.newsroom.request('DELETE', `/articles/${trashed.id}`)).status).toBe(204);
      expect([await answerTo(unpublishedUrl), await answerTo(trashedUrl)]).toEqual([NOT_FOUND, NOT_FOUND]);
      await runJobs();
      expect(await rowsOf(draft)).toEqual([]);
      expect([await rowsOf(unpublished), await rowsOf(trashed)]).toEqual([[], []]);
      expect(storedFiles()).toEqual(await keys());

      // Changes that are saved for later are not drawn until they are published.
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

    test('leave nothing behind when the article is taken offline while they are rendered', async () => {
      const article = await publish();
      const url = await urlOf(article);
      const [response] = await Promise.all([request(url), save(article, { is_draft: true })]);
      expect([200, 404]).toContain(response.status);
      await response.arrayBuffer();
      expect(await answerTo(url)).toEqual(NOT_FOUND);
      await runJobs();
      expect(await rowsOf(article)).toEqual([]);
      expect(storedFiles()).toEqual(await keys());
    });

    test('are not drawn for articles with a large picture', async () => {
      const large = await upload(1440, 810);
      const [article, url] = await publishWithPicture({ image: large, image_alt: 'Waves' });
      expect(url).toBe(`${PUBLIC_URL}${large.replace(/-\d+\.webp$/, '-1440.jpg')}`);
      expect(await imageOf(article)).toMatchObject({ width: '1440', height: '810', alt: 'Waves' });

      const small = await save(article, { image: await upload(1100, 700) });
      const drawn = await newUrlOf(article, url);
      expect(drawn).toMatch(SOCIAL);
      expect(await statusOfUrl(drawn)).toBe(200);
      const flat = await save(small, { image: await upload(1300, 400) });
      expect(await urlOf(article)).toBe(drawn);
      await save(flat, { image: large });
      expect(await newUrlOf(article, drawn)).toBe(url);
      expect(await answerTo(drawn)).toEqual(NOT_FOUND);
      await runJobs();
      expect(await rowsOf(article)).toEqual([]);
      const external = await publish({ image: 'https://pictures.example/huge.jpg', image_alt: 'Waves' });
      expect(await urlOf(external)).toMatch(SOCIAL);
    });

    test('of the shapes of search engines are drawn by their first request, once, and removed', async () => {
      const shapesOf = async (article: Pick<ApiArticle, 'id'>) =>
        (await rowsOf(article)).map(({ shape }) => shape).toSorted();
      const [article, url] = await publishWithPicture({ title: 'Rain' });
      const inShape = (link: string, shape: string) => link.replace('.png', `-${shape}.png`);
      // Not before somebody asks.
      expect(await shapesOf(article)).toEqual(['40x21']);
      const square = inShape(url, '1x1');
      const responses = await Promise.all(Array.from({ length: 10 }, () => request(square)));
      const files = await Promise.all(
        responses.map(async (response) => [
          response.status,
          response.headers.get('cache-control'),
          Buffer.from(await response.arrayBuffer()).toString('base64'),
        ]),
      );
      expect(new Set(files.map((file) => file.join(' '))).size).toBe(1);
      expect(files[0]?.slice(0, 2)).toEqual([200, IMMUTABLE]);
      const { info, pixel } = await decode(square);
      expect([info.width, info.height, pixel(0, 0), pixel(1199, 1199)]).toEqual([1200, 1200, SPORTS, SPORTS]);
      expect(await statusOfUrl(inShape(url, '4x3'))).toBe(200);
      expect(await shapesOf(article)).toEqual(['1x1', '40x21', '4x3']);
      expect(storedFiles()).toEqual(await keys());
      const invented = square.replace(/[\w-]{22}-1x1\.png$/, `${'x'.repeat(22)}-1x1.png`);
      expect(await redirectOf(invented)).toEqual(redirectTo(square));
      for (const other of ['3x2', '40x21', '4X3', '1x1-4x3', '1x1%20'])
        expect([other, await answerTo(inShape(url, other))]).toEqual([other, NOT_FOUND]);

      // With another title the former ones are removed, and none is drawn that nobody asks for.
      const renamed = await save(article, { title: 'Wind' });
      const next = inShape(await newUrlOf(article, url), '1x1');
      expect(await redirectOf(square)).toEqual(redirectTo(next));
      await runJobs();
      expect(await shapesOf(article)).toEqual(['40x21']);
      expect(storedFiles()).toEqual(await keys());
      expect([await statusOfUrl(next), await shapesOf(article)]).toEqual([200, ['1x1', '40x21']]);

      // A picture for link previews has the first two shapes, so only the third one is kept.
      expect(await statusOfUrl(inShape(next.replace('-1x1', ''), '4x3'))).toBe(200);
      const pictured = await save(renamed, { image: await upload(1250, 1000), image_alt: 'Waves' });
      await expect.poll(() => answerTo(next.replace('1x1', '4x3'))).toEqual(NOT_FOUND);
      await runJobs();
      expect([await shapesOf(article), await statusOfUrl(next)]).toEqual([['1x1'], 200]);
      await save(pictured, { is_draft: true });
      expect(await answerTo(next)).toEqual(NOT_FOUND);
      await runJobs();
      expect(await rowsOf(article)).toEqual([]);
      expect(storedFiles()).toEqual(await keys());
    });

    test('of every shape follow the name of the publication', async () => {
      // Changes of all pictures within the same seconds have one job, and the next test starts at the present time again.
      site.now = new Date(site.now.getTime() + 60_000);
      const [article, url] = await publishWithPicture();
      const wide = (link: string) => link.replace('.png', '-16x9.png');
      expect(await statusOfUrl(wide(url))).toBe(200);
      const before = await rowsOf(article);
      await changeSettings(site.app, headers, { publication_name: 'A Third Name' });
      const renamed = await newUrlOf(article, url);
      expect(await redirectOf(wide(url))).toEqual(redirectTo(wide(renamed)));
      site.now = new Date(site.now.getTime() + 10_000);
      await runJobs();
      const [row, ...others] = await rowsOf(article);
      expect([row?.shape, row?.state, others, before.length]).toEqual(['40x21', 'stored', [], 2]);
      expect(await statusOfUrl(wide(renamed))).toBe(200);
      expect(storedFiles()).toEqual(await keys());
    });

    test('follow the name of the publication and the colors of sections', async () => {
      const [article, first] = await publishWithPicture();
      await changeSettings(site.app, headers, { publication_name: 'The Other Name' });
      const renamed = await newUrlOf(article, first);
      expect(await redirectOf(first)).toEqual(redirectTo(renamed));
      const [former] = await rowsOf(article);
      await site.app.jobs.runDue();
      // Several changes within seconds cause one run.
      expect(await rowsOf(article)).toEqual([former]);
      site.now = new Date(site.now.getTime() + 10_000);
      await runJobs();
      expect((await rowsOf(article)).map(({ design }) => design)).not.toEqual([former?.design]);
      expect(await statusOfUrl(renamed)).toBe(200);
      await changeSettings(site.app, headers, {
        appearance_section_colors: [{ section: 'sports', light: '#1d4b6e', dark: '#a0c4e8' }],
      });
      const recolored = await newUrlOf(article, renamed);
      expect((await decode(recolored)).pixel(0, 0)).toEqual([0x1d, 0x4b, 0x6e]);
      site.now = new Date(site.now.getTime() + 10_000);
      await runJobs();
      expect(await statusesOf(article)).toEqual(['stored']);
      expect(storedFiles()).toEqual(await keys());
    });

    test('of existing articles are drawn after an upgrade or a restore, and when a file is lost', async () => {
      const [article, url] = await publishWithPicture();
      const loseFiles = () => rmSync(join(site.app.dataDir, 'media/social'), { recursive: true });
      loseFiles();
      expect(await statusOfUrl(url)).toBe(200);
      expect(await statusesOf(article)).toEqual(['stored']);
      await site.app.database.db.delete(socialPictures);
      loseFiles();
      // One of another shape that was requested before remains.
      expect(await statusOfUrl(url.replace('.png', '-4x3.png'))).toBe(200);
      const [requested] = await rowsOf(article);
      site.now = new Date(site.now.getTime() + DAY_MS);
      await runJobs();
      const rows = await rowsOf(article);
      expect(rows.map(({ shape }) => shape).toSorted()).toEqual(['40x21', '4x3']);
      expect(rows).toContainEqual(requested);
      expect(await statusesOf(article)).toEqual(['stored', 'stored']);
      expect(await urlOf(article)).toBe(url);
      expect(await statusOfUrl(url)).toBe(200);
      expect(storedFiles()).toEqual(await keys());
    });

    test('that cannot be stored keep nothing from being published, and are drawn later', async () => {
      rmSync(join(site.app.dataDir, 'media/social'), { recursive: true, force: true });
      await site.app.database.db.delete(socialPictures);
      writeFileSync(join(site.app.dataDir, 'media/social'), 'not a folder');
      const article = await publish({ title: 'In spite of it all' });
      const url = await urlOf(article);
      expect(url).toMatch(SOCIAL);
      for (const attempt of ['rendered', 'refused']) {
        const response = await request(url);
        expect([attempt, response.status, await response.text()]).toEqual([
          attempt,
          503,
          expect.not.stringContaining(site.app.dataDir),
        ]);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('retry-after')).toBe('5');
      }
      await runJobs();
      expect(await statusesOf(article)).toEqual(['storing']);
      rmSync(join(site.app.dataDir, 'media/social'));
      site.now = new Date(site.now.getTime() + 6_000);
      expect(await statusOfUrl(url)).toBe(200);
      // What the failed attempts have left is removed as well.
      site.now = new Date(site.now.getTime() + DAY_MS);
      await runJobs();
      expect(await statusesOf(article)).toEqual(['stored']);
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

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { imageUses } from '#domain/images/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { adminHeaders } from '../accounts.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { makePhoto } from '../pictures.ts';
import { createSequence } from '../sequence.ts';
import { changeSettings } from '../settings.ts';

const DAY_MS = 86_400_000;
const SOCIAL = /^http:\/\/127\.0\.0\.1:3000\/media\/social\/[0-9a-f]{40}(?:-[0-9a-f]{8})?\.png$/;
/** Of the default color of the section "sports", and of the ink. */
const SPORTS = [0xa3, 0x26, 0x2a];
const INK = [0xfb, 0xf9, 0xf5];

describe.each(databaseKindsFor(import.meta.filename))(
  'social pictures, on the %s database',
  (databaseKind) => {
    let app: TestApp;
    let newsroom: NewsroomApi;
    let headers: Awaited<ReturnType<typeof adminHeaders>>;
    let now = new Date();
    const nextNumber = createSequence();
    beforeAll(async () => {
      app = await testApp({ databaseKind, clock: () => now });
      newsroom = await newsroomApi(app);
      headers = await adminHeaders(app);
    }, 30_000);
    afterAll(() => app.close());
    beforeEach(() => {
      now = new Date();
    });

    /** Runs the jobs a few seconds later: pictures are rendered after the pages. */
    async function runJobs(): Promise<void> {
      now = new Date(now.getTime() + 2_500);
      await app.jobs.runDue();
    }
    const publish = (fields: Readonly<Record<string, unknown>> = {}) =>
      newsroom.create({ slug: `article-${nextNumber()}`, is_draft: false, ...fields });
    async function publishWithPicture(
      fields: Readonly<Record<string, unknown>> = {},
    ): Promise<[ApiArticle, string]> {
      const article = await publish(fields);
      await runJobs();
      return [article, await newUrlOf(article)];
    }
    async function save(article: ApiArticle, change: Readonly<Record<string, unknown>>): Promise<ApiArticle> {
      const { status, body } = await newsroom.save(article, change);
      expect(status).toBe(200);
      return body;
    }
    /** What the page of an article tells social networks about its picture. */
    async function imageOf({ slug }: Pick<ApiArticle, 'slug'>) {
      const html = await (await app.fetch(`/article/${slug}`)).text();
      const content = (name: string) =>
        new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
      return {
        url: content('og:image'),
        width: content('og:image:width'),
        height: content('og:image:height'),
        alt: content('og:image:alt'),
        card: content('twitter:card'),
      };
    }
    /** The URL once the page has been rendered with another one than `former`. */
    const newUrlOf = async (article: Pick<ApiArticle, 'slug'>, former = `${PUBLIC_URL}/icon-512.png`) => {
      await expect.poll(() => urlOf(article)).not.toBe(former);
      return urlOf(article);
    };
    const urlOf = async (article: Pick<ApiArticle, 'slug'>) => (await imageOf(article)).url;
    const download = async (url: string) => {
      const response = await app.fetch(url.slice(PUBLIC_URL.length));
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const statusOf = async (url: string) => (await app.fetch(url.slice(PUBLIC_URL.length))).status;
    const decode = async (url: string) => {
      const { data, info } = await sharp((await download(url)).bytes)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const pixel = (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
      ];
      return { info, data, pixel };
    };
    /** Files of the store, without the part in which pictures of articles are. */
    const storedFiles = () => {
      try {
        return readdirSync(join(app.dataDir, 'media/social')).toSorted();
      } catch {
        return [];
      }
    };
    const keys = async () =>
      (await app.database.db.select().from(socialPictures))
        .map(({ key }) => key.replace('social/', ''))
        .toSorted();
    const upload = async (width: number, height: number) => {
      const response = await app.fetch('/api/newsroom/images', {
        method: 'POST',
        headers,
        body: new Uint8Array(await makePhoto({ width, height, seed: nextNumber() })),
      });
      return ((await response.json()) as { url: string }).url;
    };

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
      expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
      const moved = await save(corrected, { category_slug: 'culture' });
      await newUrlOf(article, second);
      await runJobs();
      const third = await newUrlOf(article, `${PUBLIC_URL}/icon-512.png`);
      expect((await decode(third)).pixel(0, 0)).toEqual([0x7a, 0x3b, 0x69]);
      expect(await statusOf(second)).toBe(404);
      // A change of the text keeps the picture, and needs no job.
      const before = await app.database.db.$count(jobs);
      await save(moved, { content: '<p>Other words.</p>' });
      expect(await app.database.db.$count(jobs)).toBe(before);
      expect(await urlOf(article)).toBe(third);
      expect(storedFiles()).toEqual(await keys());
    });

    test('exist of published articles only', async () => {
      const draft = await newsroom.create({ slug: 'secret-draft', title: 'The secret takeover' });
      await runJobs();
      const rows = await app.database.db.select().from(socialPictures);
      expect(rows.map(({ articleId }) => articleId)).not.toContain(draft.id);

      const [unpublished, unpublishedUrl] = await publishWithPicture();
      const [trashed, trashedUrl] = await publishWithPicture();
      expect([await statusOf(unpublishedUrl), await statusOf(trashedUrl)]).toEqual([200, 200]);
      await save(unpublished, { is_draft: true });
      expect((await newsroom.request('DELETE', `/articles/${trashed.id}`)).status).toBe(204);
      await runJobs();
      expect([await statusOf(unpublishedUrl), await statusOf(trashedUrl)]).toEqual([404, 404]);
      expect(storedFiles()).toEqual(await keys());

      // Changes that are saved for later are not drawn until they are published.
      const [live, liveUrl] = await publishWithPicture({ title: 'What is known' });
      const saved = await newsroom.request(
        'PUT',
        `/articles/${live.id}/pending-changes`,
        { ...live, title: 'What nobody knows' },
        { 'if-match': `"${live.revision}"` },
      );
      expect(saved.status).toBe(200);
      await runJobs();
      expect(await urlOf(live)).toBe(liveUrl);
      const titles = (await app.database.db.select().from(socialPictures)).map(({ title }) => title);
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
      expect(await statusOf(drawn)).toBe(404);
      const external = await publish({ image: 'https://pictures.example/huge.jpg', image_alt: 'Waves' });
      await runJobs();
      await expect.poll(() => urlOf(external)).toMatch(SOCIAL);
    });

    test('follow the name of the publication and the colors of sections', async () => {
      const [article, first] = await publishWithPicture();
      await changeSettings(app, headers, { publication_name: 'The Other Name' });
      await app.jobs.runDue();
      // Several changes within seconds cause one run.
      expect(await urlOf(article)).toBe(first);
      now = new Date(now.getTime() + 10_000);
      await runJobs();
      const renamed = await newUrlOf(article, first);
      expect(renamed).not.toBe(first);
      expect(await statusOf(first)).toBe(404);
      await changeSettings(app, headers, {
        appearance_section_colors: [{ section: 'sports', light: '#1d4b6e', dark: '#a0c4e8' }],
      });
      now = new Date(now.getTime() + 10_000);
      await runJobs();
      const recolored = await newUrlOf(article, renamed);
      expect((await decode(recolored)).pixel(0, 0)).toEqual([0x1d, 0x4b, 0x6e]);
      expect(await statusOf(renamed)).toBe(404);
      expect(storedFiles()).toEqual(await keys());
    });

    test('of existing articles are drawn after an upgrade or a restore', async () => {
      const [article] = await publishWithPicture();
      await app.database.db.delete(socialPictures);
      rmSync(join(app.dataDir, 'media/social'), { recursive: true });
      now = new Date(now.getTime() + DAY_MS);
      await runJobs();
      const url = await urlOf(article);
      // The page was rendered with the old one, whose name is the same.
      expect(url).toMatch(SOCIAL);
      expect(await statusOf(url)).toBe(200);
      expect(storedFiles()).toEqual(await keys());
    });

    test('that cannot be stored keep nothing from being published, and are drawn later', async () => {
      rmSync(join(app.dataDir, 'media/social'), { recursive: true, force: true });
      await app.database.db.delete(socialPictures);
      writeFileSync(join(app.dataDir, 'media/social'), 'not a folder');
      const article = await publish({ title: 'In spite of it all' });
      await runJobs();
      expect(await imageOf(article)).toMatchObject({ card: 'summary' });
      rmSync(join(app.dataDir, 'media/social'));
      now = new Date(now.getTime() + 3_600_000);
      await runJobs();
      expect(await newUrlOf(article)).toMatch(SOCIAL);
      // What the failed attempts have left is removed as well.
      now = new Date(now.getTime() + DAY_MS);
      await runJobs();
      expect(storedFiles()).toEqual(await keys());
    });

    test('have the name of the publication instead of a title in an unknown script', async () => {
      const [, chinese] = await publishWithPicture({ title: '东京的新铁路' });
      const [, japanese] = await publishWithPicture({ title: '東京の新しい鉄道網' });
      expect((await decode(chinese)).data.equals((await decode(japanese)).data)).toBe(true);
      expect((await decode(chinese)).pixel(0, 0)).not.toEqual(INK);
    });

    describe('crops of the picture', () => {
      const imagesOf = async ({ slug }: Pick<ApiArticle, 'slug'>): Promise<string[]> => {
        const html = await (await app.fetch(`/article/${slug}`)).text();
        const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
        return (JSON.parse(json) as { image?: string[] }).image ?? [];
      };
      const shapesOf = (urls: readonly string[]) => urls.map((url) => /-(\w+)-1200\.webp$/.exec(url)?.[1]);

      test('are listed for search engines in every shape for which it is large enough', async () => {
        const image = await upload(1920, 1300);
        const article = await publish({ image, image_alt: 'Waves' });
        expect(shapesOf(await imagesOf(article))).toEqual([undefined]);
        await runJobs();
        await expect
          .poll(async () => shapesOf(await imagesOf(article)))
          .toEqual([undefined, '16x9', '4x3', '1x1']);
        const [whole = '', ...crops] = await imagesOf(article);
        expect(whole).toMatch(/-1920\.jpg$/);
        const sizes = await Promise.all(
          crops.map(async (url) => {
            const { response, bytes } = await download(url);
            const { width, height, format } = await sharp(bytes).metadata();
            return [response.headers.get('content-type'), format, width, height];
          }),
        );
        expect(sizes).toEqual([
          ['image/webp', 'webp', 1200, 675],
          ['image/webp', 'webp', 1200, 900],
          ['image/webp', 'webp', 1200, 1200],
        ]);
        // A picture that is no longer used is deleted with its crops.
        await newsroom.request('DELETE', `/articles/${article.id}`);
        await newsroom.request('DELETE', `/trash/${article.id}`);
        expect(await Promise.all(crops.map(statusOf))).toEqual([200, 200, 200]);
        await app.database.db.delete(imageUses);
        now = new Date(now.getTime() + 8 * DAY_MS);
        await runJobs();
        expect(await Promise.all(crops.map(statusOf))).toEqual([404, 404, 404]);
      });

      test('are never enlarged, and not made of drafts or of a shape that it has', async () => {
        const cases = [
          [await upload(1440, 810), [undefined]],
          [await upload(1250, 1000), [undefined, '16x9', '4x3']],
          [await upload(1199, 1400), [undefined]],
        ] as const;
        for (const [image, shapes] of cases) {
          const article = await publish({ image, image_alt: '' });
          await runJobs();
          await expect.poll(async () => shapesOf(await imagesOf(article))).toEqual(shapes);
        }
        const draft = await upload(1500, 1400);
        await newsroom.create({ slug: 'cropless-draft', image: draft, image_alt: '' });
        await runJobs();
        const crop = draft.replace(/-\d+\.webp$/, '-1x1-1200.webp');
        expect((await app.fetch(crop)).status).toBe(404);
      });
    });
  },
);

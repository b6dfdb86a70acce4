import { describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';
import {
  IMMUTABLE,
  NOT_FOUND,
  prepareSocialPicturesSite,
  redirectTo,
  SOCIAL,
} from './social-pictures-site.ts';

/** Of the default color of the section "sports", and of the ink. */
const SPORTS = [0xa3, 0x26, 0x2a];
const INK = [0xfb, 0xf9, 0xf5];

describe.each(databaseKindsFor(import.meta.filename))('social pictures (%s database)', (databaseKind) => {
  const site = prepareSocialPicturesSite(databaseKind);

  test('show the title on the color of the section, from the moment of publishing', async () => {
    const article = await site.publish({ title: 'Rain & wind' });
    const image = await site.imageOf(article);
    expect(image).toEqual({
      url: expect.stringMatching(SOCIAL),
      width: '1200',
      height: '630',
      alt: 'Rain &amp; wind',
      card: 'summary_large_image',
    });
    expect(await site.rowsOf(article)).toEqual([]);
    // No job has run yet.
    const { response, bytes } = await site.download(image.url);
    const { status, headers } = response;
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      IMMUTABLE,
    ]);
    expect(bytes.byteLength).toBeLessThan(300_000);
    const { info, data, pixel } = await site.decode(image.url);
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

    const [, other] = await site.publishWithPicture({ title: 'Sun' });
    expect((await site.decode(other)).data.equals(data)).toBe(false);
    // Two articles of the same title have files of their own, so that one can be removed.
    const [, same] = await site.publishWithPicture({ title: 'Sun' });
    expect(same).not.toBe(other);
    expect((await site.decode(same)).data.equals((await site.decode(other)).data)).toBe(true);
  });

  test('are rendered once, by the job or by the first request, and change no page', async () => {
    const changes: string[] = [];
    const article = await site.publish();
    const page = await (await site.app.fetch(`/article/${article.slug}`)).text();
    const url = await site.urlOf(article);
    const unsubscribe = site.app.database.onChange((names) => void changes.push(...names));
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, () => site.request(url)),
      site.request(url, { method: 'HEAD' }),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const files = await Promise.all(responses.slice(0, 20).map((response) => response.arrayBuffer()));
    expect(new Set(files.map((file) => Buffer.from(file).toString('base64'))).size).toBe(1);
    const [row, ...others] = await site.rowsOf(article);
    expect([row?.state, others]).toEqual(['stored', []]);
    expect(site.storedFiles()).toEqual(await site.keys());
    await site.runJobs();
    unsubscribe();
    expect(await site.rowsOf(article)).toEqual([row]);
    expect(changes).not.toContain(`article:${article.id}`);
    expect(await (await site.app.fetch(`/article/${article.slug}`)).text()).toBe(page);
    const etag = responses[0]?.headers.get('etag') ?? '';
    expect((await site.request(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('exist of published articles only', async () => {
    const draft = await site.newsroom.create({ slug: 'secret-draft', title: 'The secret takeover' });
    const [live, liveUrl] = await site.publishWithPicture({ title: 'What is known' });
    for (const id of [draft.id, crypto.randomUUID()])
      expect(await site.answerTo(liveUrl.replace(live.id, id))).toEqual(NOT_FOUND);
    for (const path of [live.id.toUpperCase(), `${live.id}/x.png`])
      expect([path, await site.statusOfUrl(`${PUBLIC_URL}/media/social/${path}`)]).toEqual([path, 404]);

    const [unpublished, unpublishedUrl] = await site.publishWithPicture();
    const [trashed, trashedUrl] = await site.publishWithPicture();
    for (const url of [unpublishedUrl, trashedUrl]) expect(await site.statusOfUrl(url)).toBe(200);
    await site.save(unpublished, { is_draft: true });
    expect((await site.newsroom.request('DELETE', `/articles/${trashed.id}`)).status).toBe(204);
    for (const url of [unpublishedUrl, trashedUrl]) expect(await site.answerTo(url)).toEqual(NOT_FOUND);
    await site.runJobs();
    for (const one of [draft, unpublished, trashed]) expect(await site.rowsOf(one)).toEqual([]);
    expect(site.storedFiles()).toEqual(await site.keys());

    // Changes that are saved for later are not drawn until they are published.
    const change = { ...live, title: 'What nobody knows' };
    const saved = await onArticle(site.newsroom, live, 'PUT', 'pending-changes', change);
    expect(saved.status).toBe(200);
    await site.runJobs();
    expect(await site.urlOf(live)).toBe(liveUrl);
    const titles = (await site.app.database.db.select().from(socialPictures)).map(({ title }) => title);
    expect(titles).toContain('What is known');
    expect(titles).not.toContain('What nobody knows');
    expect(titles).not.toContain('The secret takeover');
  });

  test('leave nothing behind when the article is taken offline while they are rendered', async () => {
    const article = await site.publish();
    const url = await site.urlOf(article);
    const [response] = await Promise.all([site.request(url), site.save(article, { is_draft: true })]);
    expect([200, 404]).toContain(response.status);
    await response.arrayBuffer();
    expect(await site.answerTo(url)).toEqual(NOT_FOUND);
    await site.runJobs();
    expect(await site.rowsOf(article)).toEqual([]);
    expect(site.storedFiles()).toEqual(await site.keys());
  });

  test('are not drawn for articles with a large picture', async () => {
    const large = await site.upload(1440, 810);
    const [article, url] = await site.publishWithPicture({ image: large, image_alt: 'Waves' });
    expect(url).toBe(`${PUBLIC_URL}${large.replace(/-\d+\.webp$/, '-1440.jpg')}`);
    expect(await site.imageOf(article)).toMatchObject({ width: '1440', height: '810', alt: 'Waves' });

    const small = await site.save(article, { image: await site.upload(1100, 700) });
    const drawn = await site.newUrlOf(article, url);
    expect(drawn).toMatch(SOCIAL);
    expect(await site.statusOfUrl(drawn)).toBe(200);
    const flat = await site.save(small, { image: await site.upload(1300, 400) });
    expect(await site.urlOf(article)).toBe(drawn);
    await site.save(flat, { image: large });
    expect(await site.newUrlOf(article, drawn)).toBe(url);
    expect(await site.answerTo(drawn)).toEqual(NOT_FOUND);
    await site.runJobs();
    expect(await site.rowsOf(article)).toEqual([]);
    const external = await site.publish({ image: 'https://pictures.example/huge.jpg', image_alt: 'Waves' });
    expect(await site.urlOf(external)).toMatch(SOCIAL);
  });

  test('of the shapes of search engines are drawn by their first request, once, and removed', async () => {
    const shapesOf = async (article: Pick<ApiArticle, 'id'>) =>
      (await site.rowsOf(article)).map(({ shape }) => shape).toSorted();
    const [article, url] = await site.publishWithPicture({ title: 'Rain' });
    const inShape = (link: string, shape: string) => link.replace('.png', `-${shape}.png`);
    // Not before somebody asks.
    expect(await shapesOf(article)).toEqual(['40x21']);
    const square = inShape(url, '1x1');
    const responses = await Promise.all(Array.from({ length: 10 }, () => site.request(square)));
    const files = await Promise.all(
      responses.map(async (response) => [
        response.status,
        response.headers.get('cache-control'),
        Buffer.from(await response.arrayBuffer()).toString('base64'),
      ]),
    );
    expect(new Set(files.map((file) => file.join(' '))).size).toBe(1);
    expect(files[0]?.slice(0, 2)).toEqual([200, IMMUTABLE]);
    const { info, pixel } = await site.decode(square);
    expect([info.width, info.height, pixel(0, 0), pixel(1199, 1199)]).toEqual([1200, 1200, SPORTS, SPORTS]);
    expect(await site.statusOfUrl(inShape(url, '4x3'))).toBe(200);
    expect(await shapesOf(article)).toEqual(['1x1', '40x21', '4x3']);
    expect(site.storedFiles()).toEqual(await site.keys());
    const invented = square.replace(/[\w-]{22}-1x1\.png$/, `${'x'.repeat(22)}-1x1.png`);
    expect(await site.redirectOf(invented)).toEqual(redirectTo(square));
    for (const other of ['3x2', '40x21', '4X3', '1x1-4x3', '1x1%20'])
      expect([other, await site.answerTo(inShape(url, other))]).toEqual([other, NOT_FOUND]);

    // With another title the former ones are removed, and none is drawn that nobody asks for.
    const renamed = await site.save(article, { title: 'Wind' });
    const next = inShape(await site.newUrlOf(article, url), '1x1');
    expect(await site.redirectOf(square)).toEqual(redirectTo(next));
    await site.runJobs();
    expect(await shapesOf(article)).toEqual(['40x21']);
    expect(site.storedFiles()).toEqual(await site.keys());
    expect([await site.statusOfUrl(next), await shapesOf(article)]).toEqual([200, ['1x1', '40x21']]);

    // A picture for link previews has the first two shapes, so only the third one is kept.
    expect(await site.statusOfUrl(inShape(next.replace('-1x1', ''), '4x3'))).toBe(200);
    const pictured = await site.save(renamed, { image: await site.upload(1250, 1000), image_alt: 'Waves' });
    await expect.poll(() => site.answerTo(next.replace('1x1', '4x3'))).toEqual(NOT_FOUND);
    await site.runJobs();
    expect([await shapesOf(article), await site.statusOfUrl(next)]).toEqual([['1x1'], 200]);
    await site.save(pictured, { is_draft: true });
    expect(await site.answerTo(next)).toEqual(NOT_FOUND);
    await site.runJobs();
    expect(await site.rowsOf(article)).toEqual([]);
    expect(site.storedFiles()).toEqual(await site.keys());
  });

  test('have the name of the publication instead of a title in an unknown script', async () => {
    const [, chinese] = await site.publishWithPicture({ title: '东京的新铁路' });
    const [, japanese] = await site.publishWithPicture({ title: '東京の新しい鉄道網' });
    expect((await site.decode(chinese)).data.equals((await site.decode(japanese)).data)).toBe(true);
    expect((await site.decode(chinese)).pixel(0, 0)).not.toEqual(INK);
  });
});

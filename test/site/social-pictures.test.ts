import { describe, expect, test } from 'vitest';
import { socialPictures } from '#domain/articles/derived-pictures/tables.server.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { onArticle } from './article-requests.ts';
import {
  IMMUTABLE,
  NOT_FOUND,
  prepareSocialPicturesSite,
  SOCIAL,
  redirectTo,
} from './social-pictures-site.ts';
import { jobs } from '#platform/jobs/tables.server.ts';

/** The default color of the section "sports". */
const SPORTS = [0xa3, 0x26, 0x2a];

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
    const { info, pixel } = await site.decode(image.url);
    expect([info.width, info.height, info.channels]).toEqual([1200, 630, 3]);
    expect([pixel(0, 0), pixel(1199, 629)]).toEqual([SPORTS, SPORTS]);
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
});

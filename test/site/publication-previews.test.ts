import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageViews } from '#domain/statistics/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { leastLongestTurn } from '../longest-turn.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { crawl } from './crawl.ts';
import { type Check, preparePublicationCheckSite } from './publication-check-site.ts';

const LENGTH = 2_000_000;
/** Processor time of the main thread without a pause, in milliseconds. */
const BUDGET_MS = 50;

const SENTENCE = 'It rains in the valley, <em>again</em>, and the river rises by a hand each hour. ';
const TEXTS: Readonly<Record<string, string>> = {
  paragraphs: `<p>${SENTENCE.repeat(6)}</p>`,
  'one paragraph': SENTENCE,
  links: '<p><a href="/articles/somewhere">See there</a></p>',
  headings: `<h2>RAIN  AGAIN</h2><p>${SENTENCE}</p>`,
  pictures:
    '<figure><img src="https://pictures.example/rain.jpg" alt="rain.jpg"></figure>' +
    `<p>${SENTENCE.repeat(30)}</p>`,
  'list items': `<ul><li>${SENTENCE}</li></ul>`,
};

const CHUNK_BYTES = 64 * 1024;

/** A body as a connection delivers it: one that is complete is copied several times in one turn. */
function bodyInChunks(body: Buffer): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      controller.enqueue(body.subarray(from, from + CHUNK_BYTES));
      from += CHUNK_BYTES;
      if (from >= body.length) controller.close();
    },
  });
}

describe.each(databaseKindsFor(import.meta.filename))('previews of articles (%s)', (databaseKind) => {
  const context = preparePublicationCheckSite(databaseKind);
  const { check, checkStored, flawless } = context;

  test('previews are what readers get after publishing', async () => {
    const fields = {
      ...flawless(),
      title: 'Rice & rain: “the delta” <drowns>',
      tags: ['Rice'],
      featured: true,
      content: `<p>It <em>rained</em>.</p><img src="${context.pictures.wide}" alt="Water">`,
    };
    const { previews, read_time: readTime } = await check(fields);
    const article = await context.newsroom.create({ ...fields, is_draft: false });
    const get = async (path: string) => (await context.app.fetch(path)).text();
    const page = await get(`/article/${article.slug}`);
    const meta = (html: string, name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    const articleOf = (html: string) => /<article.*?<\/article>/s.exec(html)?.[0] ?? 'none';
    // The date is the only difference: the article was published after it was checked.
    const withoutDates = (html: string) => html.replaceAll(/<time.*?<\/time>/g, '');
    expect(withoutDates(articleOf(previews['page']?.html ?? ''))).toBe(withoutDates(articleOf(page)));
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url', 'description', 'robots'])
      expect(meta(previews['page']?.html ?? '', name)).toBe(meta(page, name));
    expect(previews['social']).toMatchObject({
      title: fields.title,
      description: fields.excerpt,
      url: `${PUBLIC_URL}/article/${article.slug}`,
      card: 'summary_large_image',
      image: { url: meta(page, 'og:image'), alt: 'A flooded field', width: 1600 },
    });
    expect(page).toContain(`<title>${escape(String(previews['search']?.['title']))}</title>`);
    const listing = await get('/articles');
    expect(withoutDates(listing)).toContain(withoutDates(articleOf(previews['featured']?.html ?? '')));
    const section = await get('/sports');
    const card = withoutDates(articleOf(previews['card']?.html ?? ''));
    expect(withoutDates(section)).toContain(card);
    const rss = String(previews['feed']?.['rss']);
    const text = /<content:encoded>.*?<\/content:encoded>/s.exec(rss)?.[0] ?? 'none';
    expect(await get('/rss.xml')).toContain(text);
    expect(previews['email']?.html).toContain('Rice &amp; rain: “the delta” &lt;drowns&gt;');
    expect(previews['email']?.['text']).toContain(`${PUBLIC_URL}/article/${article.slug}`);
    expect(readTime).toBe(article['read_time']);
  });

  test('nothing of it is public, stored or counted', async () => {
    const word = 'heronsight';
    const article = await context.newsroom.create({
      ...flawless(),
      title: 'Public and unchanged headline',
      is_draft: false,
    });
    const before = await context.app.database.db.$count(pageViews);
    const changed = {
      ...flawless(),
      title: `Pending ${word} headline`,
      content: `<p>${word}</p>`,
      tags: [word],
    };
    const response = await context.newsroom.request<Check>('POST', '/publication-checks', {
      ...changed,
      article_id: article.id,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(response.body)).toContain(word);
    const draft = await context.newsroom.create({
      ...changed,
      slug: `draft-${word}`,
      title: `Draft ${word} headline`,
    });
    await checkStored(draft);
    const visited = await crawl(context.app, PUBLIC_URL);
    expect(visited.filter(({ path, text }) => path.includes(word) || text.includes(word))).toEqual([]);
    expect((await context.app.fetch(`/tag/${word}`)).status).toBe(404);
    expect(await context.newsroom.request('GET', `/articles/${article.id}`)).toMatchObject({
      body: { revision: 1, title: 'Public and unchanged headline' },
    });
    expect(await context.app.database.db.$count(pageViews)).toBe(before);
  });

  describe('a check of 2 MB', () => {
    let headers: Record<string, string>;
    beforeAll(async () => {
      headers = { ...(await adminHeaders(context.app)), 'content-type': 'application/json' };
    });

    test.each(Object.keys(TEXTS))('lets other requests begin while it processes %s', async (name) => {
      const piece = TEXTS[name] ?? '';
      const content = piece.repeat(Math.floor(LENGTH / piece.length));
      const body = Buffer.from(JSON.stringify({ ...ARTICLE_INPUT, content }));
      let status: number | undefined;
      const turn = await leastLongestTurn(BUDGET_MS, async () => {
        await context.app.database.db.execute(sql`delete from rate_limits`);
        const response = await context.app.fetch('/api/newsroom/publication-checks', {
          method: 'POST',
          headers: { ...headers, 'content-length': String(body.length) },
          body: bodyInChunks(body),
          duplex: 'half',
        } as RequestInit);
        await response.arrayBuffer();
        ({ status } = response);
      });
      expect(status).toBe(200);
      expect(turn).toBeLessThan(BUDGET_MS);
    });
  });
});

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { leastLongestTurn } from '../longest-turn.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';

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

describe.each(databaseKindsFor(import.meta.filename))('a check of 2 MB (%s database)', (databaseKind) => {
  let app: TestApp;
  let headers: Record<string, string>;
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    headers = { ...(await adminHeaders(app)), 'content-type': 'application/json' };
  });
  afterAll(() => app.close());

  test.each(Object.keys(TEXTS))('lets other requests begin while it processes %s', async (name) => {
    const piece = TEXTS[name] ?? '';
    const content = piece.repeat(Math.floor(LENGTH / piece.length));
    const body = Buffer.from(JSON.stringify({ ...ARTICLE_INPUT, content }));
    let status: number | undefined;
    const turn = await leastLongestTurn(BUDGET_MS, async () => {
      await app.database.db.execute(sql`delete from rate_limits`);
      const response = await app.fetch('/api/newsroom/publication-checks', {
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

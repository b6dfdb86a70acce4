import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { createLog } from '#platform/log.server.ts';
import { adminHeaders, makeAccount, postJson, signIn } from '../accounts.ts';
import { testApp } from '../app.ts';
import { type FailingStore, startFailingStore } from '../failing-store.ts';
import { decoderProcessIds } from '../decoder-processes.ts';
import { makeArticle } from '../factories.ts';
import { canLease, leaseFile } from '../leased-file.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { makePhoto } from '../pictures.ts';

const NOT_STORED = 'The image could not be stored. Please try again in a moment.';
const TOO_LATE = 'The image could not be stored in time. Please try again in a moment.';
const NOT_PROCESSED = 'The image could not be processed. Please try again in a moment.';
const NOT_LOADED = 'Images cannot be loaded right now. Please try again in a moment.\n';
const PICTURE = '/media/article-images/abc-960.avif';

/** A site, with the picture requests of an editor. */
async function startSite(env: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const app = await testApp({ env, log: createLog('warn', (line) => void lines.push(line)) });
  const editor = await adminHeaders(app);
  const upload = async (seed = 0) =>
    app.fetch('/api/newsroom/images', {
      method: 'POST',
      headers: editor,
      body: new Uint8Array(await makePhoto({ seed, width: 60, height: 40 })),
    });
  return { app, editor, lines, upload };
}
type Site = Awaited<ReturnType<typeof startSite>>;

async function expectOutage(response: Response, detail: string | RegExp): Promise<void> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(detail) });
}

async function expectNoPicture(response: Response): Promise<void> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
  expect([response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual([
    'no-store',
    'text/plain; charset=UTF-8',
  ]);
  expect(await response.text()).toBe(NOT_LOADED);
}

describe('a store that', () => {
  let store: FailingStore;
  let site: Site;
  beforeAll(async () => {
    store = await startFailingStore();
    site = await startSite(store.env);
  });
  afterEach(() => site.lines.splice(0));
  afterAll(async () => {
    await site.app.close();
    await store.close();
  });

  test('hangs times out for uploads, saves and pictures, and blocks nothing else', async () => {
    store.failWith('hang');
    const { app, editor, upload } = site;
    const data = (await makePhoto({ seed: 9, width: 60, height: 40 })).toString('base64');
    const content = `<p>Text</p><img src="data:image/jpeg;base64,${data}" alt="">`;
    const articleInput = { ...ARTICLE_INPUT, content };
    const hanging = Promise.all([
      upload(),
      postJson(app, '/api/newsroom/articles', articleInput, editor),
      app.fetch(PICTURE),
      app.fetch(PICTURE, { headers: { range: 'bytes=0-9' } }),
    ]);
    expect((await app.fetch('/articles')).status).toBe(200);
    expect((await app.fetch('/api/newsroom/articles?category=sports', { headers: editor })).status).toBe(200);
    const [uploaded, saved, whole, part] = await hanging;
    await expectOutage(uploaded, TOO_LATE);
    await expectOutage(saved, TOO_LATE);
    await expectNoPicture(whole);
    await expectNoPicture(part);
    expect(await app.database.db.$count(articles)).toBe(0);
  });

  test('resets connections is reported to the editor and logged with its cause', async () => {
    store.failWith('reset');
    const uploaded = await site.upload();
    const picture = await site.app.fetch(PICTURE);
    for (const response of [uploaded, picture])
      expect(await response.clone().text()).not.toMatch(/127\.0\.0\.1|S3|ECONN|socket/i);
    await expectOutage(uploaded, NOT_STORED);
    await expectNoPicture(picture);
    const head = await site.app.fetch(PICTURE, { method: 'HEAD' });
    expect([head.status, head.headers.get('retry-after')]).toEqual([503, '10']);
    const failures = site.lines.filter((line) => line.includes('a request could not be served'));
    expect(failures).toHaveLength(3);
    for (const line of failures) {
      expect(JSON.parse(line)).toMatchObject({ err: { type: 'StorageError' } });
      expect(line).toContain(store.env['S3_ENDPOINT']);
      expect(line).not.toContain('"secret"');
    }
  });
});

describe('a disk that', () => {
  let site: Site;
  const fileOf = (url: string) => join(site.app.dataDir, url.slice(1));
  beforeAll(async () => {
    site = await startSite({});
  });
  afterAll(() => site.app.close());
  const uploaded = async (seed: number) => {
    const response = await site.upload(seed);
    expect(response.status).toBe(201);
    return ((await response.json()) as { url: string }).url;
  };

  test('cannot be written to is reported to the editor, and the upload can be repeated', async () => {
    await uploaded(1);
    const folder = fileOf('/media/article-images');
    renameSync(folder, `${folder}-aside`);
    writeFileSync(folder, 'a file in the place of the folder');
    await expectOutage(await site.upload(2), NOT_STORED);
    expect(await site.app.database.db.select({ state: images.state }).from(images)).toContainEqual({
      state: 'storing',
    });
    renameSync(folder, `${folder}-file`);
    renameSync(`${folder}-aside`, folder);
    const url = await uploaded(2);
    expect((await site.app.fetch(url)).status).toBe(200);
  });

  test.runIf(canLease)('hangs blocks neither other readers nor signing in', async () => {
    const [stuck, free] = [await uploaded(3), await uploaded(4)];
    const reader = await makeAccount(site.app, { scrypt: true });
    await makeArticle(site.app.database, { slug: 'rain', image: free });
    const release = await leaseFile(fileOf(stuck));
    try {
      // More requests than file system threads.
      const hanging = Promise.all(Array.from({ length: 6 }, () => site.app.fetch(stuck)));
      // Compression and password hashes share these threads.
      const page = await site.app.fetch('/article/rain', { headers: { 'accept-encoding': 'br' } });
      expect(page.status).toBe(200);
      expect((await signIn(site.app, reader)).user.email).toBe(reader.email);
      for (const response of await hanging) await expectNoPicture(response);
    } finally {
      await release();
    }
    expect((await site.app.fetch(stuck)).status).toBe(200);
    expect((await site.app.fetch(free)).status).toBe(200);
  });
});

describe.runIf(process.platform === 'linux')('a decoder that', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({});
  });
  afterAll(() => site.app.close());
  const decoder = async (seed: number) => {
    expect((await site.upload(seed)).status).toBe(201);
    return decoderProcessIds()[0] ?? 0;
  };

  test('is killed is reported to the editor, and the next upload starts another one', async () => {
    // Every decoder, before it can have loaded its library.
    const killing = setInterval(() => {
      for (const pid of decoderProcessIds()) process.kill(pid, 'SIGKILL');
    }, 5);
    const response = await site.upload(6).finally(() => clearInterval(killing));
    await expectOutage(response, NOT_PROCESSED);
    expect((await site.upload(6)).status).toBe(201);
  });

  test('hangs is killed, and queued uploads continue', async () => {
    const pid = await decoder(7);
    process.kill(pid, 'SIGSTOP');
    const responses = await Promise.all([site.upload(8), site.upload(9)]);
    responses.sort((a, b) => a.status - b.status);
    expect(responses.map(({ status }) => status)).toEqual([201, 503]);
    for (const hung of responses.slice(1)) await expectOutage(hung, NOT_PROCESSED);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});

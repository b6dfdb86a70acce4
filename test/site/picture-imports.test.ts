import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makePhoto } from '../pictures.ts';
import { allowOnly, type RemoteSite, startRemoteSite } from '../remote-site.ts';

const PATH = '/api/newsroom/images/imports';
const MB5 = 5 * 1024 * 1024;

let remote: RemoteSite;
let app: TestApp;
let editor: Record<string, string>;

beforeAll(async () => {
  const photo = await makePhoto({ seed: 21 });
  const picture = { 'content-type': 'image/jpeg; charset=binary' };
  remote = await startRemoteSite((response, path) => {
    const [, kind = '', number = '0'] = path.split('/');
    if (kind === 'photo.jpg') response.writeHead(200, picture).end(photo);
    else if (kind === 'again') {
      const next = Number(number) === 0 ? '/photo.jpg' : `/again/${Number(number) - 1}`;
      response.writeHead(302, { location: next }).end();
    } else if (kind === 'to') response.writeHead(301, { location: decodeURIComponent(number) }).end();
    else if (kind === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x</p>');
    else if (kind === 'svg') response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>');
    else if (kind === 'lie') response.writeHead(200, picture).end('<html>');
    else if (kind === 'packed')
      response.writeHead(200, { ...picture, 'content-encoding': 'gzip' }).end(photo);
    else if (kind === 'declared')
      response.writeHead(200, { ...picture, 'content-length': String(MB5) }).end(Buffer.alloc(MB5));
    else if (kind === 'endless') {
      response.writeHead(200, picture);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    } else if (kind === 'cut') {
      response.writeHead(200, { ...picture, 'content-length': '1000' }).write('x');
      setTimeout(() => response.destroy(), 50);
    } else if (kind === 'silent') response.on('close', () => undefined);
    else response.writeHead(404, picture).end();
  });
  app = await testApp({ outbound: allowOnly('127.0.0.1') });
  editor = { ...(await adminHeaders(app)), 'content-type': 'application/json' };
});
afterAll(async () => {
  await app.close();
  await remote.close();
});

const request = async (url: unknown, on = app, headers = editor) => {
  const answer = await on.fetch(PATH, { method: 'POST', headers, body: JSON.stringify({ url }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const refused = (reason: RegExp) => ({
  status: 422,
  body: expect.objectContaining({ fields: { url: expect.stringMatching(reason) } }),
});

describe('importing a picture of another site', () => {
  test('fetches and stores it like an upload, without identifying headers', async () => {
    const { status, body } = await request(`${remote.url}/photo.jpg`);
    expect([status, body['width'], body['height']]).toEqual([201, 640, 400]);
    expect(body['url']).toMatch(/^\/media\/article-images\/[0-9a-f]{40}-640\.webp$/);
    expect((await app.fetch(String(body['url']))).headers.get('content-type')).toBe('image/webp');
    const { host: _, ...sent } = remote.headers();
    expect(sent).toEqual({
      accept: 'image/jpeg, image/png, image/webp, image/avif, image/gif',
      'accept-encoding': 'identity',
      'user-agent': 'Meridian',
      connection: 'close',
    });
  });

  test('follows at most three redirects', async () => {
    expect((await request(`${remote.url}/again/2`)).status).toBe(201);
    expect(await request(`${remote.url}/again/3`)).toEqual(refused(/Too many redirects/));
  });

  test.each([
    ['/page', /not an image/],
    ['/svg', /not an image/],
    ['/packed', /unsupported content encoding/],
    ['/declared', /larger than 5 MB/],
    ['/endless', /larger than 5 MB/],
    ['/cut', /cannot be reached/],
    ['/gone', /status 404/],
  ])('rejects %s', async (path, reason) => {
    const before = await app.database.db.$count(images);
    expect(await request(remote.url + path)).toEqual(refused(reason));
    expect(await app.database.db.$count(images)).toBe(before);
  });

  test('times out when the picture never arrives', async () => {
    expect(await request(`${remote.url}/silent`)).toEqual(refused(/took too long/));
  });

  test.each([
    ['file:///etc/passwd', /http and https/],
    ['ftp://127.0.0.1/a.png', /http and https/],
    ['data:image/png;base64,AAAA', /http and https/],
    ['a.png', /not a web address/],
    ['http://user:secret@127.0.0.1/a.png', /password/],
    ['http://127.0.0.2/a.png', /public internet/],
    ['http://[::1]/a.png', /public internet/],
  ])('rejects the URL %s', async (url, reason) => {
    expect(await request(url)).toEqual(refused(reason));
  });

  test('requires an administrator and a valid body', async () => {
    const before = remote.requestedPaths.length;
    const url = `${remote.url}/photo.jpg`;
    const json = { 'content-type': 'application/json' };
    expect((await request(url, app, json)).status).toBe(401);
    expect(remote.requestedPaths.length).toBe(before);
  });

  test('checks a redirect like the first URL', async () => {
    const otherSite = await startRemoteSite((response) => response.end());
    for (const name of ['http://127.0.0.2:1/', 'file:///etc/passwd', 'http://[::1]:1/'])
      expect((await request(`${remote.url}/to/${encodeURIComponent(name)}`)).status).toBe(422);
    expect(otherSite.requestedPaths).toEqual([]);
    await otherSite.close();
  });
});

test('local and private addresses are not requested, however they are written', async () => {
  const careful = await testApp();
  try {
    const headers = { ...(await adminHeaders(careful)), 'content-type': 'application/json' };
    const { port } = new URL(remote.url);
    const before = remote.requestedPaths.length;
    const names = [
      `http://127.0.0.1:${port}/photo.jpg`,
      'http://localhost/photo.jpg',
      'http://2130706433/photo.jpg',
      'http://[::ffff:127.0.0.1]/photo.jpg',
      'http://169.254.169.254/latest/meta-data/',
    ];
    for (const name of names)
      expect(await request(name, careful, headers)).toEqual(refused(/public internet/));
    expect(remote.requestedPaths.length).toBe(before);
  } finally {
    await careful.close();
  }
});

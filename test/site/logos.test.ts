import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { backup } from '../../src/cli/backup/backup.server.ts';
import { restore } from '../../src/cli/backup/restore.server.ts';
import { findCommand } from '../../src/cli/commands.ts';
import { outboxMails, postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { openEmbeddedTestDatabase } from '../databases.ts';
import { makeArticle } from '../factories.ts';
import { uploadLogos } from '../logos.ts';
import { uploadPicture } from '../picture-requests.ts';
import { makeBomb, makePhonePhoto, makePhoto, makePngOf } from '../pictures.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { prepareAdminSite } from './admin-site.ts';

const DEFAULTS = { appearance_logo: '', appearance_icon: '' };

describe.each(databaseKindsFor(import.meta.filename))('the logo and the icon (%s)', (databaseKind) => {
  let now = new Date('2026-11-22T12:00:00Z');
  let uploaded: Awaited<ReturnType<typeof uploadLogos>>;
  const site = prepareAdminSite({ databaseKind, clock: () => now }, 'all');
  beforeAll(async () => {
    uploaded = await uploadLogos(site.app, site.headers);
    await makeArticle(site.app.database, { slug: 'rain' });
  });

  const { text } = site;
  const upload = (kind: 'logos' | 'icons', bytes: Uint8Array | string) =>
    site.app.fetch(`/api/newsroom/settings/${kind}`, {
      method: 'POST',
      headers: site.headers,
      body: Buffer.from(bytes),
    });
  const picture = async (path: string) => {
    const response = await site.app.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const structuredData = async (path: string) => {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await text(path))?.[1];
    return JSON.parse(json ?? '{}') as Readonly<Record<string, unknown>>;
  };

  test('are on every page, in the newsroom, in emails and in structured data, until they are removed', async () => {
    const before = await Promise.all(['/', '/about', '/article/rain', '/login'].map(text));
    await changeSettings(site.app, site.headers, uploaded);
    const { appearance_logo: logo, appearance_icon: icon } = uploaded;
    for (const path of ['/', '/about', '/article/rain', '/unknown', '/api']) {
      const html = await text(path);
      expect(html.split(`<img class="logo-picture" src="${logo}" alt="Meridian"`).length).toBe(3);
      expect(html).not.toContain('logo-meridian');
    }
    for (const path of ['/about', '/login', '/api']) {
      const html = await text(path);
      expect(html).toContain(`<link rel="icon" href="${sized(icon, 32)}" type="image/png" sizes="32x32"/>`);
      expect(html).toContain(`<link rel="apple-touch-icon" href="${sized(icon, 180)}"`);
      expect(html).not.toMatch(/favicon|\/apple-touch-icon/);
    }
    const data = { '@type': 'ImageObject', url: PUBLIC_URL + logo, width: '384 px', height: '96 px' };
    expect(await structuredData('/')).toMatchObject({ logo: data });
    expect(await structuredData('/article/rain')).toMatchObject({ publisher: { logo: data } });
    expect(await mailHtml('ada@reader.example')).toContain(
      `<img src="${PUBLIC_URL}${logo}" alt="Meridian" width="128" height="32"`,
    );

    const icons = ['192x192', '512x512'].map((sizes) => {
      return { src: sized(icon, Number.parseInt(sizes, 10)), sizes, type: 'image/png' };
    });
    expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({ icons });

    await changeSettings(site.app, site.headers, { appearance_logo: '' });
    const iconData = { url: PUBLIC_URL + icon, width: '512 px', height: '512 px' };
    expect(await structuredData('/')).toMatchObject({ logo: iconData });
    await changeSettings(site.app, site.headers, DEFAULTS);
    expect(await Promise.all(['/', '/about', '/article/rain', '/login'].map(text))).toEqual(before);
    expect(await mailHtml('bob@reader.example')).not.toContain('<img');
  });

  test('are PNG files in fixed sizes, without metadata and with immutable addresses', async () => {
    const { appearance_logo: logo, appearance_icon: icon } = uploaded;
    const { response, bytes } = await picture(logo);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 384, height: 96 });
    for (const size of [32, 180, 192, 512]) {
      const { width, height } = await sharp((await picture(sized(icon, size))).bytes).metadata();
      expect([width, height]).toEqual([size, size]);
    }
    // A rotated photo with its position: upright, centered in a transparent square, on white for iOS.
    const phone = await sharp(await makePhonePhoto())
      .resize(1280)
      .withMetadata()
      .jpeg()
      .toBuffer();
    const { url } = (await (await upload('icons', phone)).json()) as { url: string };
    const corner = async (size: number) => {
      const { bytes: png } = await picture(sized(url, size));
      return [...(await sharp(png).ensureAlpha().raw().toBuffer()).subarray(0, 4)];
    };
    expect(await corner(512)).toEqual([0, 0, 0, 0]);
    expect(await corner(180)).toEqual([255, 255, 255, 255]);
    expect((await picture(url)).bytes.toString('latin1')).not.toMatch(/Exif|Telltale|GPS/);
    expect(await uploadLogos(site.app, site.headers)).toEqual(uploaded);
  });

  test('answer at the usual paths of icons, also to clients that read no page', async () => {
    const builtIcon = (await picture('/favicon.ico')).bytes;
    await changeSettings(site.app, site.headers, uploaded);
    const ico = await picture('/favicon.ico');
    expect(ico.response.headers.get('content-type')).toBe('image/x-icon');
    expect(ico.response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await icoSizes(ico.bytes)).toEqual([16, 32, 48]);
    const etag = ico.response.headers.get('etag') ?? '';
    expect((await site.app.fetch('/favicon.ico', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await site.app.fetch('/favicon.ico', { method: 'HEAD' })).status).toBe(200);
    for (const [path, size] of Object.entries({ '/favicon.svg': 32, '/apple-touch-icon.png': 180 })) {
      const { status, headers } = await site.app.fetch(path);
      expect([status, headers.get('location')]).toEqual([302, sized(uploaded.appearance_icon, size)]);
    }
    await changeSettings(site.app, site.headers, DEFAULTS);
    expect((await picture('/favicon.ico')).bytes).toEqual(builtIcon);
    expect(await icoSizes(builtIcon)).toEqual([16, 32, 48]);
    const unknown = sized(uploaded.appearance_icon, 512).replace(/[0-9a-f]{40}/, 'a'.repeat(40));
    expect((await site.app.fetch(unknown.replace('.png', '.ico'))).status).toBe(404);
  });

  test('cannot be other files, or pictures of another size', async () => {
    const png = (width: number, height: number) => makePhoto({ width, height, format: 'png' });
    const count = await site.app.database.db.$count(images);
    type Attempt = readonly [
      kind: 'logos' | 'icons',
      body: Uint8Array | string,
      status: number,
      message: RegExp,
    ];
    const attempts: readonly Attempt[] = [
      ['logos', '<script>alert(1)</script>', 415, /image file/],
      ['icons', makeBomb(60_000, 60_000), 415, /image file|too many pixels/],
      ['logos', (await png(400, 100)).subarray(0, 400), 415, /image file/],
      ['logos', await png(300, 95), 415, /at least 96 pixels high/],
      ['logos', await png(1100, 100), 415, /at most ten times as wide/],
      ['logos', await png(100, 500), 415, /at most four times as high/],
      ['icons', await png(511, 100), 415, /at least 512 pixels/],
      ['logos', await makePngOf(5 * 1024 * 1024), 413, /less than 5MB/],
    ];
    for (const [kind, body, status, message] of attempts) {
      const response = await upload(kind, body);
      expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(message)]);
    }
    expect(await site.app.database.db.$count(images)).toBe(count);
  });

  test('are only set to files that this site has stored', async () => {
    const absent = uploaded.appearance_logo.replace(/[0-9a-f]{40}/, 'a'.repeat(40));
    const config = readConfig({ DATA_DIR: site.app.dataDir });
    const context = { config, database: site.app.database, print: () => {} };
    await expect(findCommand('settings')?.run(['set', 'appearance_logo', absent], context)).rejects.toThrow(
      'appearance_logo: Please upload the logo.',
    );
    for (const value of [
      absent,
      uploaded.appearance_icon,
      `${uploaded.appearance_logo}?`,
      `/media/logos/../${'a'.repeat(40)}-96.png`,
      `/media/logos/${'a'.repeat(5000)}`,
      7,
    ]) {
      const response = await patchSettings(site.app, site.headers, { appearance_logo: value });
      expect([value, response.status]).toEqual([value, 422]);
      expect(await response.json()).toMatchObject({ fields: { appearance_logo: expect.any(String) } });
    }
  });

  test('outlive the cleaning of unused pictures, because sent emails show them', async () => {
    const { url } = await uploadPicture(site.app, site.headers, await makePhoto({ seed: 3 }));
    const start = now;
    now = new Date(start.getTime() + 8 * DAY_MS);
    await site.app.jobs.runDue();
    now = start;
    expect((await site.app.fetch(url)).status).toBe(404);
    await picture(uploaded.appearance_logo);
    await picture(uploaded.appearance_icon);
  });

  test('are in a backup, and restored with it', async () => {
    await changeSettings(site.app, site.headers, uploaded);
    const folder = mkdtempSync(join(tmpdir(), 'meridian-logos-'));
    const other = await openEmbeddedTestDatabase();
    const contextOf = (database: typeof other.database, dataDir: string) => {
      return { config: readConfig({ DATA_DIR: dataDir }), database, print: () => {} };
    };
    try {
      const file = join(folder, 'backup.tar.gz');
      await backup.run([file], contextOf(site.app.database, site.app.dataDir));
      const dataDir = join(folder, 'restored');
      await restore.run([file], contextOf(other.database, dataDir));
      expect(await readSettings(other.database.db)).toMatchObject(uploaded);
      const { appearance_logo: logo, appearance_icon: icon } = uploaded;
      const stored = [logo, ...[32, 180, 192, 512].map((size) => sized(icon, size))];
      expect(stored.filter((path) => !existsSync(join(dataDir, path)))).toEqual([]);
    } finally {
      await other.close();
      rmSync(folder, { recursive: true, force: true });
      await changeSettings(site.app, site.headers, DEFAULTS);
    }
  });

  test('are uploaded at most sixty times an hour', async () => {
    const small = await makePhoto({ width: 8, height: 8, format: 'png' });
    const statuses: number[] = [];
    for (let number = 0; number < 61; number++) statuses.push((await upload('icons', small)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  async function mailHtml(email: string): Promise<string> {
    await postJson(site.app, '/api/accounts', { name: 'Ada', email, password: 'nine small herons fishing' });
    const [mail] = await outboxMails(site.app, email);
    return String(mail?.html);
  }
});

/** The file of an icon in another size. */
const sized = (url: string, size: number) => url.replace('-512.png', `-${size}.png`);

/** The sizes of the PNG pictures in an icon file, which its entries and the pictures agree about. */
async function icoSizes(file: Buffer): Promise<number[]> {
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  const sizes: number[] = [];
  for (let entry = 6; entry < 6 + 16 * file.readUInt16LE(4); entry += 16) {
    const [length, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
    const { format, width, height } = await sharp(file.subarray(offset, offset + length)).metadata();
    expect([format, width, height]).toEqual(['png', file.readUInt8(entry), file.readUInt8(entry + 1)]);
    sizes.push(width);
  }
  return sizes;
}

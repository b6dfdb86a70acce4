import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { DAY_MS } from '#platform/durations.ts';
import { findCommand } from '../../src/cli/commands.ts';
import { outboxMails, postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { uploadLogos } from '../logos.ts';
import { uploadPicture } from '../picture-requests.ts';
import { makeBomb, makePhonePhoto, makePhoto, makePngOf } from '../pictures.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { prepareAdminSite } from './admin-site.ts';

const DEFAULTS = { appearance_logo: '', appearance_logo_on_dark: false, appearance_icon: '' };

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
    expect(await mailHtml('ada@reader.example')).toContain(
      `<img src="${PUBLIC_URL}${logo}" alt="Meridian" width="128" height="32"`,
    );

    // In the bar, the footer and the splash screen.
    const plain = () =>
      text('/').then((html) => html.split('style="background:none;color:inherit"').length - 1);
    expect(await plain()).toBe(0);
    await changeSettings(site.app, site.headers, { appearance_logo_on_dark: true });
    expect(await plain()).toBe(3);
    expect(await text('/')).toContain('hero-globe');
    await changeSettings(site.app, site.headers, { home_globe_shown: false });
    expect(await text('/')).not.toContain('hero-globe');
    await changeSettings(site.app, site.headers, { home_globe_shown: true });

    await changeSettings(site.app, site.headers, DEFAULTS);
    expect(await Promise.all(['/', '/about', '/article/rain', '/login'].map(text))).toEqual(before);
    expect(await mailHtml('bob@reader.example')).not.toContain('<img');
  });

  test('have no metadata of the uploaded photo', async () => {
    const phone = await sharp(await makePhonePhoto())
      .resize(1280)
      .withMetadata()
      .jpeg()
      .toBuffer();
    const { url } = (await (await upload('icons', phone)).json()) as { url: string };
    expect((await picture(url)).bytes.toString('latin1')).not.toMatch(/Exif|Telltale|GPS/);
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

  async function mailHtml(email: string): Promise<string> {
    await postJson(site.app, '/api/accounts', { name: 'Ada', email, password: 'nine small herons fishing' });
    const [mail] = await outboxMails(site.app, email);
    return String(mail?.html);
  }
});

/** The file of an icon in another size. */
const sized = (url: string, size: number) => url.replace('-512.png', `-${size}.png`);

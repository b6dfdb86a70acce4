import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { adminHeaders, outboxMails, postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { HOSTILE_SVG } from '../hostile-svg.ts';
import { changeSettings } from '../settings.ts';

const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

describe.each(databaseKindsFor(import.meta.filename))('a logo and an icon of an SVG (%s)', (databaseKind) => {
  let app: TestApp;
  let headers: Record<string, string>;
  let logo = '';
  let icon = '';
  beforeAll(async () => {
    app = await testApp({ databaseKind });
    headers = await adminHeaders(app);
    await makeArticle(app.database, { slug: 'rain' });
    logo = await stored('logos', HOSTILE_SVG);
    icon = await stored('icons', HOSTILE_SVG);
    await changeSettings(app, headers, { appearance_logo: logo, appearance_icon: icon });
  });
  afterAll(() => app.close());

  const upload = (kind: 'logos' | 'icons', body: string | Uint8Array) =>
    app.fetch(`/api/newsroom/settings/${kind}`, { method: 'POST', headers, body: Buffer.from(body) });
  const stored = async (kind: 'logos' | 'icons', body: string) => {
    const response = await upload(kind, body);
    expect([response.status, kind]).toEqual([201, kind]);
    return ((await response.json()) as { url: string }).url;
  };
  const text = async (path: string) => (await app.fetch(path)).text();
  const png = async (path: string) => {
    const response = await app.fetch(path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    return sharp(Buffer.from(await response.arrayBuffer()));
  };

  test('is served as SVG of shapes only, in a sandbox', async () => {
    for (const path of [logo, icon]) {
      const response = await app.fetch(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-disposition')).toBeNull();
      const markup = await response.text();
      expect(markup).not.toMatch(/script|pwned|onload|alert|x\.example|data:|import|animate|href="(?!#)/i);
      // References in another spelling are rendered, but not counted.
      expect(markup).not.toMatch(/ref\(|url\((?!#[\w.-]+\))/);
      expect(markup).toContain('fill="#c00"');
    }
    const part = await app.fetch(logo, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.headers.get('content-security-policy')]).toEqual([206, POLICY]);
    // Only the icon follows the color scheme: a logo has the same surface in both.
    expect(await text(icon)).toContain('@media (prefers-color-scheme:dark)');
    expect(await text(logo)).not.toContain('@media');
  });

  test('is rendered as PNG for everything that shows no SVG', async () => {
    expect(logo).toMatch(/^\/media\/logos\/[0-9a-f]{40}-192\.svg$/);
    const picture = await png(logo.replace('.svg', '.png'));
    expect(await picture.metadata()).toMatchObject({ width: 192, height: 96 });
    for (const size of [32, 180, 192, 512]) {
      const file = await png(icon.replace('512.svg', `${size}.png`));
      expect(await file.metadata()).toMatchObject({ width: size, height: size });
    }
    const pixel = async (size: number, left: number, top: number) => {
      const file = await png(icon.replace('512.svg', `${size}.png`));
      return [...(await file.ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
    };
    expect(await pixel(512, 256, 256)).toEqual([204, 0, 0, 255]);
    expect(await pixel(512, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(await pixel(180, 0, 0)).toEqual([255, 255, 255, 255]);
    const ico = await app.fetch('/favicon.ico');
    expect([ico.status, ico.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  });

  test('is the SVG on pages, and a PNG in emails, structured data, link previews and on home screens', async () => {
    const page = await text('/about');
    expect(page).toContain(`<img class="logo-picture" src="${logo}" alt="Meridian" width="64" height="32"`);
    expect(page).toContain(`<link rel="icon" href="${icon}" type="image/svg+xml" sizes="any"/>`);
    expect(page).toContain(`<link rel="apple-touch-icon" href="${icon.replace('512.svg', '180.png')}"`);
    expect(page).toContain(`<meta property="og:image" content="${PUBLIC_URL}${logo.replace('svg', 'png')}"`);
    const redirect = await app.fetch('/favicon.svg');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, icon]);
    const article = await text('/article/rain');
    expect(article).toContain(`"url":"${PUBLIC_URL}${logo.replace('svg', 'png')}"`);
    expect(JSON.parse(await text('/manifest.webmanifest')).icons).toEqual([
      { src: icon, sizes: 'any', type: 'image/svg+xml' },
      { src: icon.replace('512.svg', '192.png'), sizes: '192x192', type: 'image/png' },
      { src: icon.replace('512.svg', '512.png'), sizes: '512x512', type: 'image/png' },
    ]);
    const account = { name: 'Ada', email: 'ada@reader.example', password: 'nine small herons fishing' };
    await postJson(app, '/api/accounts', account);
    const html = String((await outboxMails(app, account.email))[0]?.html);
    expect(html).toContain(`src="${PUBLIC_URL}${logo.replace('svg', 'png')}"`);
    expect(html).not.toContain('.svg');
  });

  test('is not stored if it contains something that cannot be kept, and not accepted for articles', async () => {
    const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
    const files = () => readdirSync(join(app.dataDir, 'media'), { recursive: true }).length;
    const before = [await app.database.db.$count(images), files()];
    for (const [body, status, message] of [
      [svg('<text>Meridian</text>'), 415, /convert it to outlines/],
      [svg('<foreignObject/><path d="M0 0h9v9z"/>'), 415, /other content than shapes/],
      [svg('<script>alert(1)</script>'), 415, /shows nothing/],
      [svg('<path d="M0 0h9v9z"/>', 'viewBox="0 0 11 1"'), 415, /ten times as wide/],
      [svg('<path d="M0 0h9v9z"/>', 'viewBox="0 0 1 5"'), 415, /four times as high/],
      [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 415, /declares entities/],
      [svg('<g>'.repeat(80_000)), 415, /too complicated/],
      [svg(' '.repeat(300_000)), 415, /256 KB/],
      [svg(' '.repeat(10_000_000)), 413, /less than 5MB|too large/],
    ] as const) {
      const response = await upload('logos', body);
      expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(message)]);
    }
    const picture = { method: 'POST', headers, body: svg('<path d="M0 0h9v9z"/>') };
    expect((await app.fetch('/api/newsroom/images', picture)).status).toBe(415);
    expect([await app.database.db.$count(images), files()]).toEqual(before);
  });
});

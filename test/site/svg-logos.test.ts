import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
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

  test('is not stored if it contains something that cannot be kept, and not accepted for articles', async () => {
    const svg = (content: string, attributes = 'viewBox="0 0 10 10"') =>
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
    const files = () => readdirSync(join(app.dataDir, 'media'), { recursive: true }).length;
    const before = [await app.database.db.$count(images), files()];
    for (const [body, status, message] of [
      [svg('<text>Meridian</text>'), 415, /convert it to outlines/],
      [svg('<foreignObject/><path d="M0 0h9v9z"/>'), 415, /other content than shapes/],
      [svg('<script>alert(1)</script>'), 415, /shows nothing/],
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

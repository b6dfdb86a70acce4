import { describe, expect, test } from 'vitest';
import { databaseKindsFor } from '../app.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { prepareAdminSite } from './admin-site.ts';

const BLUE = { appearance_accent_light: '#1f4fa8', appearance_accent_dark: '#8fb4ff' };

const LINK = /<link rel="stylesheet" href="(\/appearance\/[\w-]{22}\.css)"\/>/;

describe.each(databaseKindsFor(import.meta.filename))('the accent color (%s database)', (databaseKind) => {
  const site = prepareAdminSite({ databaseKind });

  const { text } = site;
  const styleSheetOf = async (path: string) => LINK.exec(await text(path))?.[1];
  const settings = async () =>
    (await site.app.fetch('/api/newsroom/settings', { headers: site.headers })).json() as Promise<
      Readonly<Record<string, unknown>>
    >;

  test('is in one style sheet that every page and the newsroom link after their own', async () => {
    await changeSettings(site.app, site.headers, BLUE);
    const path = (await styleSheetOf('/')) ?? '';
    for (const page of ['/articles', '/about', '/unknown', '/api', '/login', '/admin']) {
      expect([page, await styleSheetOf(page)]).toEqual([page, path]);
      const links = (await text(page)).match(/<link rel="stylesheet"[^>]*>/g) ?? [];
      expect(links.at(-1)).toContain(path);
    }
    const response = await site.app.fetch(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const css = await response.text();
    expect(css).toContain('--accent:#1f4fa8');
    expect(css).toContain('@media screen and (prefers-color-scheme:dark){:root:root{--accent:#8fb4ff');
    const etag = response.headers.get('etag') ?? '';
    expect((await site.app.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('is rejected at the field with the nearest color that is readable, which is accepted', async () => {
    const before = await settings();
    const patch = { appearance_accent_light: '#ffe000', appearance_accent_dark: '#123456' };
    const rejected = await patchSettings(site.app, site.headers, patch);
    expect(rejected.status).toBe(422);
    const { fields } = (await rejected.json()) as { fields: Readonly<Record<string, string>> };
    const nearest = Object.fromEntries(
      Object.entries(fields).map(([name, message]) => [name, /#[0-9a-f]{6}/.exec(message)?.[0]]),
    );
    expect(new Set(Object.keys(nearest))).toEqual(new Set(Object.keys(patch)));
    expect(await settings()).toEqual(before);
    await changeSettings(site.app, site.headers, nearest);
    expect(await settings()).toMatchObject(nearest);
  });

  test('is one hexadecimal color', async () => {
    for (const color of ['red', '#fff', '#12345g', '#1f4fa8;}', null, '#'.repeat(100_000)]) {
      const rejected = await patchSettings(site.app, site.headers, { appearance_accent_light: color });
      const fields = { appearance_accent_light: expect.any(String) };
      expect([rejected.status, await rejected.json()]).toMatchObject([422, { fields }]);
    }
  });
});

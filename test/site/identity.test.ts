import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { openServerTestDatabase } from '../databases.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { changeSettings } from '../settings.ts';
import { prepareAdminSite } from './admin-site.ts';

const RENAMED = {
  publication_name: 'The “Harbour” & Post',
  publication_tagline: 'News by the water',
  publication_description: 'What the harbour says.',
  publication_default_author: 'Harbour Staff',
  contact_email: 'desk@harbour.example',
  contact_address: ['Pier 3'],
  contact_social: ['https://social.example/@harbour'],
  home_headline: 'Tides explained',
};

const escaped = 'The “Harbour” &amp; Post';

const PAGES = ['/', '/about', '/articles', '/contact', '/newsletter', '/login', '/admin', '/unknown', '/api'];

describe.each(databaseKindsFor(import.meta.filename))('a changed identity (%s database)', (databaseKind) => {
  const site = prepareAdminSite({ databaseKind });

  const { text } = site;

  test('is in the next response of every page, and the former one in none', async () => {
    for (const path of PAGES) expect(await text(path)).toContain('Meridian');
    await changeSettings(site.app, site.headers, RENAMED);
    for (const path of PAGES) {
      const html = await text(path);
      expect([path, html.includes(escaped)]).toEqual([path, true]);
      expect([path, html.includes('Meridian')]).toEqual([path, false]);
    }
    expect(await text('/')).toContain('Tides explained');
    expect(await text('/')).toContain('© 2025 The “Harbour” &amp; Post');
    expect(await text('/contact')).toMatch(/desk@harbour\.example.*Pier 3.*social\.example/s);
    expect(await text('/feed.xml')).toContain(`<title>${escaped}</title>`);
    expect(await text('/api/openapi.json')).toContain('The “Harbour” & Post API');
    expect(await text('/api/categories')).toContain('News by the water');
  });

  test('changes what is unavailable or missing as well', async () => {
    await text('/unknown');
    await changeSettings(site.app, site.headers, RENAMED);
    await site.app.database.close();
    const response = await site.app.fetch('/articles');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain(escaped);
  });

  test('signs articles of the publication, also those of the former name', async () => {
    const newsroom = await newsroomApi(site.app);
    await newsroom.create({ slug: 'before', is_draft: false });
    await changeSettings(site.app, site.headers, RENAMED);
    await newsroom.create({ slug: 'after', is_draft: false });
    const author = (name: string) => `"author":[{"@type":"Organization","name":"${name}"}]`;
    expect(await text('/article/before')).toContain(author('Meridian Editorial Team'));
    expect(await text('/article/after')).toContain(author('Harbour Staff'));
    await changeSettings(site.app, site.headers, { publication_default_author: 'Third Desk' });
    expect(await text('/article/after')).toContain(author('Harbour Staff'));
  });

  test('keeps the pages when a setting of another kind changes', async () => {
    const etag = (await site.app.fetch('/about')).headers.get('etag');
    await changeSettings(site.app, site.headers, { comment_links_allowed: 3 });
    expect((await site.app.fetch('/about')).headers.get('etag')).toBe(etag);
  });
});

test('a changed identity reaches another process, whose pages are rendered again', async () => {
  const opened = await openServerTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-identity-'));
  const other = await openDatabase({ url: opened.url ?? '' });
  const second = { database: other, url: opened.url, close: () => other.close() };
  const apps = [
    await testApp({ testDatabase: opened, dataDir }),
    await testApp({ testDatabase: second, dataDir }),
  ];
  try {
    const [here, there] = apps as [TestApp, TestApp];
    const nameThere = async (path: string) => (await (await there.fetch(path)).text()).includes('The Daily');
    expect(await nameThere('/about')).toBe(false);
    expect(await nameThere('/login')).toBe(false);
    await changeSettings(here, await adminHeaders(here), { publication_name: 'The Daily' });
    await expect.poll(() => nameThere('/about'), { timeout: 30_000, interval: 20 }).toBe(true);
    await expect.poll(() => nameThere('/login'), { timeout: 30_000, interval: 20 }).toBe(true);
  } finally {
    for (const app of apps.toReversed()) await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

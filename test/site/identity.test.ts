import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { databaseKindsFor } from '../app.ts';
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

  test('has samples that readers and the checklist know as such, until they are changed', async () => {
    const note = 'Sample text, until the newsroom writes its own.';
    const marked = async () => {
      const pages = await Promise.all(['/about', '/contact', '/newsletter'].map(text));
      return pages.map((page) => page.split(note).length - 1);
    };
    const open = async () => {
      const response = await site.app.fetch('/api/newsroom/system', { headers: site.headers });
      const { checklist } = (await response.json()) as { checklist: { name: string; is_done: boolean }[] };
      const samples = new Set(['contact', 'social', 'about', 'benefits']);
      return checklist.filter((check) => samples.has(check.name) && !check.is_done).map(({ name }) => name);
    };
    expect([await marked(), await open()]).toEqual([
      [3, 1, 1],
      ['contact', 'social', 'about', 'benefits'],
    ]);
    await changeSettings(site.app, site.headers, { about_mission: ['{name} is real.'], ...RENAMED });
    expect([await marked(), await open()]).toEqual([
      [2, 0, 1],
      ['about', 'benefits'],
    ]);
    await changeSettings(site.app, site.headers, {
      about_principles: [],
      about_timeline: [],
      newsletter_benefits: ['One email.'],
    });
    expect([await marked(), await open()]).toEqual([[0, 0, 0], []]);
    // Without a mail server nobody is subscribed.
    const saved = await text('/newsletter/subscribed');
    expect(saved).toContain('Your address was saved');
    expect(saved).not.toContain('Subscribed!');
  });

  test('signs new articles and samples, also without a name of its own for it, and no other ones', async () => {
    const newsroom = await newsroomApi(site.app);
    const sign = async (slug: string) => newsroom.create({ slug, is_draft: false });
    const author = (name: string) => `"author":[{"@type":"Organization","name":"${name}"}]`;
    await sign('sample');
    await site.app.database.db.update(articles).set({ isSample: true }).where(eq(articles.slug, 'sample'));
    await sign('before');
    await changeSettings(site.app, site.headers, RENAMED);
    await sign('after');
    await changeSettings(site.app, site.headers, {
      publication_name: 'The Gazette',
      publication_default_author: '',
    });
    await sign('later');
    await site.app.jobs.runDue();
    for (const [slug, name] of [
      ['sample', 'The Gazette Editorial Team'],
      ['before', 'Meridian Editorial Team'],
      ['after', 'Harbour Staff'],
      ['later', 'The Gazette Editorial Team'],
    ] as const)
      expect([slug, await text(`/article/${slug}`)]).toEqual([slug, expect.stringContaining(author(name))]);
  });
});

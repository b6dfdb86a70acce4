import { describe, expect, test } from 'vitest';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { createPage, deletePage, savePage } from '../own-page-api.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { prepareAdminSite } from './admin-site.ts';

type Link = readonly [label: string, href: string];

const link = (label: string, target: string) => ({ label, target });

describe.each(databaseKindsFor(import.meta.filename))('the navigation (%s database)', (databaseKind) => {
  const site = prepareAdminSite({ databaseKind }, 'all');

  const part = async (start: string, end: string) => {
    const html = await (await site.app.fetch('/about')).text();
    return html.slice(html.indexOf(start), html.indexOf(end));
  };
  const linksIn = (html: string): Link[] =>
    Array.from(
      html.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>([^<]+)<\/a>/g),
      ([, href = '', label = '']) => [label.replaceAll('&amp;', '&'), href] as const,
    );
  const menu = async () => linksIn(await part('<nav class="bar-menu"', '<div popover="auto" id="menu"'));
  const footer = async () => {
    const html = await part('<footer', '</footer>');
    const lists = html.matchAll(/<nav aria-label="([^"]+)".*?<\/nav>/gs);
    return Array.from(lists, ([list, title = '']) => [title, linksIn(list)] as const);
  };

  test('has other entries in the next response, which follow the sections', async () => {
    await site.app.fetch('/about');
    await changeSettings(site.app, site.headers, {
      navigation_menu: [
        link('', 'section:sports'),
        link('Our ethics', '/ethics'),
        link('', 'https://www.shop.example'),
        link('Gone', 'section:gone'),
        link('', 'list:media'),
      ],
      navigation_footer: [
        { title: 'Read', entries: [link('', 'list:sections'), link('Games', 'section:sports')] },
        { title: 'Nothing', entries: [link('', 'section:gone')] },
      ],
    });
    expect(await menu()).toEqual([
      ['Sports', '/sports'],
      ['Our ethics', '/ethics'],
      ['shop.example', 'https://www.shop.example/'],
      ['Podcast', '/podcasts'],
      ['Videos', '/videos'],
      ['Contact', '/contact'],
    ]);
    expect(await part('<nav class="bar-menu"', '</nav>')).toMatch(/<button[^>]*>Media</);
    const [[title, links] = ['', []], ...others] = await footer();
    expect([title, links.length, others]).toEqual(['Read', 6, []]);
    expect(links.filter(([, href]) => href === '/sports')).toEqual([['Games', '/sports']]);
  });

  test('follows own pages: a new address and title, and whether they are published', async () => {
    const newsroom = await newsroomApi(site.app, 'editor');
    const page = await createPage(newsroom, 'Our rules', { slug: 'rules', lang: 'fr', in_footer: false });
    const target = `page:${page.id}`;
    await changeSettings(site.app, site.headers, {
      navigation_menu: [link('', target), link('Nothing', `page:${crypto.randomUUID()}`)],
      navigation_footer: [{ title: 'Pages', entries: [link('Rules', target)] }],
    });
    const shown = async () => [(await menu()).slice(0, -1), await footer()];
    expect(await shown()).toEqual([[['Our rules', '/rules']], [['Pages', [['Rules', '/rules']]]]]);
    const { body: moved } = await savePage(newsroom, page, { slug: 'ethics-code', title: 'Our ethics' });
    expect(await shown()).toEqual([
      [['Our ethics', '/ethics-code']],
      [['Pages', [['Rules', '/ethics-code']]]],
    ]);
    const { body: unpublished } = await savePage(newsroom, moved, { is_draft: true });
    expect(await shown()).toEqual([[], []]);
    const { body: republished } = await savePage(newsroom, unpublished, { is_draft: false });
    expect(await shown()).toHaveProperty('0.0.1', '/ethics-code');
    expect((await deletePage(newsroom, republished)).status).toBe(204);
    expect(await shown()).toEqual([[], []]);
  });

  test('is rejected at the field that is invalid', async () => {
    const targets = [
      '',
      'javascript:alert(1)',
      'http://plain.example',
      '//other.example',
      '/\\other.example',
      '/\t/other.example',
      '/.//other.example',
      'https://name:secret@other.example',
      'section:../admin',
      'page:about',
      'list:everything',
      `/${'x'.repeat(300)}`,
      // Longer as it is stored.
      `/${'é'.repeat(60)}`,
    ];
    for (const target of targets) {
      const response = await patchSettings(site.app, site.headers, {
        navigation_menu: [link('Label', target)],
      });
      const { fields } = await response.json();
      const expected = [target, 422, ['navigation_menu.0.target']];
      expect([target, response.status, Object.keys(fields)]).toEqual(expected);
    }
  });

  test('cannot leave the page with a label or an address', async () => {
    await changeSettings(site.app, site.headers, {
      navigation_menu: [link('"><script>x', '/a"b?<c>'), link('\u202eOver', '/x y')],
    });
    const html = await part('<nav class="bar-menu"', '</nav>');
    expect(html).toContain('href="/a%22b?%3Cc%3E">&quot;&gt;&lt;script&gt;x</a>');
    expect(html).toContain('href="/x%20y">Over</a>');
  });
});

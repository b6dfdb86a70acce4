import robotsParser from 'robots-parser';
import { describe, expect, test } from 'vitest';
import { AI_POLICIES, type AiPolicy } from '#domain/site/ai-crawlers.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { repeatWhileUnavailable } from '../picture-requests.ts';
import { changeSettings, patchSettings } from '../settings.ts';
import { prepareAdminSite } from './admin-site.ts';

/** Crawlers for each purpose, as their operators document them. */
const CRAWLERS = {
  training: ['GPTBot', 'ClaudeBot', 'Google-Extended', 'Applebot-Extended', 'CCBot', 'meta-externalagent'],
  search: ['OAI-SearchBot', 'Claude-SearchBot', 'PerplexityBot'],
  request: ['ChatGPT-User', 'Claude-User', 'Perplexity-User'],
  engine: ['Googlebot', 'bingbot', 'Applebot', 'DuckDuckBot'],
};

describe.each(databaseKindsFor(import.meta.filename))('files for crawlers, on the %s database', (kind) => {
  const site = prepareAdminSite({ databaseKind: kind }, 'all');

  const { text } = site;
  const choose = (policy: AiPolicy) =>
    changeSettings(site.app, site.headers, { discovery_ai_policy: policy });

  async function readRobots() {
    const robots = robotsParser(`${PUBLIC_URL}/robots.txt`, await text('/robots.txt'));
    return {
      robots,
      /** Which kinds of crawlers may read a path. */
      permitted: (path: string) =>
        Object.entries(CRAWLERS).flatMap(([purpose, names]) => {
          const answers = new Set(names.map((name) => robots.isAllowed(PUBLIC_URL + path, name)));
          expect([purpose, answers.size]).toEqual([purpose, 1]);
          return answers.has(true) ? [purpose] : [];
        }),
    };
  }

  test.each([
    ['allow', ['training', 'search', 'request', 'engine']],
    ['search', ['search', 'request', 'engine']],
    ['refuse', ['engine']],
  ] as const)('robots.txt with the policy "%s" lets read: %s', async (policy, expected) => {
    await choose(policy);
    const { robots, permitted } = await readRobots();
    for (const path of ['/', '/article/rain', '/feed.xml']) expect(permitted(path)).toEqual(expected);
    for (const path of ['/admin', '/admin?tab=messages', '/login', '/login?next=x', '/api/articles'])
      expect([path, robots.isAllowed(PUBLIC_URL + path, 'Googlebot')]).toEqual([path, false]);
    expect(robots.getSitemaps()).toEqual([`${PUBLIC_URL}/sitemap.xml`]);
  });

  test('pages, feeds and trust.txt say the same', async () => {
    await site.newsroom.create({ slug: 'rain', title: 'Rain', is_draft: false });
    await site.app.jobs.runDue();
    const picture = /<meta property="og:image" content="[^"]*(\/media\/social\/[^"]+)"/.exec(
      await text('/article/rain'),
    )?.[1];
    const drawn = await repeatWhileUnavailable(() => site.app.fetch(picture ?? '/media/none'));
    expect(drawn.status).toBe(200);
    const tag = async (path: string) => (await site.app.fetch(path)).headers.get('x-robots-tag');
    const oembed = `/oembed?url=${encodeURIComponent(`${PUBLIC_URL}/article/rain`)}`;
    const meta = async (path: string) => /<meta name="robots" content="([^"]*)"/.exec(await text(path))?.[1];
    for (const policy of AI_POLICIES) {
      await choose(policy);
      const refused = policy === 'allow' ? [] : ['noai', 'noimageai'];
      for (const path of ['/', '/article/rain', '/feed.xml', '/sports/feed.json', picture ?? '', oembed])
        expect([path, await tag(path)]).toEqual([path, refused.join(', ') || null]);
      for (const path of ['/', '/article/rain', '/author/nobody'])
        expect(await meta(path)).toBe(
          [path === '/author/nobody' ? 'noindex' : 'max-image-preview:large', ...refused].join(', '),
        );
      for (const path of ['/search', '/search?q=rain', '/search?q=rain&page=9'])
        expect([path, await tag(path)]).toEqual([path, ['noindex', ...refused].join(', ')]);
      const trust = await text('/trust.txt');
      expect(trust.includes('datatrainingallowed=no')).toBe(policy !== 'allow');
      expect(trust).not.toContain('datatrainingallowed=yes');
    }
  });

  test('an unknown policy and addresses that are none are refused', async () => {
    for (const patch of [
      { discovery_ai_policy: 'maybe' },
      { discovery_associations: ['javascript:alert(1)'] },
      { discovery_associations: ['https://a.example/\nmember=https://evil.example'] },
    ])
      expect((await patchSettings(site.app, site.headers, patch)).status).toBe(422);
  });

  test('llms.txt is a page only while it is switched on', async () => {
    expect((await site.app.fetch('/llms.txt')).status).toBe(404);
    await changeSettings(site.app, site.headers, { discovery_llms_file: true });
    await site.newsroom.create({
      slug: 'storm',
      title: '[Storm](https://evil.example) <b>',
      excerpt: 'Two\nlines',
      is_draft: false,
    });
    await site.newsroom.create({ slug: 'hidden-draft', title: 'Hidden draft' });
    const file = await text('/llms.txt');
    expect(file).toMatch(/^# .+\n\n> .+\n\n## Sections\n\n- \[/);
    expect(file).toContain(
      `- [\\[Storm\\](https://evil.example) \\<b\\>](${PUBLIC_URL}/article/storm): Two lines\n`,
    );
    expect(file).toContain(`(${PUBLIC_URL}/articles/global-politics): `);
    expect(file).not.toContain('Hidden draft');
    await changeSettings(site.app, site.headers, { discovery_llms_file: false });
    expect((await site.app.fetch('/llms.txt')).status).toBe(404);
  });
});

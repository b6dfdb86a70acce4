import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { findChromium } from '../test/chromium.ts';
import { signInAsAdmin } from './newsroom-site.ts';
import { createPhotograph } from './photograph.ts';
import type { RunningProcess } from './processes.ts';
import { table } from './table.ts';

/** Run through `npm exec`: its hundred dependencies are needed by nothing else. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** Longer than it takes until the pages are compressed. */
const COMPRESSION_MS = 3_000;

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
} as const;
type Category = keyof typeof CATEGORIES;

const Report = z.object({
  categories: z.record(z.enum(Object.keys(CATEGORIES) as Category[]), z.object({ score: z.number() })),
});

/** Scores of the reader's pages in Lighthouse, with the settings that it has for phones and for desktop computers. */
export async function measureLighthouse(
  meridian: RunningProcess,
  dataDir: string,
  rounds: number,
): Promise<string> {
  const pages = await createPages(meridian.url, dataDir);
  // Readers meet pages that others have read before: rendered, and compressed with brotli.
  for (const path of Object.values(pages)) await (await fetch(meridian.url + path)).text();
  await delay(COMPRESSION_MS);
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    for (const device of ['phone', 'desktop'] as const) {
      // The results of a search are not for other search engines, and say so.
      const skipped = name === 'search' ? ['--skip-audits=is-crawlable'] : [];
      const scores = new Map<Category, number[]>();
      for (let round = 0; round < rounds; round += 1) {
        const { categories } = await audit(meridian.url + path, [
          ...(device === 'desktop' ? ['--preset=desktop'] : []),
          ...skipped,
        ]);
        for (const [category, { score }] of Object.entries(categories))
          scores.set(category as Category, [
            ...(scores.get(category as Category) ?? []),
            Math.round(score * 100),
          ]);
      }
      rows.push([
        name,
        device,
        ...Object.keys(CATEGORIES).map((category) => range(scores.get(category as Category))),
      ]);
    }
  }
  return `${LIGHTHOUSE}, ${rounds} runs of each page, the lowest and the highest score where they differ. The article has a lead picture.
Each page is in the page cache. The audit \`is-crawlable\` is left out for the search, which is \`noindex\`.

${table(['page', 'device', ...Object.values(CATEGORIES)], rows)}`;
}

/** Adds an article with a lead picture and an author with a profile to the sample articles. */
async function createPages(url: string, dataDir: string): Promise<Record<string, string>> {
  const request = await signInAsAdmin(url, { DATA_DIR: dataDir });
  const photo = await createPhotograph({ width: 2000, height: 1500 });
  const uploaded = await request('POST', '/api/newsroom/images', photo, { 'content-type': 'image/jpeg' });
  const image = z.object({ url: z.string() }).parse(await uploaded.json());
  const author = z
    .object({ id: z.string(), slug: z.string() })
    .parse(await (await request('POST', '/api/newsroom/authors', { name: 'Ada Author' })).json());
  await request('POST', '/api/newsroom/articles', {
    slug: 'audited',
    title: 'What the harbor council decided, and what it left open',
    excerpt: 'The vote on the new quay was close. Three questions remain for the autumn.',
    content: Array.from(
      { length: 12 },
      () => `<p>${'The council met in the old customs house. '.repeat(12)}</p>`,
    ).join(''),
    category_slug: 'sports',
    bylines: [{ author: author.id, name: 'Ada Author' }],
    tags: ['Harbors'],
    image: image.url,
    image_alt: 'The quay in the morning',
    is_draft: false,
  });
  return {
    home: '/',
    'all articles': '/articles',
    'a section': '/sports',
    article: '/article/audited',
    search: '/search?q=river',
    'a tag': '/tag/harbors',
    'an author': `/author/${author.slug}`,
  };
}

async function audit(url: string, options: readonly string[]): Promise<z.infer<typeof Report>> {
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${Object.keys(CATEGORIES).join(',')}`,
      '--chrome-flags=--headless --no-sandbox',
      ...options,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium().executablePath }, maxBuffer: 64 * 1024 * 1024 },
  );
  return Report.parse(JSON.parse(stdout));
}

function range(values: readonly number[] = []): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  return lowest === highest ? String(lowest) : `${lowest}–${highest}`;
}

/**
 * Writes screenshots of every page for manual review: `node test/e2e/screenshots.ts FOLDER [URL]`. Without a URL it
 * starts the built server with its sample content.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../chromium.ts';
import { startServer } from '../server.ts';

const WIDTHS = [390, 1366];
const SCHEMES = ['light', 'dark'] as const;

const PATHS = [
  '/',
  '/articles',
  '/articles?page=2',
  '/articles/global-politics',
  '/articles/african-affairs',
  '/articles/economy-society',
  '/sports',
  '/culture',
  '/media-power',
  '/technology',
  '/opinions',
  '/investigations',
  '/podcasts',
  '/videos',
  '/newsletter',
  '/about',
  '/contact',
  '/404',
];

const [folder, url] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: node test/e2e/screenshots.ts FOLDER [URL]');
mkdirSync(folder, { recursive: true });

const server = url === undefined ? await startServer() : undefined;
const browser = await openBrowser();
try {
  for (const width of WIDTHS) for (const scheme of SCHEMES) await takeAll(browser, width, scheme, folder);
} finally {
  await browser.close();
  await server?.stop();
}

async function takeAll(
  open: Browser,
  width: number,
  colorScheme: 'light' | 'dark',
  into: string,
): Promise<void> {
  const context = await open.newContext({
    baseURL: server?.url ?? url ?? '',
    viewport: { width, height: width === 390 ? 844 : 768 },
    isMobile: width === 390,
    hasTouch: width === 390,
    deviceScaleFactor: 1,
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const take = (name: string) =>
    page.screenshot({ path: join(into, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  for (const path of PATHS) {
    await page.goto(path);
    await loadPictures(page);
    await take(path.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'home');
  }
  await page.goto('/articles');
  await page.locator('a[href^="/article/"]').first().click();
  await loadPictures(page);
  await take('article');
  await page.goto('/about');
  await page.getByRole('button', { name: /time, date and weather/i }).click();
  await take('widget');
  if (width === 390) {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).click();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await take('menu');
  } else {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Content', exact: true }).click();
    await take('drop-down');
  }
  await context.close();
}

/** Scrolls through the page, because pictures below the fold load lazily. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
  });
}

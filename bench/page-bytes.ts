import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/chromium.ts';
import { articlePath } from './our-server.ts';
import type { RunningProcess } from './processes.ts';
import { table } from './table.ts';

const KINDS = ['document', 'stylesheet', 'script', 'font', 'image'] as const;
type Kind = (typeof KINDS)[number];

/** A phone: what it loads before anybody does anything. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Bytes of each page as they come over the wire in a browser, and of its HTML in each form. */
export async function pageBytes(ours: RunningProcess): Promise<string> {
  const pages = { home: '/', article: await articlePath(ours), listing: '/articles' };
  const browser = await openBrowser();
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    const html = await (await fetch(ours.url + path, { headers: { 'accept-encoding': 'identity' } })).text();
    const loaded = await bytesLoaded(browser, ours.url + path);
    const forms = [html.length, gzipSync(html, { level: 9 }).byteLength, brotliCompressSync(html).byteLength];
    const withoutPictures = KINDS.filter((kind) => kind !== 'image').reduce(
      (sum, kind) => sum + loaded[kind],
      0,
    );
    rows.push([
      name,
      forms.map(inKilobytes).join(' / '),
      ...KINDS.slice(1).map((kind) => inKilobytes(loaded[kind])),
      inKilobytes(withoutPictures),
    ]);
  }
  await browser.close();
  return table(
    ['page', 'HTML plain / gzip / brotli', 'CSS', 'script', 'fonts', 'pictures', 'all without pictures'],
    rows,
  );
}

async function bytesLoaded(browser: Browser, url: string): Promise<Record<Kind, number>> {
  // brotli is made a moment after the first answer; readers get that form
  await fetch(url);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const page = await browser.newPage(PHONE);
  const loaded = { document: 0, stylesheet: 0, script: 0, font: 0, image: 0 };
  const counting: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const kind = KINDS.find((known) => known === request.resourceType());
    if (kind === undefined) return;
    counting.push(request.sizes().then(({ responseBodySize }) => void (loaded[kind] += responseBodySize)));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await Promise.all(counting);
  await page.close();
  return loaded;
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

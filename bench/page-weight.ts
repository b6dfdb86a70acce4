import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../test/chromium.ts';
import { articlePath } from './site-server.ts';
import type { RunningProcess } from './processes.ts';
import { table } from './table.ts';

const KINDS = ['document', 'stylesheet', 'script', 'font', 'image'] as const;
type Kind = (typeof KINDS)[number];

/** A phone. Only what loads without any interaction is measured. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Transferred bytes of each page in a browser, and the size of its HTML in each content coding. */
export async function measurePageWeight(meridian: RunningProcess): Promise<string> {
  const pages = { home: '/', article: await articlePath(meridian), listing: '/articles' };
  const browser = await openBrowser();
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(pages)) {
    const html = await (
      await fetch(meridian.url + path, { headers: { 'accept-encoding': 'identity' } })
    ).text();
    const loaded = await bytesLoaded(browser, meridian.url + path);
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
    ['page', 'HTML plain / gzip / brotli', 'CSS', 'script', 'fonts', 'pictures', 'total without pictures'],
    rows,
  );
}

async function bytesLoaded(browser: Browser, url: string): Promise<Record<Kind, number>> {
  // The server compresses with brotli within seconds of the first response. Readers get the brotli variant.
  await fetch(url);
  await new Promise((resolve) => setTimeout(resolve, 3000));
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

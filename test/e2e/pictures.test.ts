import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { openPage, WIDTHS } from './page.ts';

let site: NewsroomServer;
const path = '/article/a-piece-with-pictures';

beforeAll(async () => {
  site = await startNewsroom();
  const { access_token } = await site.signIn(site.editor);
  const post = async (address: string, body: BodyInit, type: string) => {
    const headers = { authorization: `Bearer ${String(access_token)}`, 'content-type': type };
    const response = await fetch(site.url + address, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { url: string };
  };
  const upload = async (width: number, height: number, seed: number) =>
    (
      await post(
        '/api/newsroom/images',
        new Uint8Array(await makePhoto({ width, height, seed })),
        'image/jpeg',
      )
    ).url;
  const [lead, wide, tall, small] = [
    await upload(2000, 1125, 1),
    await upload(1600, 900, 2),
    await upload(600, 900, 3),
    await upload(160, 120, 4),
  ];
  const text = '<p>The light fell on the harbour from the left, and nobody had yet begun to work.</p>'.repeat(
    6,
  );
  await post(
    '/api/newsroom/articles',
    JSON.stringify({
      title: 'A piece with pictures',
      slug: 'a-piece-with-pictures',
      excerpt: 'What they look like in the text.',
      content: `${text}<figure><img src="${wide}" alt="wide"><figcaption>The harbour at seven.</figcaption></figure>${text}<img src="${tall}" alt="tall">${text}<p><img src="${small}" alt="small"></p>${text}`,
      category_slug: 'culture',
      author_name: 'Ada Lovelace',
      author_image: '/placeholder.svg',
      read_time: '5 min read',
      featured: true,
      image: lead,
      image_alt: 'lead',
      tags: [],
      is_draft: false,
    }),
    'application/json',
  );
});
afterAll(() => site.stop());

interface PictureLayout {
  readonly source: string;
  readonly width: number;
  readonly column: number;
}

/** Scrolls to the picture, waits until it has loaded, and measures it. */
async function measurePicture(page: Page, alt: string): Promise<PictureLayout> {
  const picture = page.getByRole('img', { name: alt, exact: true });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc !== ''))
    .toBe(true);
  return picture.evaluate((image: HTMLImageElement) => ({
    source: image.currentSrc,
    width: Math.round(image.getBoundingClientRect().width),
    column: Math.round(document.querySelector('.prose')?.getBoundingClientRect().width ?? 0),
  }));
}

test.each(WIDTHS)('pictures in the text are as wide as allowed, and no wider, at %i', async (width) => {
  const page = await openPage(path, { width, site: site.url });
  const isPhone = width === 390;
  const lead = await measurePicture(page, 'lead');
  const [wide, tall, small] = [
    await measurePicture(page, 'wide'),
    await measurePicture(page, 'tall'),
    await measurePicture(page, 'small'),
  ];
  for (const { source } of [lead, wide, tall, small]) expect(source).toMatch(/\.avif$/);
  expect(wide.width).toBe(isPhone ? wide.column : 752);
  expect(wide.source).toMatch(/-(?:480|960)\.avif$/);
  expect(tall.width).toBe(isPhone ? tall.column : 600);
  expect(small.width).toBe(160);
});

test('late pictures cause no layout shift', async () => {
  const page = await openPage(path, { site: site.url });
  await page.route('**/media/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  const measureBox = () =>
    page.getByRole('img', { name: 'wide' }).evaluate((image) => {
      const { width, height } = image.getBoundingClientRect();
      return { width, height, background: getComputedStyle(image).backgroundImage.slice(0, 27) };
    });
  expect(await measureBox()).toEqual({
    width: 752,
    height: 423,
    background: 'url("data:image/webp;base64',
  });
  await measurePicture(page, 'wide');
  await measurePicture(page, 'tall');
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

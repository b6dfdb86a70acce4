import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { uploadPicture } from '../picture-requests.ts';
import { makePhoto } from '../pictures.ts';
import { openPage } from './page.ts';

let site: ControlledSite;
const path = '/article/a-piece-with-pictures';

beforeAll(async () => {
  site = await startControlledSite();
  const api = await newsroomApi(site.app);
  const { access_token } = await site.signIn(site.editor);
  const headers = { authorization: `Bearer ${String(access_token)}`, 'content-type': 'image/jpeg' };
  const upload = async (width: number, height: number, seed: number) =>
    (await uploadPicture(site.app, headers, await makePhoto({ width, height, seed }))).url;
  const lead = await upload(2000, 1125, 1);
  const wide = await upload(1600, 900, 2);
  const tall = await upload(600, 900, 3);
  const small = await upload(160, 120, 4);
  const text = '<p>The light fell on the harbour, and nobody had yet begun to work.</p>'.repeat(6);
  await api.create({
    slug: 'a-piece-with-pictures',
    content: `${text}<figure><img src="${wide}" alt="wide"><figcaption>The harbour at seven.</figcaption></figure>${text}<img src="${tall}" alt="tall">${text}<p><img src="${small}" alt="small"></p>${text}`,
    image: lead,
    image_alt: 'lead',
    is_draft: false,
  });
});
afterAll(() => site.close());

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

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
  const bytes = await makePhoto({ width: 1600, height: 900, seed: 2 });
  const { url } = await uploadPicture(site.app, headers, bytes);
  const text = '<p>The light fell on the harbour, and nobody had yet begun to work.</p>'.repeat(6);
  await api.create({
    slug: 'a-piece-with-pictures',
    content: `${text}<figure><img src="${url}" alt="wide"><figcaption>The harbour at seven.</figcaption></figure>${text}`,
    image: url,
    image_alt: 'lead',
    is_draft: false,
  });
});
afterAll(() => site.close());

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
  const picture = page.getByRole('img', { name: 'wide', exact: true });
  const box = await picture.evaluate((image) => {
    const { width, height } = image.getBoundingClientRect();
    return { width, height, background: getComputedStyle(image).backgroundImage.slice(0, 27) };
  });
  expect(box).toEqual({ width: 752, height: 423, background: 'url("data:image/webp;base64' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc !== ''))
    .toBe(true);
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
});

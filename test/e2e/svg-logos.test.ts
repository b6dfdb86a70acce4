import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { HOSTILE_SVG } from '../hostile-svg.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';
import { openSettings } from './settings-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

test('a hostile SVG runs nothing when it is opened, neither as it is stored nor as it was uploaded', async () => {
  const page = await openSettings(site, 'appearance', { width: 1366 });
  const buffer = Buffer.from(HOSTILE_SVG);
  const logo = page.getByLabel('Logo', { exact: true });
  await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer });
  const preview = page.locator('.logo-preview-logo');
  await expect(preview).toHaveAttribute('src', /\.svg$/);
  await expect
    .poll(() => preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([192, 96]);
  const path = (await preview.getAttribute('src')) ?? '';

  // `openPage` fails the test on errors, violations of the policy and requests to other hosts.
  const opened = await openPage(path, { site: site.url });
  await expect(opened.locator('circle')).toHaveAttribute('fill', '#c00');
  expect(await opened.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  expect(await opened.locator('script, a, animate, set, style, image, filter').count()).toBe(0);

  // The policy alone prevents it too, for example for files of a restored backup.
  const file = join(site.app.dataDir, path);
  writeFileSync(file, HOSTILE_SVG.replaceAll('https://x.example', site.url));
  const raw = await openPage('/', { site: site.url, script: false, expectedFailures: [/./] });
  // Fonts of the page that are still being loaded.
  await raw.waitForLoadState('networkidle');
  // Those that the policy prevents get no response.
  const responses: string[] = [];
  raw.on('response', (response) => responses.push(new URL(response.url()).pathname));
  await raw.goto(path);
  expect(await raw.locator('script').count()).toBeGreaterThan(0);
  expect(await raw.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  expect(await raw.evaluate(() => self.origin)).toBe('null');
  expect(responses).toEqual([path]);
});

import type { Page } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { expectNoAxeViolations } from './axe.ts';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { resizeTo } from './geometry.ts';
import { openPage } from './page.ts';
import { findArticlePath } from './screens.ts';

let path: string;

beforeAll(async () => {
  path = await findArticlePath();
});

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy link', exact: true });
const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const mailLink = (page: Page) => page.getByRole('link', { name: 'Email this article', exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('copies its URL without query and fragment, and shows it if that fails', async () => {
  const page = await openPage('/about', { width: 390 });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.goto(`${path}?posted=yes#comments`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copyButton(page).click();
  await expect(toasts(page)).toContainText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await copyButton(page).click();
  await expect(toasts(page)).toContainText(new URL(path, page.url()).href);
  // The system has no share dialog.
  await expect(mailLink(page)).toBeVisible();
  await expect(shareButton(page)).toHaveCount(0);
});

test('opens the share dialog of the system where there is one; closing it shows no error', async () => {
  const page = await openPage('/about', { width: 390 });
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.documentElement.dataset['shared'] = data?.url ?? '';
      return Promise.reject(new DOMException('', 'AbortError'));
    };
  });
  await page.goto(`${path}?posted=yes#comments`);
  await shareButton(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', new URL(path, page.url()).href);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await expectNoAxeViolations(page);
  // In one line, so that the button that script adds moves nothing.
  await resizeTo(page, 320);
  const tops = await page
    .locator('.share > *')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
  await emulateMedia(page, { media: 'print' });
  for (const target of [copyButton(page), shareButton(page), mailLink(page)])
    await expect(target).toBeHidden();
});

test('without script it is shared by a link to a new email', async () => {
  const page = await openPage(path, { width: 390, script: false });
  await expect(page.getByRole('button', { name: /^(?:Share|Copy link)$/ })).toHaveCount(0);
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const mail = new URL((await mailLink(page).getAttribute('href')) ?? '');
  expect([mail.protocol, mail.pathname, ...mail.searchParams]).toEqual([
    'mailto:',
    '',
    ['subject', title],
    ['body', page.url()],
  ]);
});

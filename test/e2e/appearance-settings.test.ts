import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { openPage, type Visitor, type Width } from './page.ts';
import { FAILING, openSettings, save, toast } from './settings-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

const open = (width: Width, more: Visitor) => openSettings(site, 'appearance', { ...more, width });

test('an unreadable accent color is rejected, and the nearest readable one is taken with one key', async () => {
  const page = await open(1366, FAILING);
  const light = page.getByLabel('Accent color in the light scheme', { exact: true });
  await expect(light).toHaveAccessibleDescription(/like #1d6b45\. Its contrast/);
  await light.fill('#ffe000');
  await save(page).click();
  await expect(toast(page, 'Failed to save settings')).toBeVisible();
  await expect(light).toBeFocused();
  const offer = page.getByRole('button', { name: /^Use #[0-9a-f]{6}$/ });
  const color = ((await offer.textContent()) ?? '').slice('Use '.length);
  await expect(page.locator('.field-error')).toContainText(`The nearest readable color is ${color}.`);
  await expectNoAxeViolationsInBothSchemes(page);
  await offer.press('Enter');
  await expect(light).toHaveValue(color);
  await expect(light).toBeFocused();
  await expect(offer).toHaveCount(0);
  await expect(page.locator('.appearance-preview').first().locator('.button')).toHaveCSS(
    'background-color',
    rgb(color),
  );
  await page.getByLabel('Accent color in the dark scheme', { exact: true }).fill('#8FB4FF');
  await save(page).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await expect(toast(page, 'Failed to save settings')).toHaveCount(0, { timeout: 1_000 });
  await page.mouse.move(0, 0);
  await expect(save(page)).toHaveCSS('background-color', rgb(color));

  const reader = await openPage('/about', { width: 1366, site: site.url });
  const button = reader.getByRole('link', { name: 'Get the newsletter' });
  await expect(button).toHaveCSS('background-color', rgb(color));
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)');
  await emulateMedia(reader, { colorScheme: 'dark' });
  await expect(button).toHaveCSS('background-color', rgb('#8fb4ff'));
  await expectNoAxeViolationsInBothSchemes(reader);
});

test('a logo and an icon are uploaded, shown everywhere, and removed with the keyboard', async () => {
  const page = await open(390, { expectedFailures: ['/api/newsroom/settings/logos'] });
  const choose = (label: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.getByLabel(label, { exact: true }).setInputFiles(file);
  const png = (width: number, height: number) => makePhoto({ width, height, format: 'png' });
  await choose('Logo', { name: 'small.png', mimeType: 'image/png', buffer: await png(200, 50) });
  await expect(page.locator('.upload')).toContainText('The logo must be at least 96 pixels high.');
  await page.getByRole('button', { name: 'Remove small.png from the list' }).click();
  await choose('Logo', { name: 'wide.png', mimeType: 'image/png', buffer: await png(600, 100) });
  await choose('Icon', { name: 'icon.png', mimeType: 'image/png', buffer: await png(512, 512) });
  const remove = page.getByRole('button', { name: 'Remove the logo' });
  await expect(remove).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the icon' })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await save(page).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await expect(page.locator('.newsroom-name img')).toHaveAttribute('src', /^\/media\/icons\//);

  const reader = await openPage('/', { width: 390, site: site.url });
  const logos = reader.locator('.logo-picture:visible');
  const header = reader.locator('.site-name');
  await expect(header).toHaveAccessibleName(await publicationName(page));
  for (const logo of await logos.all())
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(96);
  await expect(header.locator('img')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expectNoAxeViolationsInBothSchemes(reader);

  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Upload a logo' })).toBeFocused();
  // The toast of the first save may still be shown.
  const saved = page.waitForResponse((response) => response.request().method() !== 'GET');
  await save(page).press('Enter');
  expect((await saved).ok()).toBe(true);
  await reader.reload();
  await expect(reader.locator('.site-name svg')).toBeVisible();
});

test('the tab is not left without a question while a logo is uploaded, and the upload ends with it', async () => {
  const page = await open(1366, {});
  const upload = await delayResponses(page, 'POST', '**/api/newsroom/settings/logos');
  const picture = await makePhoto({ width: 600, height: 100, format: 'png' });
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: picture });
  const uploads = page.getByRole('list', { name: 'Pictures being uploaded' });
  await expect(uploads).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'Discard changes' });
  const leave = page.getByRole('tab', { name: 'Media', exact: true });
  await leave.click();
  await expect(question).toContainText(
    'A picture is still being uploaded. If you leave now, it is not added.',
  );
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(uploads).toBeVisible();
  await leave.click();
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/logos'));
  await question.getByRole('button', { name: 'Discard' }).click();
  await cancelled;
  upload.release();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Upload a logo' })).toBeVisible();
  await expect(page.getByText(/^Unsaved changes/)).toHaveCount(0);
});

async function publicationName(page: Page): Promise<string> {
  return (await page.locator('#newsroom').getAttribute('data-name')) ?? '';
}

/** `#0b6b3a` as browsers serialize a computed color. */
function rgb(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgb(${value >> 16}, ${(value >> 8) & 255}, ${value & 255})`;
}

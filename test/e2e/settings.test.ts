import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { makePhoto } from '../pictures.ts';
import { openPage, type Width, WIDTHS } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(undefined, { env: { SITE_TAGLINE: 'Locked here' } });
}, 120_000);
afterAll(() => site.stop());

const FAILING = { expectedFailures: ['/api/newsroom/settings'] };
const open = (width: Width, view: string, more = {}) =>
  signedInPage(site, `/admin?tab=settings&view=${view}`, { width, ...more });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' });

describe.each(WIDTHS)('the settings, at %i pixels', (width) => {
  test('every section has an address and no accessibility problem', async () => {
    const page = await open(width, 'publication');
    for (const [view, heading] of Object.entries({
      publication: 'Publication',
      appearance: 'Appearance',
      contact: 'Contact',
      home: 'Home',
      about: 'About',
      comments: 'Commenting',
      accounts: 'Accounts',
      discovery: 'Feeds and crawlers',
      newsletter: 'Automatic drafts',
      retention: 'Data retention',
      system: 'System',
    })) {
      await page.goto(`/admin?tab=settings&view=${view}`);
      await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
      await expect(page.locator('.spinner')).toHaveCount(0);
      await expectNoAxeViolationsInBothSchemes(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    }
  });

  test('a name is saved with the keyboard alone, and is on the next page of a reader', async () => {
    const page = await open(width, 'publication');
    const name = page.getByLabel('Name', { exact: true });
    await name.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`Harbour ${width}`);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Settings saved')).toBeVisible();
    await expect(page.locator('.newsroom-name')).toContainText(`Harbour ${width}`);
    const reader = await openPage('/about', { width, site: site.url });
    await expect(reader.locator('.site-name')).toHaveText(`Harbour ${width}`);
    await page.reload();
    await expect(name).toHaveValue(`Harbour ${width}`);
  });

  test('a locked field is disabled and names its variable', async () => {
    const page = await open(width, 'publication');
    const tagline = page.getByLabel('Tagline');
    await expect(tagline).toBeDisabled();
    await expect(tagline).toHaveValue('Locked here');
    await expect(tagline).toHaveAccessibleDescription('Set by SITE_TAGLINE');
  });

  test('an invalid entry of a list is marked at its field, with its number', async () => {
    const page = await open(width, 'contact', FAILING);
    const social = page.getByLabel('Social profiles');
    await social.fill('https://a.example/x\nhttp://b.example');
    await save(page).click();
    await expect(toast(page, 'Failed to save settings')).toBeVisible();
    await expect(social).toBeFocused();
    await expect(social).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('.field-error')).toHaveText(/^Entry 2: /);
    await social.fill('https://a.example/x');
    await save(page).click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
  });

  test('a change by someone else is reported, what was entered stays, and is saved by the next press', async () => {
    const [first, second] = [await open(width, 'home', FAILING), await open(width, 'home')];
    await first.getByLabel('Headline').fill(`Mine at ${width}`);
    await expect(second.getByLabel('Button', { exact: true })).toHaveValue(/.+/);
    await second.getByLabel('Button', { exact: true }).fill(`GO ${width}`);
    await save(second).click();
    await expect(toast(second, 'Settings saved')).toBeVisible();

    await save(first).click();
    await expect(first.getByRole('alert').filter({ hasText: 'Someone else changed' })).toBeVisible();
    await expect(first.getByLabel('Button', { exact: true })).toHaveValue(`GO ${width}`);
    await expect(first.getByLabel('Headline')).toHaveValue(`Mine at ${width}`);
    await save(first).click();
    await expect(toast(first, 'Settings saved')).toBeVisible();
    const reader = await openPage('/', { width, site: site.url });
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(`Mine at ${width}`);
  });

  test('what was entered survives a reload', async () => {
    const page = await open(width, 'about');
    await page.getByLabel('Timeline heading').fill(`Unsaved ${width}`);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel('Timeline heading')).toHaveValue(`Unsaved ${width}`);
    await save(page).click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
  });

  test('the years of the About page are fields, which can be added, moved and removed', async () => {
    const page = await open(width, 'about', FAILING);
    const years = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await expect(years).toHaveCount(6);
    await page.getByRole('button', { name: 'Remove: A newsletter among friends' }).click();
    await page.getByRole('button', { name: 'Add a year' }).click();
    await expect(years.last().getByLabel('Year')).toBeFocused();
    await page.keyboard.type('26');
    await years.last().getByLabel('Title').fill(`A printed issue ${width}`);
    await years.last().getByLabel('Text').fill('On paper,\nonce.');
    await save(page).click();
    await expect(years.last().getByLabel('Year')).toBeFocused();
    await expect(years.last().getByLabel('Year')).toHaveAttribute('aria-invalid', 'true');
    await years.last().getByLabel('Year').fill('2026');
    const up = page.getByRole('button', { name: `Move up: A printed issue ${width}` });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(up).toBeFocused();
    await expectNoAxeViolationsInBothSchemes(page);
    await save(page).click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
    const reader = await openPage('/about', { width, site: site.url });
    await expect(reader.locator('.timeline li').nth(4)).toHaveText(
      `2026A printed issue ${width}On paper, once.`,
    );
    await expect(reader.getByText('A newsletter among friends')).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove: A printed issue' }).click();
    await page.getByRole('button', { name: 'Add a year' }).click();
    await years.last().getByLabel('Year').fill('2020');
    await years.last().getByLabel('Title').fill('A newsletter among friends');
    await years.last().getByLabel('Text').fill('Four writers.');
    await save(page).click();
    await expect
      .poll(async () => (await fetch(`${site.url}/about`)).text())
      .not.toContain(`A printed issue ${width}`);
  });

  test('the system tests email and storage', async () => {
    const page = await open(width, 'system');
    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(toast(page, `Test email sent to ${site.editor.email}`)).toBeVisible();
    await page.getByRole('button', { name: 'Test picture storage' }).click();
    await expect(toast(page, 'A test file was written')).toBeVisible();
  });

  test('a recipient of contact messages waits for its confirmation', async () => {
    const page = await open(width, 'contact');
    const address = `messages-${width}@paper.example`;
    await page.getByLabel('Recipient of contact messages').fill(address);
    await save(page).click();
    await expect(page.getByText(`${address} has not confirmed yet`)).toBeVisible();
    await expectNoAxeViolationsInBothSchemes(page);
    const link = await site.mailedLink({ email: address }, 'token');
    const owner = await openPage(link, { width, site: site.url });
    await expectNoAxeViolationsInBothSchemes(owner);
    await owner.getByRole('button', { name: 'Confirm address' }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Address confirmed');
    await page.reload();
    await expect(page.getByLabel('Recipient of contact messages')).toHaveValue(address);
    await expect(page.getByText('has not confirmed yet')).toHaveCount(0);
  });
});

test('an unreadable accent color is rejected, and the nearest readable one is taken with one key', async () => {
  const page = await open(1366, 'appearance', FAILING);
  const light = page.getByLabel('Accent color in the light scheme', { exact: true });
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
  await page.mouse.move(0, 0);
  await expect(save(page)).toHaveCSS('background-color', rgb(color));

  const reader = await openPage('/about', { width: 1366, site: site.url });
  const button = reader.getByRole('link', { name: 'Get the newsletter' });
  await expect(button).toHaveCSS('background-color', rgb(color));
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)');
  await reader.emulateMedia({ colorScheme: 'dark' });
  await expect(button).toHaveCSS('background-color', rgb('#8fb4ff'));
  await expectNoAxeViolationsInBothSchemes(reader);
  await reader.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(reader.locator('.timeline p').first()).toHaveCSS('color', rgb(color));
});

test('a section gets a color in both schemes', async () => {
  const page = await open(390, 'appearance', FAILING);
  const sports = page.getByRole('group', { name: 'Sports' });
  const light = sports.getByLabel('Sports, light', { exact: true });
  await light.fill('#1f4fa8');
  await page.getByRole('button', { name: 'Save section colors' }).click();
  const dark = sports.getByLabel('Sports, dark', { exact: true });
  await expect(dark).toHaveAccessibleDescription(/Please enter a color/);
  await expect(dark).toBeFocused();
  await dark.fill('#8fb4ff');
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole('button', { name: 'Save section colors' }).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  const reader = await openPage('/sports', { width: 390, site: site.url });
  const icon = reader.locator('[data-section=sports]').first();
  const hue = () => icon.evaluate((element) => getComputedStyle(element).getPropertyValue('--hue'));
  expect(await hue()).toBe('#1f4fa8');
  await reader.emulateMedia({ colorScheme: 'dark' });
  expect(await hue()).toBe('#8fb4ff');
});

test('a logo and an icon are uploaded, shown everywhere, and removed with the keyboard', async () => {
  const page = await open(390, 'appearance', {
    expectedFailures: ['/api/newsroom/settings/logos'],
  });
  const choose = (label: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.getByLabel(label, { exact: true }).setInputFiles(file);
  await choose('Logo', { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(toast(page, 'SVG files cannot be used. Please upload a PNG file.')).toBeVisible();
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

async function publicationName(page: Page): Promise<string> {
  return (await page.locator('#newsroom').getAttribute('data-name')) ?? '';
}

/** `#0b6b3a` as browsers serialize a computed color. */
function rgb(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgb(${value >> 16}, ${(value >> 8) & 255}, ${value & 255})`;
}

test('closing sign-up takes it off the login page at once', async () => {
  const page = await open(1366, 'accounts', { ownSession: true });
  await page.getByLabel('Anyone can create an account').uncheck();
  await save(page).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  for (const login of [page, await openPage('/login', { site: site.url })]) {
    await expect(login.getByText('Accounts are by invitation only.')).toBeVisible();
    await expect(login.getByRole('button', { name: 'Need to create an account?' })).toHaveCount(0);
  }
});

test('the AI policy is chosen from a list, and is in robots.txt at once', async () => {
  const page = await open(1366, 'discovery');
  const policy = page.getByLabel('AI companies');
  await expect(policy).toHaveValue('allow');
  await policy.selectOption('Allow search, refuse training');
  await save(page).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await page.reload();
  await expect(policy).toHaveValue('search');
  expect(await (await fetch(`${site.url}/robots.txt`)).text()).toContain('User-agent: GPTBot\n');
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { FAILING, openSettings, save, toast } from './settings-page.ts';
import type { SignedInVisitor } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(undefined, { env: { SITE_TAGLINE: 'Locked here' } });
});
afterAll(() => site.stop());

const open = (view: string, more: SignedInVisitor = {}) => openSettings(site, view, { width: 390, ...more });

const sectionTab = (page: Page, tab: string) =>
  page.getByRole('tablist', { name: 'Settings' }).getByRole('tab', { name: tab, exact: true });

test('a locked field is disabled and names its variable', async () => {
  const tagline = (await open('publication')).getByLabel('Tagline');
  await expect(tagline).toBeDisabled();
  await expect(tagline).toHaveValue('Locked here');
  await expect(tagline).toHaveAccessibleDescription('Set by SITE_TAGLINE');
});

test('a change by someone else is reported; what was entered stays, and is saved by the next press', async () => {
  const [first, second] = [await open('home', FAILING), await open('home')];
  const buttonOf = (page: Page) => page.getByLabel('Button', { exact: true });
  await first.getByLabel('Headline', { exact: true }).fill('Headline of mine');
  await expect(buttonOf(second)).toHaveValue(/.+/);
  await buttonOf(second).fill('GO');
  await save(second).click();
  await expect(toast(second, 'Settings saved')).toBeVisible();
  await save(first).click();
  await expect(first.getByRole('alert').filter({ hasText: 'Someone else changed' })).toBeVisible();
  await expect(buttonOf(first)).toHaveValue('GO');
  await expect(first.getByLabel('Headline', { exact: true })).toHaveValue('Headline of mine');
  // The toast of the failure may cover the button on a phone.
  await save(first).press('Enter');
  await expect(toast(first, 'Settings saved')).toBeVisible();
  await expect.poll(async () => (await fetch(site.url)).text()).toContain('Headline of mine');
});

test('settings that are saved while another tab is opened are not unsaved anymore', async () => {
  for (const [view, label, value, button] of [
    ['home', 'Headline', 'Saved later', 'Save settings'],
    ['retention', 'Contact messages', '44', 'Save settings'],
    ['comments', 'Words that hold a comment for review', 'lottery', 'Save settings'],
    ['navigation', 'Title', 'Saved later', 'Save settings'],
    ['appearance', 'Sports, light', '#1f4fa8', 'Save section colors'],
  ] as const) {
    const page = await open(view, { width: 1366 });
    const saving = await delayResponses(page, 'PATCH', '**/api/newsroom/settings');
    const field = page.getByLabel(label, { exact: true }).first();
    await field.fill(value);
    if (view === 'appearance') await page.getByLabel('Sports, dark', { exact: true }).fill('#9dbcf5');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await sectionTab(page, 'System').click();
    await expect(field, view).toHaveCount(0);
    saving.release();
    await expect(toast(page, 'Settings saved')).toBeVisible();
    const stored = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.form.')));
    await expect.poll(stored, view).toEqual([]);
    await page.goBack();
    await expect(field, view).toHaveValue(value);
    await expect(page.getByText(/^Unsaved changes/), view).toHaveCount(0);
  }
});

test('input that is entered before a former save of the form ends stays unsaved', async () => {
  const page = await open('home', { width: 1366 });
  const saving = await delayResponses(page, 'PATCH', '**/api/newsroom/settings');
  const [first, second] = [page.getByLabel('Headline', { exact: true }), page.getByLabel('Introduction')];
  await first.fill('Sent before');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await sectionTab(page, 'System').click();
  await expect(first).toHaveCount(0);
  await page.goBack();
  await second.fill('Entered after');
  saving.release();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await sectionTab(page, 'System').click();
  await expect(first).toHaveCount(0);
  await page.goBack();
  await expect(first).toHaveValue('Sent before');
  await expect(second).toHaveValue('Entered after');
  await expect(page.getByText(/^Unsaved changes/)).toBeVisible();
});

test('closing sign-up takes it off the login page at once', async () => {
  const page = await open('accounts', { ownSession: true });
  await page.getByLabel('Anyone can create an account').uncheck();
  await save(page).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  for (const login of [page, await openPage('/login', { site: site.url })]) {
    await expect(login.getByText('Accounts are by invitation only.')).toBeVisible();
    await expect(login.getByRole('button', { name: 'Need to create an account?' })).toHaveCount(0);
  }
});

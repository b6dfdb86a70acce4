import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount } from '../accounts.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { expectAccessible } from './axe.ts';
import { editorPath, openContentStep } from './editor-page.ts';
import { button } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { browserAsks } from './leaving.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
/** The paths of the editors of a published article and of a draft with a picture. */
const editors = { published: '', draft: '' };
beforeAll(async () => {
  site = await startControlledSite();
  await makeAccount(site.app, { role: 'author', name: 'Ines Author' });
  const api = await newsroomApi(site.app);
  const published = { title: 'Harbour dues', slug: 'dues', author_name: 'Free Writer', is_draft: false };
  editors.published = editorPath(await api.create(published));
  const draft = { title: 'Fish', slug: 'fish', content: '<p>Words.</p><img src="/placeholder.svg">' };
  editors.draft = editorPath(await api.create(draft));
});
afterAll(() => site.close());

interface FormDialog {
  readonly path: string;
  /** Before the dialog is opened for the first time. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The button that opens it. */
  readonly open: string | RegExp;
  readonly field: string;
  /** What is entered, or how. */
  readonly enter: string | ((field: Locator) => Promise<unknown>);
}

/** Every dialog whose input is not stored in the browser. */
const DIALOGS: Readonly<Record<string, () => FormDialog>> = {
  redirect: () => ({ path: '/admin?tab=redirects', open: 'New redirect', field: 'From', enter: '/old' }),
  webhook: () => ({ path: '/admin?tab=webhooks', open: 'New webhook', field: 'Name', enter: 'Mirror' }),
  invitation: () => ({
    path: '/admin?tab=people',
    open: 'Invite',
    field: 'Email',
    enter: 'ada@news.example',
  }),
  'role of a person': () => ({
    path: '/admin?tab=people',
    open: /^Ines Author/,
    field: 'Role',
    enter: (field) => field.selectOption('Editor'),
  }),
  'profile of a byline': () => ({
    path: '/admin?tab=authors',
    prepare: (page) => page.getByRole('tab', { name: 'Names without a profile' }).click(),
    open: 'Link to profile for Free Writer',
    field: 'Profile',
    enter: 'Nobody',
  }),
  'expiry on the home page': () => ({
    path: '/admin?tab=home',
    prepare: (page) => button(page, 'Add: Harbour dues').click(),
    open: 'Expiry: Harbour dues',
    field: 'Date',
    enter: '2099-01-01',
  }),
  'test email': () => ({
    path: '/admin?tab=newsletter',
    async prepare(page) {
      const create = button(page, 'Create draft now');
      await expect(create.or(page.getByLabel('Subject'))).toBeVisible();
      if (await create.isVisible()) await create.click();
      await expect(page.getByLabel('Subject')).toBeVisible();
      // A slow answer must not disable the button while the dialog opens and closes.
      await page.route('**/api/newsroom/newsletter', async (route) => {
        await setTimeout(1000);
        await route.continue().catch(() => undefined);
      });
    },
    open: 'Send test email',
    field: 'Email of an editor or administrator',
    enter: 'ada@news.example',
  }),
  'tag of several articles': () => ({
    path: '/admin?tab=content&category=sports',
    prepare: (page) => page.getByLabel('Select all on this page').check(),
    open: 'Add tag',
    field: 'Tag',
    enter: 'Water',
  }),
  schedule: () => ({ path: editors.published, open: 'Schedule', field: 'Date', enter: '2099-01-01' }),
  'publication date': () => ({
    path: editors.published,
    open: 'Correct the date',
    field: 'Date',
    enter: '2020-01-01',
  }),
  link: () => ({
    path: editors.draft,
    prepare: openContentStep,
    open: 'Link',
    field: 'Address',
    enter: 'https://x.example/',
  }),
  picture: () => ({
    path: editors.draft,
    prepare: openContentStep,
    open: /no description yet/,
    field: 'Alt text',
    enter: 'A quay in the rain',
  }),
};

const dialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes' });
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' });
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard' });

test('every dialog asks before it discards input', async () => {
  const page = await signedInPage(site, '/admin?tab=media', { width: 390 });
  for (const [name, describe] of Object.entries(DIALOGS)) {
    const { path, prepare, open: opener, field: label, enter } = describe();
    await page.goto(path);
    await prepare?.(page);
    const open = button(page, opener);
    await open.press('Enter');
    const field = dialog(page).getByLabel(label, { exact: true });
    await expect(field, name).toBeFocused();
    const before = await field.inputValue();
    await page.keyboard.press('Escape');
    await expect(dialog(page), name).toHaveCount(0);
    await expect(question(page), name).toHaveCount(0);

    await open.press('Enter');
    await (typeof enter === 'string' ? field.fill(enter) : enter(field));
    const entered = await field.inputValue();
    expect(entered, name).not.toBe(before);
    expect(await browserAsks(page), name).toBe(true);
    await page.keyboard.press('Escape');
    await expect(keep(page), name).toBeFocused();
    if (name === 'redirect') await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(question(page), name).toHaveCount(0);
    await expect(field, name).toHaveValue(entered);
    await expect(field, name).toBeFocused();
    await page.mouse.click(3, 3);
    await keep(page).click();
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();
    await discard(page).click();
    await expect(dialog(page), name).toHaveCount(0);
    await expect(page.locator(':focus'), name).toBeVisible();
    await open.press('Enter');
    await expect(field, name).toHaveValue(before);
  }
});

test('Back asks before it discards the input of a dialog', async () => {
  const page = await signedInPage(site, '/admin?tab=media');
  for (const [tab, opener, label] of [
    ['Redirects', 'New redirect', 'From'],
    ['People', 'Invite', 'Email'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await button(page, opener).click();
    const field = dialog(page).getByLabel(label, { exact: true });
    await field.fill('/old');
    await page.goBack();
    await keep(page).press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(field).toHaveValue('/old');
    await page.goBack();
    await discard(page).click();
    await expect(page.getByRole('tab', { name: 'Media', selected: true })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  }

  await page.goto('/admin?tab=content&category=sports');
  await page.getByRole('row', { name: 'Fish' }).getByRole('link', { name: 'Edit' }).click();
  await openContentStep(page);
  await button(page, 'Link').click();
  await dialog(page).getByLabel('Address').fill('https://x.example/');
  await page.goBack();
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving' });
  await expect(leaving).toContainText('What you have entered is not saved.');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page).getByLabel('Address')).toHaveValue('https://x.example/');
});

test('the own account asks before it discards input, but not passwords', async () => {
  const page = await signedInPage(site, '/admin/account', { ownSession: true });
  const dashboard = page.getByRole('link', { name: 'Dashboard' });
  await page.getByLabel('Your password').first().fill('not a word');
  await dashboard.click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goBack();
  const field = page.getByLabel('New address');
  await field.fill('ada@news.example');
  expect(await browserAsks(page)).toBe(true);
  await dashboard.click();
  await keep(page).click();
  await expect(field).toHaveValue('ada@news.example');
  await button(page, 'Logout').click();
  const logout = page.getByRole('alertdialog', { name: 'Log out' });
  await expect(logout).toContainText('What you have entered is not saved.');
  await logout.getByRole('button', { name: 'Cancel' }).click();
  await dashboard.click();
  await discard(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect.poll(() => browserAsks(page)).toBe(false);
});

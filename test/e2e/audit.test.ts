import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { expectAccessible } from './axe.ts';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { type Visitor, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

let site: ControlledSite;
let admin: TestAccount;
beforeAll(async () => {
  site = await startControlledSite();
  admin = await makeAccount(site.app, { role: 'admin', name: 'Zora Admin' });
  const other = await makeAccount(site.app, { role: 'editor', name: 'Edgar Editor' });
  const [asAdmin, asEditor] = [
    await newsroomApi(site.app, 'admin', admin),
    await newsroomApi(site.app, 'editor', other),
  ];
  await asAdmin.create({ slug: 'by-admin', title: 'Of the admin', is_draft: false });
  await asEditor.create({
    slug: 'by-editor',
    title: 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung',
    is_draft: false,
  });
});
afterAll(() => site.close());

const open = (visitor: Visitor = {}) =>
  signedInPage(site, '/admin?tab=audit', { ...visitor, account: admin });
const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('listitem');

test('shows who did what, filtered by person, action and day, and exports it', async () => {
  const page = await open();
  const published = rows(page).filter({ hasText: 'Published an article' });
  await expect(published).toHaveCount(2);
  await page.getByLabel('Person').selectOption('Edgar Editor');
  await expect(published).toHaveCount(1);
  await expect(published).toContainText('Edgar Editor');
  await page.getByLabel('Action').selectOption('Deleted an article');
  await expect(page.getByText('No events found')).toBeVisible();
  await page.getByLabel('Action').selectOption('Published an article');
  await page.getByLabel('To').fill('2020-01-01');
  await expect(page.getByText('No events found')).toBeVisible();
  await page.getByLabel('To').fill('');
  await expect(rows(page)).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Edgar Editor');
});

test.each(widths)('at %i pixels, it passes axe and does not overflow', async (width) => {
  const page = await open({ width });
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  // Forced colors remove the background that draws the arrow of a select.
  await emulateMedia(page, { forcedColors: 'active' });
  await expect(page.getByLabel('Person')).toHaveCSS('appearance', 'auto');
});

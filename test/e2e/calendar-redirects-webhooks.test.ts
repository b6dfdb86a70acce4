import { afterAll, beforeAll, test } from 'vitest';
import { webhooks } from '#domain/webhooks/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { WIDTHS } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite({
    env: { TIME_ZONE: 'Europe/Paris', WEBHOOK_PRIVATE_ADDRESSES: 'on' },
  });
  const { database } = site.app;
  await makeArticle(database, { title: 'Old news', publishDate: new Date('2025-03-31T22:30:00Z') });
  await makeDraft(database, {
    title: 'Coming soon',
    scheduledAction: 'publish',
    scheduledAt: new Date('2025-05-05T10:00:00Z'),
    scheduledJob: uuidv7(),
  });
});
afterAll(() => site.close());

test('while a webhook is created, the form cannot be changed or sent again; it can be edited later', async () => {
  const page = await signedInPage(site, '/admin?tab=webhooks');
  const creation = await delayResponses(page, 'POST', '**/api/newsroom/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  const [name, event] = [dialog.getByLabel('Name'), dialog.getByLabel('Article published')];
  await dialog.getByLabel('Address of the receiver').fill('http://127.0.0.1:9/');
  await name.fill('Mirror');
  await name.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await expect(name).toBeFocused();
  await page.keyboard.type(' two');
  await page.keyboard.press('Enter');
  await event.click({ force: true });
  await expect(name).toHaveValue('Mirror');
  await expect(event).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  creation.release();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  expect(creation.count()).toBe(1);
  expect(await site.app.database.db.select().from(webhooks)).toHaveLength(1);

  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  const log = row.getByRole('button', { name: 'Delivery log of Mirror' });
  for (const isExpanded of [true, false]) {
    await log.click();
    await expect(log).toHaveAttribute('aria-expanded', String(isExpanded));
    await expect(page.getByText('Nothing was sent in the last 30 days.')).toHaveCount(isExpanded ? 1 : 0);
  }
  await row.getByRole('button', { name: 'Edit Mirror' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit webhook' });
  await editing.getByLabel('Name').fill('Copy');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Copy');
});

test('redirects are imported, exported, searched and deleted; an invalid one is marked, an ignored address counted again', async () => {
  await site.app.fetch('/wp-login.php');
  const page = await signedInPage(site, '/admin?tab=redirects', {
    // The redirect without a target.
    expectedFailures: ['/api/newsroom/redirects'],
  });
  const unknown = page.getByRole('list', { name: 'Unknown addresses' }).getByRole('listitem');
  await unknown.getByRole('button', { name: 'Redirect this' }).click();
  const dialog = page.getByRole('dialog', { name: 'New redirect' });
  const to = dialog.getByLabel('To', { exact: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a path of this site or an address')).toBeVisible();
  await expect(to).toBeFocused();
  await expect(dialog.locator('[aria-invalid]')).toHaveCount(1);
  await to.fill('/wp-login.php');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('These redirects would lead in a circle')).toBeVisible();
  // The toast of the former attempt no longer covers the dialog.
  await expect(page.locator('.toast-failure')).toHaveCount(1, { timeout: 1_000 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await unknown.getByRole('button', { name: 'Ignore' }).click();
  await expect(unknown).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Unknown addresses' })).toBeFocused();
  await page.getByText('1 ignored address').click();
  await expect(page.getByRole('button', { name: 'Count again' })).toBeVisible();

  const rows = page.getByRole('list', { name: 'Redirects' }).getByRole('listitem');
  await page.getByLabel('Import CSV').setInputFiles({
    name: 'redirects.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('from,to\n/imported,/about\n/kept,/about\n/about,/contact\n'),
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 added, 0 already known, 1 rejected.')).toBeVisible();
  await expect(page.getByText('Record 3: The site itself uses this address.')).toBeVisible();
  await expect(rows).toHaveCount(2);
  // Safari reads the file after the click, so its URL must stay valid.
  await page.evaluate(() => {
    URL.revokeObjectURL = () => document.documentElement.toggleAttribute('data-revoked', true);
  });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('redirects.csv');
  await expect(page.locator('html')).not.toHaveAttribute('data-revoked');

  await page.getByLabel('Search redirects').fill('import');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Delete /imported' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No redirects found for “import”')).toBeVisible();
});

test.each(WIDTHS)('at %i pixels, the calendar shows a month and leads to its articles', async (width) => {
  const page = await signedInPage(site, '/admin?tab=calendar&view=2025-04', { width });
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('April 2025');
  // In Paris it was April already.
  const first = page.getByRole('list', { name: 'Tuesday, April 1' });
  await expect(first).toContainText('Published 12:30 AM');
  await expect(page.getByRole('table')).toHaveCount(width === 1366 ? 1 : 0);
  const next = page.getByRole('button', { name: 'Next month' });
  await next.press('Enter');
  await expect(heading).toHaveText('May 2025');
  await expect(page).toHaveURL(/view=2025-05/);
  await expect(first).toHaveCount(0);
  const scheduled = page.getByRole('list', { name: 'Monday, May 5' });
  await expect(scheduled).toContainText('Publishes 12:00 PM');
  await next.press('Enter');
  await expect(heading).toHaveText('June 2025');
  const present = page.getByRole('button', { name: 'This month' });
  await present.press('Enter');
  await expect(page).not.toHaveURL(/view=/);
  await expect(present).toBeDisabled();
  await expect(present).toBeFocused();
  await page.goBack();
  await page.goBack();
  await scheduled.getByRole('link', { name: 'Coming soon' }).press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Coming soon');
});

import { afterAll, beforeAll, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

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

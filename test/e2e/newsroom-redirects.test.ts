import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { ignoredAddresses, redirects, unknownAddresses } from '#domain/redirects/tables.server.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.app.database.transaction(async (tx) => {
    for (const table of [redirects, unknownAddresses, ignoredAddresses]) await tx.delete(table);
    tx.purge('*');
  });
});

const locationOf = async (path: string) => (await site.app.fetch(path)).headers.get('location');

test.each(widths)(
  'at %i pixels, an unknown address is redirected, and redirects are changed, imported and deleted',
  async (width) => {
    for (const path of ['/wp-login.php', '/old/caf%C3%A9', '/old/caf%C3%A9']) await site.app.fetch(path);
    const page = await signedInPage(site, '/admin?tab=redirects', {
      width,
      // The loop that is refused.
      expectedFailures: ['/api/newsroom/redirects'],
    });
    await expect(page.getByText('No redirects. Renamed articles')).toBeVisible();
    const unknown = page.getByRole('list', { name: 'Unknown addresses' });
    await expect(unknown.getByRole('listitem').first()).toContainText('/old/café2 requests');

    await unknown.getByRole('button', { name: 'Redirect this' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New redirect' });
    await expect(dialog.getByLabel('From')).toHaveValue('/old/caf%C3%A9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Please enter a path of this site or an address')).toBeVisible();
    await expect(dialog.getByLabel('To', { exact: true })).toBeFocused();
    await expect(dialog.locator('[aria-invalid]')).toHaveCount(1);
    await dialog.getByLabel('To', { exact: true }).fill('/old/café');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('These redirects would lead in a circle')).toBeVisible();
    // The toast of the former attempt no longer covers the dialog.
    await expect(page.locator('.toast-failure')).toHaveCount(1, { timeout: 1_000 });
    await expectAccessible(page);
    await dialog.getByLabel('To', { exact: true }).fill('/about');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Redirect created')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Redirects', exact: true })).toBeFocused();
    await expect(unknown.getByText('/old/café')).toHaveCount(0);
    expect(await locationOf('/old/caf%C3%A9')).toBe('/about');

    const scanned = unknown.getByRole('listitem').filter({ hasText: '/wp-login.php' });
    await scanned.getByRole('button', { name: 'Ignore' }).click();
    await expect(scanned).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Unknown addresses' })).toBeFocused();
    await page.getByText('1 ignored address').click();
    await expect(page.getByRole('button', { name: 'Count again' })).toBeVisible();

    const rows = page.getByRole('list', { name: 'Redirects' });
    await rows.getByRole('button', { name: 'Edit /old/café' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit redirect' });
    await editing.getByLabel('Applies to').selectOption('prefix');
    await editing.getByLabel('To', { exact: true }).fill('https://archive.example/');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(rows).toContainText('/old/café and all below it');
    expect(await locationOf('/old/caf%C3%A9/a')).toBe('https://archive.example/a');

    await page.getByLabel('Import CSV').setInputFiles({
      name: 'redirects.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('from,to\n/imported,/about\n/about,/contact\n'),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('1 added, 0 already known, 1 rejected.')).toBeVisible();
    await expect(page.getByText('Record 2: The site itself uses this address.')).toBeVisible();
    await expect(rows.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page);
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
    await expect(rows.getByRole('listitem')).toHaveCount(1);
    await rows.getByRole('button', { name: 'Delete /imported' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No redirects found for “import”')).toBeVisible();
    expect(await locationOf('/imported')).toBeNull();
  },
);

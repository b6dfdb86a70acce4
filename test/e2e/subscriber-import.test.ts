import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect as expectValue, test } from 'vitest';
import { makeSubscribers } from '../newsletter.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    await makeSubscribers(database, ['known@r.example']);
  });
});
afterAll(() => site.stop());

const LIST =
  'E-Mail;Name;Gets letters;Marketing level;Since\n' +
  'new@r.example;Ann;yes;x;03/04/2024\n' +
  'out@r.example;Bob;yes;;04/04/2024\n' +
  'known@r.example;Cy;yes;x;\n' +
  '"no"body;Di;yes;x;\n';

test('a list is explained, previewed and imported, and its refused records are downloaded', async () => {
  const page = await signedInPage(site, '/admin?tab=newsletter&view=subscribers', {
    expectedFailures: [/\/imports/],
  });
  await page.getByLabel('Import CSV').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(LIST),
  });
  await page.getByRole('button', { name: 'Check and import...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' });
  const column = (name: string) => dialog.getByLabel(name, { exact: true });
  const importButton = dialog.getByRole('button', { name: 'Import', exact: true });
  const counts = dialog.getByRole('region', { name: /^What will be|^Imported/ });
  await expect(column('E-Mail')).toHaveValue('email');
  await expect(column('Name')).toHaveValue('ignore');
  await expect(column('E-Mail')).toHaveAccessibleDescription('new@r.example');
  await expect(column('Marketing level')).toHaveAccessibleDescription(/may say who has unsubscribed/);
  await expect(importButton).toBeDisabled();
  await expectAccessible(page);

  await column('Since').selectOption('Date of the sign-up');
  await expect(column('Dates such as 03/04/2024')).toHaveAttribute('aria-invalid', 'true');
  await column('Dates such as 03/04/2024').selectOption('Day first: 3 April');
  await column('Marketing level').selectOption('Yes: gets emails');
  await expect(counts).toContainText('1 unconfirmed');
  await expect(counts).toContainText('1 opted out');
  await expect(counts).toContainText('Record 4: Line 5 continues after a closing quote.');
  await expect(dialog.getByRole('row', { name: /Bob/ })).toContainText('Opted out');
  await expect(dialog.getByRole('row', { name: /Cy/ })).toContainText('Already there');
  await expectNoAxeViolations(page);

  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /keep|stay|cancel/i })
    .click();
  await importButton.click();
  await expect(dialog.getByRole('heading', { name: 'Imported' })).toBeVisible();
  await expect(counts.getByRole('listitem').first()).toHaveText('0 confirmed');
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download refused records' }).click();
  expectValue(readFileSync(await (await download).path(), 'utf8')).toContain(
    '4,5,Line 5 continues after a closing quote.,',
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  for (const [email, state] of [
    ['known@r.example', 'Confirmed'],
    ['new@r.example', 'Not confirmed yet'],
    ['out@r.example', 'Unsubscribed'],
  ] as const)
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText(state);
});

test('a file that is no list is refused with the reason', async () => {
  const page = await signedInPage(site, '/admin?tab=newsletter&view=subscribers', {
    expectedFailures: [/\/imports/],
  });
  const choose = async (name: string, text: string) => {
    await page.getByLabel('Import CSV').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByRole('button', { name: 'Check and import...' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' });
  await choose('empty.csv', '\n');
  await expect(dialog.getByRole('alert')).toContainText('The list is empty.');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await choose('names.csv', 'Name,Age\nAnn,3\n');
  await expect(dialog.getByRole('region', { name: 'What will be imported' })).toContainText(
    'No column has email addresses.',
  );
});

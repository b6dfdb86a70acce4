import { afterAll, beforeAll, test } from 'vitest';
import { webhooks } from '#domain/webhooks/tables.server.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
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

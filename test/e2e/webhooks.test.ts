import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { webhooks } from '#domain/webhooks/tables.server.ts';
import { startWebhookReceiver, verifySignature, type WebhookReceiver } from '../webhook-receiver.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { browserAsks } from './leaving.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

let site: ControlledSite;
let receiver: WebhookReceiver;
beforeAll(async () => {
  site = await startControlledSite({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  receiver.close();
  await site.close();
});
beforeEach(() => site.app.database.transaction((tx) => tx.delete(webhooks)));

test.each(widths)(
  'at %i pixels, a webhook is created, tested, repeated, given a new secret, switched off and deleted',
  async (width) => {
    receiver.received.length = 0;
    const page = await signedInPage(site, '/admin?tab=webhooks', {
      width,
      // The address that is refused.
      expectedFailures: ['/api/newsroom/webhooks'],
    });
    await page.context().grantPermissions(['clipboard-write'], { origin: site.url });
    await expect(page.getByText('No webhooks. Other services')).toBeVisible();
    await page.getByRole('button', { name: 'New webhook' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByLabel('Name').fill('Static mirror');
    await dialog.getByLabel('Address of the receiver').fill('http://169.254.169.254/');
    await dialog.getByLabel('Article unpublished or deleted').check();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('The address is not on the public internet')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Address of the receiver').fill(receiver.url);
    await page.keyboard.press('Enter');

    const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
    await expect(shown.getByLabel('Secret')).toHaveValue(/^whsec_/);
    await expect(shown.getByLabel('Secret')).toBeFocused();
    expect(await browserAsks(page)).toBe(true);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving' });
    await expect(question).toContainText('The secret is not shown again.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(shown.getByLabel('Secret')).toHaveValue(/^whsec_/);
    const secret = await shown.getByLabel('Secret').inputValue();
    const status = shown.getByRole('status');
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect(status).not.toBeEmpty();
    // A new element is announced again.
    const announced = await status.locator('> *').elementHandle();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => announced?.evaluate(({ isConnected }) => isConnected)).toBe(false);
    await expect(status).not.toBeEmpty();
    await expect(status).toHaveText('Copied');
    expect(await browserAsks(page)).toBe(false);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeFocused();
    expect(await browserAsks(page)).toBe(false);
    const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
    await expect(row).toContainText('Article published · Article unpublished or deleted');

    const log = row.getByRole('button', { name: 'Delivery log of Static mirror' });
    const logHeading = page.getByRole('heading', { name: 'Delivery log: Static mirror' });
    for (const isExpanded of [true, false, true]) {
      await log.click();
      await expect(log).toHaveAttribute('aria-expanded', String(isExpanded));
      await expect(logHeading).toHaveCount(isExpanded ? 1 : 0);
    }
    await expect(logHeading).toBeFocused();
    await expect(page.getByText('Nothing was sent in the last 30 days.')).toBeVisible();
    receiver.respond = (response) => void response.writeHead(500).end();
    await page.getByRole('button', { name: 'Send test event' }).click();
    const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
    await expect(deliveries).toContainText('Test event');
    await expect(deliveries).toContainText('Being sent');
    await site.app.jobs.runDue();
    await expect(deliveries).toContainText('The receiver answered with status 500.');
    await expect(deliveries).toContainText('Failed');
    await expect(row).toContainText('Failing since');
    await expectAccessible(page);
    receiver.respond = (response) => void response.writeHead(204).end();
    await deliveries.getByRole('button', { name: 'Send again' }).click();
    await expect(deliveries).toContainText('Being sent');
    await site.app.jobs.runDue();
    await expect(deliveries).toContainText('Delivered');
    expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test']);
    for (const event of receiver.received) verifySignature(event, secret);

    await page.getByRole('button', { name: 'Replace secret' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
    await expect(shown.getByText('also signed with the former secret')).toBeVisible();
    expect(await shown.getByLabel('Secret').inputValue()).not.toBe(secret);
    await expect(status).toBeEmpty();
    await shown.getByRole('button', { name: 'I have saved it' }).click();

    await row.getByRole('button', { name: 'Switch off' }).click();
    await expect(row.getByRole('button', { name: 'Switch on' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0);
    await row.getByRole('button', { name: 'Edit Static mirror' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit webhook' });
    await editing.getByLabel('Name').fill('Mirror');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Mirror');

    await row.getByRole('button', { name: 'Delete Mirror' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No webhooks. Other services')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeFocused();
  },
);

test('while a webhook is created, the form cannot be changed or sent again', async () => {
  const page = await signedInPage(site, '/admin?tab=webhooks');
  const creation = await delayResponses(page, 'POST', '**/api/newsroom/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  const [name, event] = [dialog.getByLabel('Name'), dialog.getByLabel('Article published')];
  await dialog.getByLabel('Address of the receiver').fill(receiver.url);
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
  await expectAccessible(page);
  creation.release();
  await expect(page.getByRole('dialog', { name: 'Secret of the webhook' })).toBeVisible();
  expect(creation.count()).toBe(1);
  expect(await site.app.database.db.select().from(webhooks)).toHaveLength(1);
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { expect } from '../e2e/expect.ts';
import { browserAsks } from '../e2e/leaving.ts';
import { button } from '../e2e/newsroom-page.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { startWebhookReceiver, verifySignature, type WebhookReceiver } from '../webhook-receiver.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

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

test('a webhook is created, fails, delivers when it is sent again, gets a new secret and is deleted', async () => {
  const page = await signedInPage(site, '/admin?tab=webhooks', {
    // The address that is refused.
    expectedFailures: ['/api/newsroom/webhooks'],
  });
  await page.context().grantPermissions(['clipboard-write'], { origin: site.url });
  await button(page, 'New webhook').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Name').fill('Static mirror');
  await dialog.getByLabel('Address of the receiver').fill('http://169.254.169.254/');
  await dialog.getByLabel('Article unpublished or deleted').check();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The address is not on the public internet')).toBeVisible();
  await dialog.getByLabel('Address of the receiver').fill(receiver.url);
  await page.keyboard.press('Enter');

  const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
  await expect(shown.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await expect(shown.getByLabel('Secret')).toBeFocused();
  expect(await browserAsks(page)).toBe(true);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('The secret is not shown again.');
  await question.getByRole('button', { name: 'Stay' }).click();
  const secret = await shown.getByLabel('Secret').inputValue();
  const status = shown.getByRole('status');
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(status).toHaveText('Copied');
  expect(await browserAsks(page)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeFocused();
  expect(await page.content()).not.toContain(secret);
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect(row).toContainText('Article published · Article unpublished or deleted');

  await row.getByRole('button', { name: 'Delivery log of Static mirror' }).click();
  await expect(page.getByRole('heading', { name: 'Delivery log: Static mirror' })).toBeFocused();
  receiver.respond = (response) => void response.writeHead(500).end();
  await button(page, 'Send test event').click();
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(deliveries).toContainText('Being sent');
  await site.app.jobs.runDue();
  await expect(deliveries).toContainText('The receiver answered with status 500.');
  await expect(row).toContainText('Failing since');
  receiver.respond = (response) => void response.writeHead(204).end();
  await deliveries.getByRole('button', { name: 'Send again' }).click();
  await expect(deliveries).toContainText('Being sent');
  await site.app.jobs.runDue();
  await expect(deliveries).toContainText('Delivered');
  expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test']);
  for (const event of receiver.received) verifySignature(event, secret);

  await button(page, 'Replace secret').click();
  await question.getByRole('button', { name: 'Replace' }).click();
  await expect(shown.getByText('also signed with the former secret')).toBeVisible();
  expect(await shown.getByLabel('Secret').inputValue()).not.toBe(secret);
  await shown.getByRole('button', { name: 'I have saved it' }).click();
  await row.getByRole('button', { name: 'Switch off' }).click();
  await expect(row.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await expect(button(page, 'Send test event')).toHaveCount(0);
  await row.getByRole('button', { name: 'Delete Static mirror' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks. Other services')).toBeVisible();
});

test('the calendar, the statistics and the audit log show what has happened', async () => {
  const edgar = await makeAccount(site.app, { role: 'editor', name: 'Edgar Editor' });
  const [asEdgar, asOther] = [
    await newsroomApi(site.app, 'editor', edgar),
    await newsroomApi(site.app, 'editor'),
  ];
  await asEdgar.create({ title: 'Rain over the delta', slug: 'rain', is_draft: false });
  await asOther.create({ title: 'Of somebody else', slug: 'other', is_draft: false });
  for (const path of ['/', '/article/rain', '/article/rain'])
    await fetch(site.url + path, { headers: { 'user-agent': CHROME, referer: 'https://forum.example/t/1' } });

  const page = await signedInPage(site, '/admin?tab=calendar', { width: 390 });
  await page.getByRole('link', { name: 'Rain over the delta' }).click();
  await expect(page.getByLabel('Title *')).toHaveValue('Rain over the delta');

  await page.goto('/admin?tab=statistics&view=7d');
  const region = (name: string) => page.getByRole('region', { name });
  await expect(region('Page views').getByText('3 in 7 days. Nothing is stored about readers.')).toBeVisible();
  await expect(region('Top articles').getByRole('row', { name: /Rain over the delta/ })).toContainText('2');
  await expect(region('Top articles').getByText('Of somebody else')).toHaveCount(0);
  await expect(region('Top referrers').getByRole('row', { name: /forum\.example/ })).toContainText('3');

  await page.goto('/admin?tab=audit');
  const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await page.getByLabel('Action').selectOption('Published an article');
  await expect(events).toHaveCount(2);
  await page.getByLabel('Person', { exact: true }).selectOption('Edgar Editor');
  await expect(events).toHaveCount(1);
  await expect(events).toContainText('Edgar Editor');
  const download = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Edgar Editor');
});

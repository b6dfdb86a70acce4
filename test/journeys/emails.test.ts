import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, test } from 'vitest';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { expect } from '../e2e/expect.ts';
import { button, toast } from '../e2e/newsroom-page.ts';
import { openPage } from '../e2e/page.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { makeArticle } from '../factories.ts';
import { draftOnAnotherDay, makeSubscribers } from '../newsletter.ts';
import { changeSettings } from '../settings.ts';
import { type SmtpTestServer, startSmtp } from '../smtp.ts';

const APPROVAL_DELAY_MS = 10 * 60_000;
const SUBSCRIBERS = ['ada@reader.example', 'ben@reader.example'];

let site: ControlledSite;
let smtp: SmtpTestServer;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await startControlledSite({ env: { SMTP_URL: smtp.url } });
  await draftOnAnotherDay(site.app.database);
  await makeSubscribers(site.app.database, SUBSCRIBERS);
  await makeSubscribers(site.app.database, ['left@reader.example'], { status: 'unsubscribed' });
});
afterAll(async () => {
  await site.close();
  await smtp.close();
});

/**
 * Without the tokens of the recipient, the URL of "View in browser" (a draft has no page in the archive yet), and the line
 * break at the end of a MIME part.
 */
const withoutOwnLinks = (mail: string) =>
  mail
    .replaceAll(/\/newsletter\/(?:preview\?token=[\w-]+|issues\/\d+)/g, '/newsletter/browser')
    .replaceAll(/\?token=[\w-]+/g, '?token=')
    .trimEnd();

test('an issue is drafted, previewed, approved and delivered as it was previewed, and a reader unsubscribes', async () => {
  const title = 'Harbour dues, “corrected”';
  await makeArticle(site.app.database, {
    title,
    slug: 'harbour-dues',
    excerpt: 'What it costs & who pays <for it>.',
    publishDate: new Date(Date.now() - 3_600_000),
  });
  const page = await signedInPage(site, '/admin?tab=newsletter');
  await button(page, 'Create draft now').click();
  await expect(page.getByLabel('Subject')).toHaveValue(title);
  await page.getByLabel('Note to readers').fill('Dear readers,\n\n“one” piece & <no more>.');
  await button(page, 'Save').click();
  await expect(toast(page, 'Issue saved')).toBeVisible();
  const response = page.waitForResponse('**/preview');
  await button(page, 'Preview').click();
  const previewed = (await (await response).json()) as { html: string };
  const mail = page.frameLocator('iframe[title="Email preview"]');
  await expect(mail.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  await button(page, 'Show as plain text').click();
  const text = (await page.getByRole('region', { name: 'Plain text' }).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await button(page, 'Approve').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await site.app.jobs.runDue();
  expect(smtp.rawMails).toHaveLength(0);
  await site.setClockOffset(APPROVAL_DELAY_MS);
  await site.app.jobs.runDue();

  const received = await smtp.received();
  expect(received.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(SUBSCRIBERS);
  for (const { mail: email } of received) {
    expect(email.subject).toBe(title);
    expect(withoutOwnLinks(email.html ?? '')).toBe(withoutOwnLinks(previewed.html));
    expect(withoutOwnLinks(email.text ?? '')).toBe(withoutOwnLinks(text));
  }
  const [{ mail: email, envelope }] = received as [(typeof received)[number]];
  const links = (name: string) => new RegExp(`${name}: (\\S+)`).exec(email.text ?? '')?.[1] ?? '';
  const reader = await openPage(links('View in browser'), { site: site.url, width: 390 });
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(reader.getByRole('main')).toContainText('“one” piece & <no more>.');
  await reader.goto(/\S+\/newsletter\/unsubscribe\?token=[\w-]+/.exec(email.text ?? '')?.[0] ?? '');
  await reader.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
  const subscribers = await site.app.database.db
    .select({ email: newsletterSubscribers.email })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.status, 'confirmed'));
  expect(subscribers).toEqual(
    SUBSCRIBERS.filter((address) => !envelope.to.includes(address)).map((address) => ({ email: address })),
  );
  await page.goto('/admin?tab=newsletter&view=sent');
  await expect(page.getByText('2 accepted')).toBeVisible();
});

test('a message of a reader is in the panel with the status of its email, and is read and archived', async () => {
  await changeSettings(site.app, await adminHeaders(site.app), { contact_email: 'desk@news.example' });
  const page = await signedInPage(site, '/admin?tab=messages', { width: 390 });
  await expect(page.getByText('No messages yet')).toBeVisible();
  const sent = await site.app.fetch('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Grace Hopper',
      email: 'grace+a&b@example.com',
      subject: 'A correction & 100% more',
      message: '<img src=x onerror="alert(1)"><b>bold</b>\n\n  Second paragraph',
    }),
  });
  expect(sent.status).toBe(201);
  await page.reload();
  const row = page.getByRole('list', { name: 'New messages' }).getByRole('listitem');
  await expect(row).toContainText('Grace Hopper');
  await expect(row).toContainText('Waiting to be emailed');
  const before = smtp.rawMails.length;
  await site.app.jobs.runDue();
  expect((await smtp.received()).slice(before).map(({ mail: { subject } }) => subject)).toEqual([
    expect.stringContaining('A correction & 100% more'),
  ]);
  await page.reload();
  await expect(row).toContainText('Emailed to you');
  await page.getByRole('button', { name: 'A correction & 100% more' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.message-text')).toContainText('<b>bold</b>');
  await expect(dialog.locator('.message-text *')).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    'mailto:grace%2Ba%26b@example.com?subject=Re%3A%20A%20correction%20%26%20100%25%20more',
  );
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Message archived')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('tab', { name: 'Archived' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Grace Hopper' })).toBeVisible();
});

import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

const HOSTILE = '<img src=x onerror="alert(1)"><b>bold</b>\n\n  Second paragraph\nwith a line';

type NewMessage = Partial<typeof contactMessages.$inferInsert>;
type NewMail = Partial<typeof mails.$inferInsert>;

let sequence = 0;

/** Creates a message that is an hour older than the previous one. */
async function makeMessage(database: Database, given: NewMessage, mail: NewMail | null = ACCEPTED) {
  const createdAt = new Date(Date.UTC(2026, 4, 20) - ++sequence * 3_600_000);
  await database.transaction(async (tx) => {
    const [posted] = mail === null ? [] : await tx.insert(mails).values(mail).returning();
    const message = { name: 'Ada Lovelace', email: 'ada@example.com', subject: 'S', message: 'M', createdAt };
    await tx.insert(contactMessages).values({ ...message, mailId: posted?.id ?? null, ...given });
  });
}

/** The current time, because the server deletes old email records when it starts. */
const SETTLED = new Date();
const ACCEPTED: NewMail = { status: 'accepted', attempts: 1, settledAt: SETTLED };
const REFUSED: NewMail = {
  status: 'refused',
  attempts: 1,
  lastError: '550 No such mailbox',
  settledAt: SETTLED,
};
const content = { to: { address: 'owner@news.example' }, subject: 'S', text: 'T' };

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    await makeMessage(database, {
      name: 'Grace Hopper',
      email: 'grace+a&b@example.com',
      subject: 'A correction & 100% more',
      message: HOSTILE,
    });
    await makeMessage(database, { subject: 'To be kept new' }, REFUSED);
    await makeMessage(
      database,
      { subject: 'Tried twice' },
      { status: 'queued', attempts: 2, lastError: 'No connection', content },
    );
    await makeMessage(database, { subject: 'To be deleted' });
    for (let number = 1; number <= 22; number++)
      await makeMessage(database, { subject: `Read ${number}`, state: 'read' });
    await makeMessage(database, { subject: 'Buy my watches', state: 'archived' }, null);
  });
});
afterAll(() => site.stop());

const open = (query = '', visitor = {}) => signedInPage(site, `/admin?tab=messages${query}`, visitor);
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });
const views = (page: Page) => page.getByRole('tablist', { name: 'Messages by state' });
const view = (page: Page, name: string) => views(page).getByRole('tab', { name });
const badge = (page: Page) =>
  page.locator('.tab-list-top .tab', { hasText: 'Messages' }).locator('.tab-badge');
const subjectButton = (page: Page, subject: string) =>
  page.getByRole('button', { name: subject, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const refuse = (route: Route) => route.fulfill({ status: 400, body: '{}' });

const FAILING = { expectedFailures: [/^\/api\/newsroom\/messages/] };

test('the list shows new messages, newest first, with an excerpt and the delivery status of the email', async () => {
  const page = await open();
  await expect(view(page, 'New')).toHaveAttribute('aria-selected', 'true');
  const rows = page.getByRole('list', { name: 'New messages' }).getByRole('listitem');
  await expect(rows).toContainText([
    'Written to a file, not emailed',
    'Could not be emailed: 550 No such mailbox',
    'Waiting to be emailed',
    'Written to a file, not emailed',
  ]);
  await expect(rows.first()).toContainText('A correction & 100% more');
  await expect(rows.first()).toContainText('May 19, 2026');
  await expect(rows.first()).toContainText('<img src=x onerror="alert(1)"><b>bold</b>');
  await expect(rows.first()).not.toContainText('Second paragraph');
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(badge(page)).toHaveText('4 new');
});

test('pages and views are in the URL, and a page that does not exist is not in the history', async () => {
  const page = await open();
  await view(page, 'Read').click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(subjectButton(page, 'Read 22')).toBeVisible();
  await page.reload();
  await expect(subjectButton(page, 'Read 22')).toBeVisible();
  await view(page, 'Archived').click();
  await expect(row(page, 'Buy my watches')).toBeVisible();
  await page.goto('/admin?tab=messages&view=read&page=9');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'Buy my watches')).toBeVisible();
});

test('an opened message is shown completely, as plain text, is marked as read, and has an address', async () => {
  const page = await open();
  await subjectButton(page, 'A correction & 100% more').press('Enter');
  await expect(dialog(page)).toHaveAccessibleName('A correction & 100% more');
  const text = dialog(page).locator('.message-text');
  await expect(text).toHaveText(HOSTILE);
  expect(await text.evaluate((element) => element.innerHTML)).toContain('\n\n  Second');
  await expect(text).toHaveCSS('white-space', 'pre-wrap');
  await expect(dialog(page)).toContainText('May 19, 2026, 11:00 PM');
  await expectAccessible(page);
  await expect(row(page, 'A correction')).toHaveCount(0);
  await expect(badge(page)).toHaveText('3 new');
  await page.reload();
  await expect(text).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page, 'New messages')).toBeFocused();
  await view(page, 'Read').click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.reload();
  await expect(subjectButton(page, 'Read 22')).toBeVisible();
  await view(page, 'Archived').click();
  await expect(row(page, 'Buy my watches')).toContainText('No email on record');
  await subjectButton(page, 'Buy my watches').click();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(subjectButton(page, 'Buy my watches')).toBeFocused();
  await page.goto('/admin?tab=messages&view=nonsense&open=nonsense');
  await expect(heading(page, 'New messages')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('a message stays new and shows an error when it cannot be marked, until that succeeds', async () => {
  const page = await open('', FAILING);
  await page.route('**/api/newsroom/messages/*', (route) =>
    route.request().method() === 'PATCH' ? refuse(route) : route.continue(),
  );
  await subjectButton(page, 'To be kept new').click();
  await expect(page.getByText('Failed to mark message as read')).toBeVisible();
  await expect(badge(page)).toHaveText('3 new');
  await expect(page.locator('li', { hasText: 'To be kept new' })).toHaveClass('message-new');
  await dialog(page).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Failed to archive message')).toBeVisible();
  await page.unroute('**/api/newsroom/messages/*');
  await dialog(page).getByRole('button', { name: 'Mark as read' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, 'To be kept new')).toHaveCount(0);
  await view(page, 'Read').click();
  await subjectButton(page, 'To be kept new').click();
  await dialog(page).getByRole('button', { name: 'Mark as new' }).click();
  await expect(page.getByText('Message marked as new')).toBeVisible();
  await view(page, 'New').click();
  await expect(row(page, 'To be kept new')).toBeVisible();
});

test('a message is deleted after a confirmation, and stays when that fails', async () => {
  const page = await open('', FAILING);
  const remove = dialog(page).getByRole('button', { name: 'Delete' });
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  await subjectButton(page, 'To be deleted').click();
  await remove.click();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.route('**/api/newsroom/messages/*', (route) =>
    route.request().method() === 'DELETE' ? refuse(route) : route.continue(),
  );
  await remove.click();
  await confirm.click();
  await expect(page.getByText('Failed to delete message')).toBeVisible();
  await expect(dialog(page).locator('.message-text')).toBeVisible();
  await page.unroute('**/api/newsroom/messages/*');
  await remove.click();
  await confirm.click();
  await expect(page.getByText('Message deleted')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(heading(page, 'New messages')).toBeFocused();
  await subjectButton(page, 'Tried twice').click();
  await expect(dialog(page)).toContainText('Tried 2 times so far: No connection');
  await page.keyboard.press('Escape');
  await view(page, 'Read').click();
  await expect(page.getByText('To be deleted')).toHaveCount(0);
});

test('a message that was deleted has another text than one that fails to load', async () => {
  const page = await open('&open=0197a5b0-0000-7000-8000-000000000000', FAILING);
  await expect(dialog(page).getByText('This message no longer exists')).toBeVisible();
  await page.route('**/api/newsroom/messages/*', refuse);
  await page.reload();
  await expect(dialog(page).getByText('Failed to load message')).toBeVisible();
});

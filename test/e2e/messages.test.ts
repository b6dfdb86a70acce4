import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

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
      { subject: 'To be archived' },
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
const confirmDialog = (page: Page) => page.getByRole('alertdialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const refuse = (route: Route) => route.fulfill({ status: 400, body: '{}' });

/** Removes the listeners that fail the test on error responses and console errors. */
function ignoreFailures(page: Page): void {
  page.context().removeAllListeners('response');
  page.context().removeAllListeners('console');
}

describe('the list', () => {
  test('shows new messages, newest first, with an excerpt and the delivery status of the email', async () => {
    const page = await open();
    await expect(view(page, 'New')).toHaveAttribute('aria-selected', 'true');
    const rows = page.getByRole('list', { name: 'New messages' }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(0)).toContainText('Grace Hopper');
    await expect(rows.nth(0)).toContainText('A correction & 100% more');
    await expect(rows.nth(0)).toContainText('May 19, 2026');
    await expect(rows.nth(0)).toContainText('<img src=x onerror="alert(1)"><b>bold</b>');
    await expect(rows.nth(0)).not.toContainText('Second paragraph');
    await expect(rows.nth(0)).toContainText('Written to a file, not emailed');
    await expect(rows.nth(1)).toContainText('Could not be emailed: 550 No such mailbox');
    await expect(rows.nth(2)).toContainText('Waiting to be emailed');
    await expect(page.locator('main img')).toHaveCount(0);
    await expect(badge(page)).toHaveText('4 new');
  });

  test('has pages and views; URL, reload and back preserve them', async () => {
    const page = await open();
    await view(page, 'Read').click();
    await expect(page.getByText('22 messages')).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(subjectButton(page, 'Read 22')).toBeVisible();
    await expect(page).toHaveURL(/[?&]page=2/);
    await page.reload();
    await expect(subjectButton(page, 'Read 22')).toBeVisible();
    await page.goto('/admin');
    await expect(subjectButton(page, 'Read 22')).toBeVisible();
    await view(page, 'Archived').click();
    await expect(row(page, 'Buy my watches')).toContainText('No email on record');
    await page.goto('/admin?tab=messages&view=read&page=9');
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await page.goBack();
    await expect(row(page, 'Buy my watches')).toBeVisible();
    await page.goBack();
    await expect(subjectButton(page, 'Read 22')).toBeVisible();
    await page.goto('/admin?tab=messages&view=nonsense&open=nonsense');
    await expect(heading(page, 'New messages')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  });

  test('distinguishes loading, failure and an empty list', async () => {
    const page = await open('&view=archived');
    await expect(heading(page, 'Archived messages')).toBeVisible();
    ignoreFailures(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/newsroom/messages?*', async (route) => {
      await promise;
      await refuse(route);
    });
    await page.reload();
    await expect(page.getByText('Loading messages...')).toBeVisible();
    await expectNoAxeViolations(page);
    resolve();
    await expect(page.getByText('Failed to load messages')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.unroute('**/api/newsroom/messages?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(row(page, 'Buy my watches')).toBeVisible();

    const counts = { new: 0, read: 1, archived: 0 };
    const nothing = { messages: [], total: 0, page: 1, page_count: 1 };
    await page.route('**/api/newsroom/messages?*', (route) =>
      route.fulfill({ json: { ...nothing, counts } }),
    );
    await page.reload();
    await expect(page.getByText('No archived messages')).toBeVisible();
    counts.read = 0;
    await page.reload();
    await expect(page.getByText('No messages yet')).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

describe('an opened message', () => {
  test('is shown completely, as plain text, with a reply link, and is marked as read', async () => {
    const page = await open();
    await subjectButton(page, 'A correction & 100% more').focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveAccessibleName('A correction & 100% more');
    await expect(dialog(page).locator('.message-text')).toHaveText(HOSTILE);
    expect(
      await dialog(page)
        .locator('.message-text')
        .evaluate((text) => text.innerHTML),
    ).toContain('\n\n  Second');
    await expect(dialog(page).locator('.message-text *')).toHaveCount(0);
    await expect(dialog(page).locator('.message-text')).toHaveCSS('white-space', 'pre-wrap');
    await expect(dialog(page)).toContainText('May 19, 2026, 11:00 PM');
    await expect(dialog(page).getByRole('link', { name: 'Reply' })).toHaveAttribute(
      'href',
      'mailto:grace%2Ba%26b@example.com?subject=Re%3A%20A%20correction%20%26%20100%25%20more',
    );
    await expect(row(page, 'A correction')).toHaveCount(0);
    await expect(badge(page)).toHaveText('3 new');
    await page.reload();
    await expect(dialog(page).locator('.message-text')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(heading(page, 'New messages')).toBeFocused();
    await view(page, 'Read').click();
    await subjectButton(page, 'A correction & 100% more').click();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(subjectButton(page, 'A correction & 100% more')).toBeFocused();
  });

  test('stays new and shows an error when it cannot be marked, until that succeeds', async () => {
    const page = await open();
    ignoreFailures(page);
    await page.route('**/api/newsroom/messages/*', (route) =>
      route.request().method() === 'PATCH' ? refuse(route) : route.continue(),
    );
    await subjectButton(page, 'To be kept new').click();
    await expect(page.getByText('Failed to mark message as read')).toBeVisible();
    await expect(badge(page)).toHaveText('3 new');
    await expect(dialog(page).getByRole('definition').filter({ hasText: /^New$/ })).toBeVisible();
    await expect(page.locator('li', { hasText: 'To be kept new' })).toHaveClass('message-new');
    await dialog(page).getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Failed to archive message')).toBeVisible();
    await page.unroute('**/api/newsroom/messages/*');
    await dialog(page).getByRole('button', { name: 'Mark as read' }).click();
    await expect(page.getByText('Message marked as read')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, 'To be kept new')).toHaveCount(0);
    await view(page, 'Read').click();
    await subjectButton(page, 'To be kept new').click();
    await dialog(page).getByRole('button', { name: 'Mark as new' }).click();
    await expect(page.getByText('Message marked as new')).toBeVisible();
    await view(page, 'New').click();
    await expect(row(page, 'To be kept new')).toBeVisible();
  });

  test('can be archived', async () => {
    const page = await open();
    await subjectButton(page, 'To be archived').click();
    await expect(dialog(page)).toContainText('Tried 2 times so far: No connection');
    await dialog(page).getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Message archived')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await view(page, 'Archived').click();
    await expect(row(page, 'To be archived')).toBeVisible();
  });

  test('is deleted after a confirmation, and stays when that fails', async () => {
    const page = await open();
    ignoreFailures(page);
    await subjectButton(page, 'To be deleted').click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(confirmDialog(page)).toHaveAccessibleDescription(
      'Are you sure you want to delete this message? This action cannot be undone.',
    );
    await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirmDialog(page)).toBeHidden();
    await expect(dialog(page).getByRole('button', { name: 'Delete' })).toBeFocused();

    await page.route('**/api/newsroom/messages/*', (route) =>
      route.request().method() === 'DELETE' ? refuse(route) : route.continue(),
    );
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Failed to delete message')).toBeVisible();
    await expect(dialog(page).locator('.message-text')).toBeVisible();
    await page.unroute('**/api/newsroom/messages/*');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Message deleted')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(heading(page, 'New messages')).toBeFocused();
    await view(page, 'Read').click();
    await expect(page.getByText('To be deleted')).toHaveCount(0);
  });

  test('that was deleted has a different message than one that fails to load', async () => {
    const page = await open('&open=0197a5b0-0000-7000-8000-000000000000', {
      expectedFailures: ['/api/newsroom/messages/0197a5b0-0000-7000-8000-000000000000'],
    });
    await expect(dialog(page).getByText('This message no longer exists')).toBeVisible();
    await page.route('**/api/newsroom/messages/*', refuse);
    await page.reload();
    await expect(dialog(page).getByText('Failed to load message')).toBeVisible();
    await expectNoAxeViolations(page);
  });
});

describe.each(widths)('%i pixels wide', (width) => {
  test('does not overflow and has no violations, light and dark', async () => {
    const page = await open('&view=read', { width });
    await expect(page.getByRole('listitem')).toHaveCount(20);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Read 5', exact: true }).click();
    await expect(dialog(page).locator('.message-text')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(confirmDialog(page)).toBeVisible();
    await expectAccessible(page);
  });
});

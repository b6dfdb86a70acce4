import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { makeArticle } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { startControlledSite } from '../controlled-site.ts';
import { ago, fillNewsletter } from './newsletter-admin-data.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(fillNewsletter);
});
afterAll(() => site.stop());

const open = (query = '') => signedInPage(site, `/admin?tab=newsletter${query}`);
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const articles = (page: Page) =>
  page.getByRole('list', { name: 'Articles of the issue' }).getByRole('listitem');
const confirmDialog = (page: Page) => page.getByRole('alertdialog');

describe('the issue', () => {
  test('shows the sending progress, and can be stopped', async () => {
    const page = await open();
    await expect(page.getByRole('heading', { name: 'Issue 2: On its way' })).toBeVisible();
    await expect(page.getByText('1 of 4 emails processed')).toBeVisible();
    await expect(page.getByText('451 Try again later', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Sending resumes /)).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCSS('appearance', 'none');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(confirmDialog(page)).toContainText('3 emails will not be sent');
    await confirmDialog(page).getByRole('button', { name: 'Stop' }).click();
    await expect(toasts(page)).toContainText('Sending stopped');
    await expect(page.getByText('No draft yet')).toBeVisible();
  });

  test('is drafted, edited by keyboard, sent as a test, approved, unscheduled and discarded', async () => {
    const page = await open();
    const subject = page.getByLabel('Subject');
    await page.getByRole('button', { name: 'Create draft now' }).press('Enter');
    await expect(subject).toHaveValue('The newest');
    await expect(articles(page)).toHaveCount(3);
    await subject.fill('What stays of the week');
    await page.getByRole('button', { name: 'Move down: The newest' }).press('Enter');
    await page.getByRole('button', { name: 'Remove: The third' }).press('Enter');
    await page.getByLabel('Add an article').selectOption(await optionOf(page, 'Twenty days old'));
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect(articles(page)).toHaveText([/The second/, /The newest/, /Twenty days old/]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toasts(page)).toContainText('Issue saved');
    await page.reload();
    await expect(subject).toHaveValue('What stays of the week');
    await expect(articles(page)).toHaveText([/The second/, /The newest/, /Twenty days old/]);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Show as plain text' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(page.getByLabel('Email of an editor or administrator')).toHaveValue(site.editor.email);
    await expectNoAxeViolations(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(toasts(page)).toContainText('The test email is a file in the folder mail/');
    await page.goto(await site.mailedLink(site.editor, 'token'));
    expect(new URL(page.url()).pathname).toBe('/newsletter/preview');
    await expect(page.getByRole('heading', { name: 'What stays of the week' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.goBack();

    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(confirmDialog(page)).toContainText('in ten minutes');
    await expectNoAxeViolations(page);
    await confirmDialog(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^(?:9:\d\d|10:00)$/);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(subject).toHaveValue('What stays of the week');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await confirmDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('No draft yet')).toBeVisible();
  });

  test('says before the approval that there is no subscriber, and no mail server', async () => {
    const empty = await startControlledSite();
    onTestFinished(() => empty.close());
    await makeArticle(empty.app.database, { publishDate: ago(HOUR_MS) });
    const page = await signedInPage(empty, '/admin?tab=newsletter', {
      expectedFailures: [/\/api\/newsroom\/newsletter\/issues\//],
    });
    await expect(page.getByRole('region', { name: 'Email' })).toContainText('No mail server is set');
    await page.getByRole('button', { name: 'Create draft now' }).click();
    const subject = page.getByLabel('Subject');
    await subject.fill(' ');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(toasts(page)).toContainText('Please enter a subject');
    await expect(subject).toHaveAttribute('aria-invalid', 'true');
    await expect(subject).toBeFocused();
    await expect(confirmDialog(page)).toHaveCount(0);
    await expectAccessible(page);

    const saves = await delayResponses(page, 'PUT', '**/newsletter/issues/*');
    await subject.fill('To nobody at al');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(saves.count).toBe(1);
    // While it is being saved.
    await subject.fill('To nobody at all');
    saves.release();
    await expect(confirmDialog(page)).toContainText('To nobody at all');
    await expect(page.getByText('Failed to save the issue')).toHaveCount(0);
    await expect(confirmDialog(page)).toContainText('There is no confirmed subscriber');
    await expect(confirmDialog(page)).toContainText('Emails are files in the folder mail/');
    await expect(confirmDialog(page)).not.toContainText('It will be sent to');
    await confirmDialog(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('There is no confirmed subscriber.')).toBeVisible();
    expect(await empty.app.database.db.select().from(newsletterIssues)).toMatchObject([
      { status: 'approved', subject: 'To nobody at all' },
    ]);
  });
});

async function optionOf(page: Page, title: string): Promise<string> {
  const option = page.getByLabel('Add an article').locator('option', { hasText: title });
  return (await option.getAttribute('value')) ?? '';
}

describe('subscribers', () => {
  test('are counted, found, blocked, deleted, exported and imported', async () => {
    const page = await open('&view=subscribers');
    await expect(page.getByRole('img', { name: /Subscribers over 26 weeks/ })).toBeVisible();
    await page.getByText('Numbers by week').click();
    await expect(page.getByRole('row')).toHaveCount(27);
    await expect(page.getByText(/waiting\s+for a confirmation email/)).toBeVisible();

    await page.getByLabel('Search addresses').fill('w3-');
    await page.keyboard.press('Enter');
    await expect(page.getByText('w3-0@reader.example')).toBeVisible();
    await expect(page.getByText('w4-0@reader.example')).toHaveCount(0);
    await page.getByRole('button', { name: 'Block w3-0@reader.example', exact: true }).press('Enter');
    await expect(toasts(page)).toContainText('Address blocked');
    await expect(page.getByRole('button', { name: 'Unblock w3-0@reader.example' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete w3-1@reader.example' }).click();
    await expect(confirmDialog(page)).toContainText('w3-1@reader.example');
    await confirmDialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('w3-1@reader.example')).toHaveCount(0);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await (await download).path();
    const csv = readFileSync(file, 'utf8');
    expect(csv.split('\r\n')[0]).toBe(
      'email,status,source,consent,subscribed_at,confirmed_at,unsubscribed_at',
    );
    expect(csv).toContain('w4-0@reader.example,confirmed');
    expect(csv).not.toContain('w3-1@reader.example');

    await page.getByLabel('Import CSV').setInputFiles({
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email\nnew@reader.example\nw4-0@reader.example\nnobody\n'),
    });
    await page.getByRole('button', { name: 'Check and import...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import subscribers' });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(dialog.getByRole('heading', { name: 'Imported' })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText([
      '0 confirmed',
      '1 unconfirmed',
      '0 opted out',
      '1 already there',
      '1 refused',
      'Record 3: email is not an email address',
    ]);
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    // Those that wait for a confirmation email.
    await page.getByRole('button', { name: 'Discard sign-ups' }).click();
    await confirmDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(toasts(page)).toContainText('Waiting sign-ups discarded');
    await expect(page.getByRole('button', { name: 'Discard sign-ups' })).toHaveCount(0);
  });
});

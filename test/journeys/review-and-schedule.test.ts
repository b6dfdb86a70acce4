import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { makeAccount } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openContentStep } from '../e2e/editor-page.ts';
import { expect } from '../e2e/expect.ts';
import { button, toast } from '../e2e/newsroom-page.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { makeDraft } from '../factories.ts';

const NOTE = 'Please name the source of the second figure.';
const DAY_MS = 86_400_000;

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite({ env: { TIME_ZONE: 'Europe/Berlin' } });
});
afterAll(() => site.close());

const editorOf = (id: string) => `/admin/article-editor/global-politics/${id}`;
const fetchPage = async (slug: string) => {
  const response = await site.app.fetch(`/article/${slug}`);
  return { status: response.status, text: await response.text() };
};

async function runJobsAfter(days: number): Promise<void> {
  await site.setClockOffset(days * DAY_MS);
  await site.app.jobs.runDue();
}

test('a draft is submitted for review, returned with a note, submitted again and published', async () => {
  const contributor = await makeAccount(site.app, { role: 'contributor', name: 'Cora Contributor' });
  const editor = await makeAccount(site.app, { role: 'editor', name: 'Edda Editor' });
  const { id } = await makeDraft(site.app.database, {
    title: 'Rivers',
    slug: 'rivers',
    createdBy: contributor.id,
  });
  const notice = (page: Page) => page.getByRole('region', { name: 'Review' });
  const submit = async (page: Page) => {
    await openContentStep(page);
    await button(page, 'Submit for review').click();
    await expect(toast(page, 'Submitted for review')).toBeVisible();
  };
  const writer = await signedInPage(site, editorOf(id), { account: contributor, width: 390 });
  await submit(writer);

  const reviewer = await signedInPage(site, '/admin?tab=reviews', { account: editor });
  await expect(reviewer.getByRole('tab', { name: 'To review' })).toContainText('1 waiting');
  await reviewer.getByRole('link', { name: 'Rivers' }).press('Enter');
  await notice(reviewer).getByRole('button', { name: 'Return with a note' }).click();
  const dialog = reviewer.getByRole('dialog', { name: 'Return with a note' });
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(dialog.getByText('Please write a note')).toBeVisible();
  await dialog.getByLabel('Note to the author').fill(NOTE);
  // The text outlives the page.
  reviewer.on('dialog', (shown) => void shown.accept());
  const other = await makeDraft(site.app.database, { submittedAt: new Date(), createdBy: contributor.id });
  await reviewer.goto(editorOf(other.id));
  await notice(reviewer).getByRole('button', { name: 'Return with a note' }).click();
  await expect(dialog.getByLabel('Note to the author')).toHaveValue('');
  await site.app.database.db.delete(articles).where(eq(articles.id, other.id));
  await reviewer.goto(editorOf(id));
  await notice(reviewer).getByRole('button', { name: 'Return with a note' }).click();
  await expect(dialog.getByLabel('Note to the author')).toHaveValue(NOTE);
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(toast(reviewer, 'Article returned')).toBeVisible();
  await expect(reviewer.getByText('Nothing to review.')).toBeVisible();

  await writer.goto('/admin');
  await expect(writer.getByRole('listitem').filter({ hasText: 'Rivers' })).toContainText('Returned');
  await writer.goto(editorOf(id));
  await expect(notice(writer)).toContainText('Returned by Edda Editor');
  await expect(notice(writer)).toContainText(NOTE);
  await writer.getByText('Notes (1)').click();
  await writer.getByLabel('New note').fill('Done, see the last paragraph.');
  await button(writer, 'Add note').click();
  await expect(writer.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(2);
  await expect(writer.getByLabel('New note')).toHaveValue('');
  await submit(writer);
  expect((await fetchPage('rivers')).status).toBe(404);

  await reviewer.goto(editorOf(id));
  await expect(notice(reviewer)).toContainText('In review since');
  await openContentStep(reviewer);
  await button(reviewer, 'Publish').click();
  await expect(toast(reviewer, 'Article published successfully')).toBeVisible();
  const published = await fetchPage('rivers');
  expect(published.status).toBe(200);
  expect(published.text).not.toContain(NOTE);
});

test('an article is published at its time, and its pending changes at theirs', async () => {
  const { id } = await makeDraft(site.app.database, { slug: 'timed', title: 'Rain' });
  const page = await signedInPage(site, editorOf(id));
  const row = page.getByRole('row').filter({ hasText: 'Rain' });
  await button(page, 'Schedule').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Publish later');
  await dialog.getByLabel('Date').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(dialog.getByText('Please choose a moment in the future')).toBeVisible();
  await dialog.getByLabel('Date').fill(new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(toast(page, 'Scheduled')).toBeVisible();
  await expect(row.locator('.status')).toHaveText('Scheduled');
  await runJobsAfter(1);
  expect((await fetchPage('timed')).status).toBe(404);
  await runJobsAfter(3);
  const before = await fetchPage('timed');
  expect(before.status).toBe(200);

  await page.goto(editorOf(id));
  await page.getByLabel('Title *').fill('Snow instead');
  await openContentStep(page);
  await button(page, 'Save changes for later').click();
  await expect(toast(page, 'Changes saved for later')).toBeVisible();
  await expect(row.locator('.status')).toHaveText('Published with pending changes');
  await row.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Title *')).toHaveValue('Snow instead');
  await button(page, 'Schedule').click();
  await expect(dialog.getByLabel('Action')).toHaveValue('publish_changes');
  await dialog.getByLabel('Date').fill(new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10));
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(row).toContainText('Publishes changes');
  await runJobsAfter(4);
  expect(await fetchPage('timed')).toEqual(before);
  await runJobsAfter(6);
  // Until the page is rendered again, its stored copy is served.
  await expect.poll(async () => (await fetchPage('timed')).text).toContain('Snow instead');
});

import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { journeyWidths } from './page.ts';
import { signedInPage, type SignedInVisitor } from './signed-in-page.ts';

const widths = journeyWidths(1366);

const NOTE = 'Please name the source of the second figure.';

let site: ControlledSite;
let contributor: TestAccount;
let editor: TestAccount;
beforeAll(async () => {
  site = await startControlledSite();
  contributor = await makeAccount(site.app, { role: 'contributor', name: 'Cora Contributor' });
  editor = await makeAccount(site.app, { role: 'editor', name: 'Edda Editor' });
});
afterAll(() => site.close());

const open = (path: string, visitor: SignedInVisitor) => signedInPage(site, path, visitor);
const notice = (page: Page) => page.getByRole('region', { name: 'Review' });
const toContent = (page: Page) => page.getByRole('button', { name: 'Next: Write Content' }).click();

test.each(widths)(
  'at %i pixels, a draft is submitted, returned with a note, submitted again and published',
  async (width) => {
    const title = `Rivers at ${width}`;
    const { id } = await makeDraft(site.app.database, { title, createdBy: contributor.id });
    const path = `/admin/article-editor/global-politics/${id}`;
    const writer = await open(path, { account: contributor, width });
    await toContent(writer);
    await writer.getByRole('button', { name: 'Submit for review' }).click();
    await expect(writer.getByText('Submitted for review')).toBeVisible();
    await expect(writer.locator('.status:visible', { hasText: 'In review' })).toBeVisible();

    const reviewer = await open('/admin?tab=reviews', { account: editor, width });
    await expect(reviewer.getByRole('tab', { name: 'To review' })).toContainText('1 waiting');
    await expectAccessible(reviewer);
    const link = reviewer.getByRole('link', { name: title });
    await link.focus();
    await reviewer.keyboard.press('Enter');
    await notice(reviewer).getByRole('button', { name: 'Return with a note' }).click();
    const dialog = reviewer.getByRole('dialog', { name: 'Return with a note' });
    await dialog.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(dialog.getByText('Please write a note')).toBeVisible();
    await dialog.getByLabel('Note to the author').fill(NOTE);
    await expectAccessible(reviewer);
    // The text outlives the page.
    reviewer.on('dialog', (shown) => void shown.accept());
    const other = await makeDraft(site.app.database, { submittedAt: new Date(), createdBy: contributor.id });
    await reviewer.goto(`/admin/article-editor/global-politics/${other.id}`);
    await notice(reviewer).getByRole('button', { name: 'Return with a note' }).click();
    await expect(dialog.getByLabel('Note to the author')).toHaveValue('');
    await site.app.database.db.delete(articles).where(eq(articles.id, other.id));
    await reviewer.goto(path);
    await notice(reviewer).getByRole('button', { name: 'Return with a note' }).click();
    await expect(dialog.getByLabel('Note to the author')).toHaveValue(NOTE);
    await dialog.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(reviewer.getByText('Article returned')).toBeVisible();
    await expect(reviewer.getByText('Nothing to review.')).toBeVisible();

    await writer.goto(path);
    await expect(notice(writer)).toContainText('Returned by Edda Editor');
    await expect(notice(writer)).toContainText(NOTE);
    await writer.getByText('Notes (1)').click();
    await writer.getByLabel('New note').fill('Done, see the last paragraph.');
    await writer.getByRole('button', { name: 'Add note' }).click();
    await expect(writer.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(2);
    await expect(writer.getByLabel('New note')).toHaveValue('');
    await expectAccessible(writer);
    await toContent(writer);
    await writer.getByRole('button', { name: 'Submit for review' }).click();
    await expect(writer.getByText('Submitted for review')).toBeVisible();

    await writer.goto(path);
    await notice(writer).getByRole('button', { name: 'Withdraw' }).click();
    await expect(writer.getByText('Withdrawn from review')).toBeVisible();
    await expect(notice(writer)).toHaveCount(0);
    await toContent(writer);
    await writer.getByRole('button', { name: 'Submit for review' }).click();
    await expect(writer.getByText('Submitted for review')).toBeVisible();

    await reviewer.goto(path);
    await expect(notice(reviewer)).toContainText('In review since');
    await toContent(reviewer);
    await reviewer.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(reviewer.getByText('Article published successfully')).toBeVisible();
  },
);

test('a draft is submitted even if the editor is left while it is being saved', async () => {
  const { id } = await makeDraft(site.app.database, { title: 'Left early', createdBy: contributor.id });
  const page = await open(`/admin/article-editor/global-politics/${id}`, { account: contributor });
  await toContent(page);
  const saves = await delayResponses(page, 'PUT', '**/api/newsroom/articles/*');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect.poll(saves.count).toBe(1);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  saves.release();
  await expect(page.getByText('Submitted for review')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Admin dashboard' })).toBeVisible();
  await page.goBack();
  await expect(notice(page)).toContainText('In review since');
});

test('Back, at the moment in which the editor is left, shows the article as it was saved', async () => {
  const { id } = await makeDraft(site.app.database, { title: 'Opened again', createdBy: contributor.id });
  const page = await open(`/admin/article-editor/global-politics/${id}`, { account: contributor });
  await toContent(page);
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.editor') !== null) return;
      observer.disconnect();
      history.back();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Submitted for review')).toBeVisible();
  // The first step of the editor that was opened again.
  await expect(page.getByLabel('Title *')).toBeVisible();
  await expect(notice(page)).toContainText('In review since');
});

test('leaving the editor asks if the draft is saved, but not submitted', async () => {
  const { id } = await makeDraft(site.app.database, { title: 'Not submitted', createdBy: contributor.id });
  const page = await open(`/admin/article-editor/global-politics/${id}`, {
    account: contributor,
    expectedFailures: [/\/submission$/],
  });
  await toContent(page);
  const submissions = await delayResponses(page, 'PUT', '**/api/newsroom/articles/*/submission', 409);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect.poll(submissions.count).toBe(1);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  submissions.release();
  const question = page.getByRole('alertdialog', { name: 'Leave the editor' });
  await expect(question).toContainText('Saved as a draft, but not submitted.');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { utcDay } from '#platform/utc-day.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { openContentStep } from './editor-page.ts';
import { expect } from './expect.ts';
import { button } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

const YEAR = new Date().getUTCFullYear() + 1;

/** The last Sunday of October, when clocks in Berlin go back from 3:00 to 2:00. */
function endOfSummerTime(): string {
  const last = new Date(Date.UTC(YEAR, 9, 31));
  last.setUTCDate(31 - last.getUTCDay());
  return utcDay(last);
}

let site: ControlledSite;
let contributor: TestAccount;
beforeAll(async () => {
  site = await startControlledSite({ env: { TIME_ZONE: 'Europe/Berlin' } });
  contributor = await makeAccount(site.app, { role: 'contributor', name: 'Cora Contributor' });
});
afterAll(() => site.close());

const reviewNotice = (page: Page) => page.getByRole('region', { name: 'Review' });
const submitForReview = (page: Page) => button(page, 'Submit for review').click();
const submitted = (page: Page) => expect(page.getByText('Submitted for review')).toBeVisible();

/** Opens a draft of the contributor at the second step. */
async function openDraft(expectedFailures: readonly RegExp[] = []): Promise<Page> {
  const { id } = await makeDraft(site.app.database, { createdBy: contributor.id });
  const path = `/admin/article-editor/global-politics/${id}`;
  const page = await signedInPage(site, path, { account: contributor, expectedFailures });
  await openContentStep(page);
  return page;
}

test('a draft is submitted even if the editor is left while it is being saved, and withdrawn', async () => {
  const page = await openDraft();
  const saves = await delayResponses(page, 'PUT', '**/api/newsroom/articles/*');
  await submitForReview(page);
  await expect.poll(saves.count).toBe(1);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  saves.release();
  await submitted(page);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Admin dashboard' })).toBeVisible();
  await page.goBack();
  await expect(reviewNotice(page)).toContainText('In review since');
  await expectAccessible(page);
  await reviewNotice(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn from review')).toBeVisible();
  await expect(reviewNotice(page)).toHaveCount(0);
});

test('leaving the editor asks if the draft is saved, but not submitted', async () => {
  const page = await openDraft([/\/submission$/]);
  const submissions = await delayResponses(page, 'PUT', '**/api/newsroom/articles/*/submission', 409);
  await submitForReview(page);
  await expect.poll(submissions.count).toBe(1);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  submissions.release();
  const question = page.getByRole('alertdialog', { name: 'Leave the editor' });
  await expect(question).toContainText('Saved as a draft, but not submitted.');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('a draft is scheduled for a time that clocks show twice, changed and cancelled', async () => {
  const { id } = await makeDraft(site.app.database, { title: 'Timed' });
  const editor = `/admin/article-editor/global-politics/${id}`;
  const page = await signedInPage(site, editor);
  const dialog = page.getByRole('dialog', { name: 'Publish later' });
  const time = dialog.getByLabel('Time', { exact: true });
  const submit = dialog.getByRole('button', { name: 'Schedule' });
  const notice = page.getByRole('region', { name: 'Schedule' });
  const row = page.getByRole('row').filter({ hasText: 'Timed' });

  await button(page, 'Schedule').press('Enter');
  await expect(time).toHaveValue('09:00');
  await dialog.getByLabel('Date').fill(endOfSummerTime());
  await time.fill('02:30');
  await dialog.getByLabel('Clocks show this time twice').selectOption({ index: 1 });
  await expect(dialog.getByRole('status')).toContainText('2:30 AM GMT+1 (Europe/Berlin)');
  await expectAccessible(page);
  await submit.click();
  await expect(row).toContainText(`${YEAR}, 2:30 AM`);

  await page.goto(editor);
  await expect(notice).toContainText('2:30 AM GMT+1');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Change' }).click();
  await expect(dialog.getByLabel('Clocks show this time twice')).toHaveValue('second');
  await time.fill('12:00');
  await submit.click();
  await expect(row).toContainText(`${YEAR}, 12:00 PM`);

  await page.goto(editor);
  await notice.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByText('It will not be published automatically.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(page.locator('.status:visible', { hasText: 'Draft' })).toBeVisible();
});

test('a schedule on hold waits among the reviews, and is cancelled in the editor', async () => {
  const pausedSchedule = {
    action: 'publish',
    at: `${YEAR}-03-01T09:00:00.000Z`,
    byName: 'Edda Editor',
  } as const;
  await makeDraft(site.app.database, { title: 'Ferries without crews', pausedSchedule });
  const page = await signedInPage(site, '/admin?tab=reviews');
  const entry = page
    .getByRole('list', { name: 'To review' })
    .getByRole('listitem')
    .filter({ hasText: 'Ferries' });
  await expect(entry).toContainText('on hold, because Edda Editor may not publish it any more');
  await expectAccessible(page);
  await entry.getByRole('link').click();
  await openContentStep(page);
  const notice = page.getByRole('region', { name: 'Schedule' });
  await expect(notice).toContainText('On hold: was to be published on');
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Cancel schedule' }).click();
  await expect(page.getByText('Schedule cancelled')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { openContentStep } from './editor-page.ts';
import { expect } from './expect.ts';
import { button } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
let contributor: TestAccount;
beforeAll(async () => {
  site = await startControlledSite();
  contributor = await makeAccount(site.app, { role: 'contributor', name: 'Cora Contributor' });
});
afterAll(() => site.close());

const notice = (page: Page) => page.getByRole('region', { name: 'Review' });
const submit = (page: Page) => button(page, 'Submit for review').click();
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
  await submit(page);
  await expect.poll(saves.count).toBe(1);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  saves.release();
  await submitted(page);
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Admin dashboard' })).toBeVisible();
  await page.goBack();
  await expect(notice(page)).toContainText('In review since');
  await expectAccessible(page);
  await notice(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn from review')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('Back, at the moment in which the editor is left, shows the article as it was saved', async () => {
  const page = await openDraft();
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.editor') !== null) return;
      observer.disconnect();
      history.back();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await submit(page);
  await submitted(page);
  // The first step of the editor that was opened again.
  await expect(page.getByLabel('Title *')).toBeVisible();
  await expect(notice(page)).toContainText('In review since');
});

test('leaving the editor asks if the draft is saved, but not submitted', async () => {
  const page = await openDraft([/\/submission$/]);
  const submissions = await delayResponses(page, 'PUT', '**/api/newsroom/articles/*/submission', 409);
  await submit(page);
  await expect.poll(submissions.count).toBe(1);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  submissions.release();
  const question = page.getByRole('alertdialog', { name: 'Leave the editor' });
  await expect(question).toContainText('Saved as a draft, but not submitted.');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

import { afterAll, beforeAll, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { expectAccessible } from './axe.ts';
import { editorPath, openContentStep } from './editor-page.ts';
import { expect } from './expect.ts';
import { button, toast } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

/** The first section of the dashboard. */
const SECTION = 'global-politics';

let site: ControlledSite;
let api: NewsroomApi;
beforeAll(async () => {
  site = await startControlledSite();
  api = await newsroomApi(site.app);
});
afterAll(() => site.close());

const publish = (title: string) =>
  api.create({ title, slug: title.toLowerCase(), is_draft: false, category_slug: SECTION });
const pageOf = async ({ slug }: ApiArticle) => (await site.app.fetch(`/article/${slug}`)).text();

test('pending changes are shown, compared with the live text, and published', async () => {
  const article = await publish('Rain');
  const before = await pageOf(article);
  const page = await signedInPage(site, editorPath(article, SECTION), { width: 390 });
  const notice = page.getByRole('region', { name: 'Pending changes' });
  await page.getByLabel('Title *').fill('Snow instead');
  await openContentStep(page);
  await expect(notice).toHaveCount(0);
  await button(page, 'Save changes for later').click();
  await expect(toast(page, 'Changes saved for later')).toBeVisible();

  await page.goto(editorPath(article, SECTION));
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Compare with the live text' }).click();
  const comparison = page.getByRole('region', { name: 'From the live text to the editor' });
  await expect(comparison.locator('del').first()).toContainText('Rain');
  await expect(comparison.locator('ins').first()).toContainText('Snow');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(await pageOf(article)).toBe(before);
  await notice.getByRole('button', { name: 'Publish changes' }).press('Enter');
  await expect(toast(page, 'Article published successfully')).toBeVisible();
  // Until the page is rendered again, its stored copy is served.
  await expect.poll(() => pageOf(article)).toContain('Snow instead');
});

test('scheduled pending changes are discarded after a question, with their schedule', async () => {
  const article = await publish('Wind');
  const before = await pageOf(article);
  const page = await signedInPage(site, editorPath(article, SECTION));
  const notice = page.getByRole('region', { name: 'Pending changes' });
  const title = page.getByLabel('Title *');
  await title.fill('Storm');
  await button(page, 'Schedule').click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes later' });
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await page.getByRole('row').filter({ hasText: 'Wind' }).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('region', { name: 'Schedule' })).toContainText(
    'The pending changes will be published on',
  );
  await notice.getByRole('button', { name: 'Discard changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard changes' });
  await expect(question).toContainText('the scheduled publication is cancelled');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(title).toHaveValue('Storm');
  await notice.getByRole('button', { name: 'Discard changes' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(title).toHaveValue('Wind');
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Schedule' })).toHaveCount(0);
  await button(page, 'Revisions').click();
  const revisions = page.getByRole('dialog', { name: 'Revisions' }).getByRole('listitem');
  await expect(revisions.nth(1)).toContainText('Saved for later');
  await expect(revisions.nth(1)).toContainText('Storm');
  await site.setClockOffset(2 * 86_400_000);
  await site.app.jobs.runDue();
  expect(await pageOf(article)).toBe(before);
});

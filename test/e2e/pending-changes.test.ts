import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { expectAccessible, expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { editorPath, openContentStep } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { resizeTo } from './geometry.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

/** The first section of the dashboard. */
const SECTION = 'global-politics';

let site: ControlledSite;
let api: NewsroomApi;
beforeAll(async () => {
  site = await startControlledSite();
  api = await newsroomApi(site.app);
});
afterAll(() => site.close());

/** What leaves the bar or the footer of the editor, or lies over something else in it. The longest state is in the footer. */
const overlapsIn = (page: Page, selector: '.editor-bar' | '.editor-footer') =>
  page.locator(selector).evaluate((bar) => {
    const outer = bar.getBoundingClientRect();
    const parts = [...bar.querySelectorAll('a, button, h1, .status')].map((part) => ({
      name: part.textContent,
      box: part.getBoundingClientRect(),
    }));
    const overlaps = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const outside = parts.filter(
      ({ box }) => box.top < outer.top || box.bottom > outer.bottom || box.right > outer.right,
    );
    const covered = parts.filter(({ box }, index) =>
      parts.slice(0, index).some((other) => overlaps(box, other.box)),
    );
    return [...outside, ...covered].map(({ name }) => name);
  });

/** Pixels between the upper edge of the bar and the title. */
const roomAboveTitle = (page: Page) =>
  page.locator('.editor-bar').evaluate((bar) => {
    const top = bar.getBoundingClientRect().top;
    return (bar.querySelector('h1')?.getBoundingClientRect().top ?? 0) - top;
  });

const pageOf = async ({ slug }: ApiArticle) => (await site.app.fetch(`/article/${slug}`)).text();

test.each(widths)(
  'at %i pixels, a published article is changed for later, previewed, compared and published',
  async (width) => {
    const article = await api.create({
      title: `Rain ${width}`,
      slug: `rain-${width}`,
      is_draft: false,
      category_slug: SECTION,
    });
    const before = await pageOf(article);
    const page = await signedInPage(site, editorPath(article, SECTION), { width });
    const row = page.locator('tr, .article-cards > li').filter({ hasText: article.title });
    const notice = page.getByRole('region', { name: 'Pending changes' });

    await page.getByLabel('Title *').fill('Snow instead');
    await openContentStep(page);
    await expect(notice).toHaveCount(0);
    await expectAccessible(page);
    await button(page, 'Save changes for later').click();
    await expect(toast(page, 'Changes saved for later')).toBeVisible();
    await expect(row.locator('.status')).toHaveText('Published with pending changes');
    await expectAccessible(page);
    expect(await pageOf(article)).toBe(before);

    await row.getByRole('link', { name: 'Edit' }).click();
    await expect(notice).toBeVisible();
    const expectNoOverlap = async () => {
      expect(await overlapsIn(page, '.editor-bar')).toEqual([]);
      expect(await overlapsIn(page, '.editor-footer')).toEqual([]);
    };
    await expectNoOverlap();
    for (const narrow of [320, 768]) {
      await resizeTo(page, narrow);
      await expectNoOverlap();
      expect(await roomAboveTitle(page)).toBeGreaterThanOrEqual(4);
    }
    await resizeTo(page, width);
    await expect(page.getByLabel('Title *')).toHaveValue('Snow instead');
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Snow instead' })).toBeVisible();
    await button(page, 'Back to Edit').click();
    await notice.getByRole('button', { name: 'Compare with the live text' }).click();
    const comparison = page.getByRole('region', { name: 'From the live text to the editor' });
    await expect(comparison.locator('del').first()).toContainText('Rain');
    await expect(comparison.locator('ins').first()).toContainText('Snow');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await pageOf(article)).toBe(before);

    await notice.getByRole('button', { name: 'Publish changes' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    // Until the page is rendered again, its stored copy is served.
    await expect.poll(() => pageOf(article)).toContain('Snow instead');
  },
);

test('pending changes are scheduled, and discarded after a question', async () => {
  const article = await api.create({ title: 'Wind', slug: 'wind', is_draft: false, category_slug: SECTION });
  const before = await pageOf(article);
  const page = await signedInPage(site, editorPath(article, SECTION));
  const notice = page.getByRole('region', { name: 'Pending changes' });
  await page.getByLabel('Title *').fill('Storm');
  await button(page, 'Schedule').click();
  const dialog = page.getByRole('dialog', { name: 'Publish changes later' });
  await expect(dialog.getByLabel('Action')).toHaveValue('publish_changes');
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  const row = page.locator('tr').filter({ hasText: 'Wind' });
  await expect(row).toContainText('Publishes changes');
  await row.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('region', { name: 'Schedule' })).toContainText(
    'The pending changes will be published on',
  );

  await notice.getByRole('button', { name: 'Discard changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard changes' });
  await expect(question).toContainText('the scheduled publication is cancelled');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Title *')).toHaveValue('Storm');
  await notice.getByRole('button', { name: 'Discard changes' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Title *')).toHaveValue('Wind');
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

test('the publication date is corrected within the past', async () => {
  const article = await api.create({
    title: 'Hail',
    slug: 'hail',
    is_draft: false,
    category_slug: SECTION,
  });
  const page = await signedInPage(site, editorPath(article, SECTION));
  await button(page, 'Correct the date').click();
  const dialog = page.getByRole('dialog', { name: 'Correct the publication date' });
  await dialog.getByLabel('Date').fill('2099-01-01');
  await dialog.getByRole('button', { name: 'Correct the date' }).click();
  await expect(dialog.getByText('Please choose a moment in the past')).toBeVisible();
  await dialog.getByLabel('Date').fill('2020-02-29');
  await dialog.getByLabel('Time', { exact: true }).fill('06:30');
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Correct the date' }).click();
  await expect(toast(page, 'Publication date corrected')).toBeVisible();
  await expect(page.getByText('First published Sat, Feb 29, 2020, 6:30 AM')).toBeVisible();
  expect(await pageOf(article)).toContain('2020-02-29T06:30:00.000Z');
});

import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { contentField, openContentStep } from './editor-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';
import { button, toast } from './newsroom-page.ts';

const site = useEditorSite();

const SAVES = '**/api/newsroom/articles/*';
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving' });

/** Presses Publish, and then a link that leaves the editor, while the server does not answer. */
async function publishAndLeave(page: Page) {
  const saves = await delayResponses(page, 'PUT', SAVES);
  await button(page, 'Publish').click();
  await expect.poll(saves.count).toBe(1);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  return saves;
}

describe('leaving the editor while the article is being published', () => {
  test('waits for the end, and reports it', async () => {
    const article = await site.articles.create();
    const page = await site.openContent(article);
    const saves = await publishAndLeave(page);
    await expect(page).toHaveURL(/article-editor/);
    saves.release();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(question(page)).toHaveCount(0);
    expect(await site.articles.read(article.id)).toMatchObject({ is_draft: false });
  });

  test('leaves once when the dashboard has loaded before', async () => {
    const { id } = await site.articles.create();
    const page = await site.open('/admin?tab=content&category=sports');
    await page.locator(`a[href$="/${id}"]`).first().click();
    await openContentStep(page);
    const saves = await publishAndLeave(page);
    saves.release();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\?tab=content/);
  });

  test.each([
    ['stays, and asks, if it fails', false],
    ['asks about unsaved changes if it fails after a question about the save', true],
  ])('%s', async (_, isSlow) => {
    const article = await site.articles.create();
    const page = await site.openContent(article, { expectedFailures: [/\/articles\/[\w-]+$/] });
    const answer = Promise.withResolvers<void>();
    await page.route(SAVES, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await answer.promise;
      return route.fulfill({ status: 422, json: { code: 'unprocessable', message: 'No.' } });
    });
    await button(page, 'Publish').click();
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    if (isSlow) await expect(question(page)).toContainText('The article is still being saved.');
    answer.resolve();
    await expect(question(page)).toContainText('Your changes are not saved.');
    await expect(toast(page, 'Failed to save article')).toBeVisible();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await site.articles.read(article.id)).toMatchObject({ is_draft: true });
  });

  test('asks if it fails at the same moment', async () => {
    const page = await site.openContent(await site.articles.create());
    await page.evaluate(() => {
      const send = window.fetch;
      const { promise, resolve } = Promise.withResolvers<void>();
      window.fetch = async (...args) => {
        if (new Request(...args).method !== 'PUT') return send(...args);
        await promise;
        return Response.json({ code: 'unprocessable', message: 'No.' }, { status: 422 });
      };
      addEventListener('click', ({ target }) => {
        if (target instanceof Element && target.closest('a') !== null) resolve();
      });
    });
    await button(page, 'Publish').click();
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await expect(question(page)).toContainText('Your changes are not saved.');
  });

  test('asks if it takes long, and closes the question at the end', async () => {
    const article = await site.articles.create();
    const page = await site.openContent(article);
    await contentField(page).press('End');
    await page.keyboard.type(' And for a tenth.');
    await expect(page.getByText(/^Saved automatically at/).first()).toBeVisible();
    const saves = await publishAndLeave(page);
    await expect(question(page)).toContainText('The article is still being saved.');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await expect(question(page)).toBeVisible();
    saves.release();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(question(page)).toHaveCount(0);
  });
});

test('leaving the editor while the article is being scheduled asks if that fails', async () => {
  const article = await site.articles.create();
  const page = await site.openContent(article, { expectedFailures: [/\/articles\/[\w-]+\/schedule$/] });
  const answer = Promise.withResolvers<void>();
  await page.route(`${SAVES}/schedule`, async (route) => {
    await answer.promise;
    await route.fulfill({ status: 409, json: { code: 'conflict', message: 'No.' } });
  });
  const request = page.waitForRequest(`${SAVES}/schedule`);
  await button(page, 'Schedule').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await request;
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  answer.resolve();
  const asked = page.getByRole('alertdialog', { name: 'Leave the editor' });
  await expect(asked).toContainText('Saved as a draft, but not scheduled.');
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { delayResponses } from './delayed-responses.ts';
import { contentField, openContentStep, startArticle } from './editor-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';
import { button, toast } from './newsroom-page.ts';

const site = useEditorSite();

const SAVES = '**/api/newsroom/articles/*';
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving' });

/** Opens the second step of the article from that list, which is loaded then. */
async function openFromList(id: string): Promise<Page> {
  const page = await site.open('/admin?tab=content&category=sports');
  await page.locator(`a[href$="/${id}"]`).first().click();
  await openContentStep(page);
  return page;
}

const leave = (page: Page) => page.getByRole('link', { name: 'Back to Admin' }).click();

/** Presses Publish, and then a link that leaves the editor, while the server does not answer. */
async function publishAndLeave(page: Page, failure?: number) {
  const saves = await delayResponses(page, 'PUT', SAVES, failure);
  await button(page, 'Publish').click();
  await expect.poll(saves.count).toBe(1);
  await leave(page);
  return saves;
}

describe('leaving the editor while the article is being published', () => {
  test('waits for the end, reports it, and leaves once', async () => {
    const { id } = await site.articles.create();
    const page = await openFromList(id);
    const saves = await publishAndLeave(page);
    await expect(page).toHaveURL(/article-editor/);
    saves.release();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\?tab=content/);
    await expect(question(page)).toHaveCount(0);
    expect(await site.articles.read(id)).toMatchObject({ is_draft: false });
  });

  test.each([
    ['stays, and asks, if it fails', false],
    ['asks about unsaved changes if it fails after a question about the save', true],
  ])('%s', async (_, isSlow) => {
    const article = await site.articles.create();
    const page = await site.openContent(article, { expectedFailures: [/\/articles\/[\w-]+$/] });
    const saves = await publishAndLeave(page, 422);
    if (isSlow) await expect(question(page)).toContainText('The article is still being saved.');
    saves.release();
    await expect(question(page)).toContainText('Your changes are not saved.');
    await expect(toast(page, 'Failed to save article')).toBeVisible();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await site.articles.read(article.id)).toMatchObject({ is_draft: true });
  });

  test('waits for a second save, and stores what was typed after it', async () => {
    const article = await site.articles.create();
    const page = await site.openContent(article);
    const saves = await delayResponses(page, 'PUT', SAVES);
    for (const text of [' And for a tenth.', ' And for an eleventh.']) {
      await contentField(page).press('End');
      await page.keyboard.type(text);
      await page.keyboard.press('ControlOrMeta+s');
    }
    await expect.poll(saves.count).toBe(1);
    await page.keyboard.type(' It ended.');
    await leave(page);
    saves.release();
    await expect(page).toHaveURL(/\/admin$/);
    // Until the dashboard is shown, going back shows the same editor again, at its second step.
    await expect(page.getByRole('heading', { name: 'Admin dashboard' })).toBeVisible();
    await page.goBack();
    await openContentStep(page);
    await expect(contentField(page)).toHaveText(/And for an eleventh. It ended.$/);
  });

  /** Publishes a new article, types more during the request that creates it, and leaves the editor. */
  async function createAndLeave(page: Page, title: string) {
    // Before the first input, because an autosave can create the article as well.
    const creations = await delayResponses(page, 'POST', '**/api/newsroom/articles');
    await startArticle(page, title);
    await contentField(page).focus();
    await page.keyboard.type('It rained for nine days.');
    await button(page, 'Publish').click();
    await expect(button(page, 'Publishing...')).toBeVisible();
    await expect.poll(creations.count).toBeGreaterThan(0);
    await contentField(page).press('End');
    await page.keyboard.type(' It ended.');
    await leave(page);
    return creations;
  }

  test('leaves a new article in which the user has typed meanwhile', async () => {
    const page = await site.open('/admin/article-editor/sports');
    const creations = await createAndLeave(page, 'Left early');
    creations.release();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    const list = await site.articles.list('sports');
    expect(list.find(({ title }) => title === 'Left early')).toMatchObject({ is_draft: false });
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
    await leave(page);
    await expect(question(page)).toBeVisible();
    saves.release();
    await expect(toast(page, 'Article published successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(question(page)).toHaveCount(0);
  });
});

test('Ctrl+S during Publish does not take the article offline again', async () => {
  const { id } = await site.articles.create();
  const page = await site.openContent({ id });
  const saves = await delayResponses(page, 'PUT', SAVES);
  await button(page, 'Publish').click();
  await expect.poll(saves.count).toBe(1);
  await contentField(page).press('End');
  await page.keyboard.type(' It ended.');
  await page.keyboard.press('ControlOrMeta+s');
  saves.release();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await site.articles.read(id)).toMatchObject({
    is_draft: false,
    content: expect.stringContaining('It ended.'),
  });
});

test('a schedule is kept that is confirmed while the same text is being saved', async () => {
  const { id } = await site.articles.create();
  const page = await site.openContent({ id });
  const saves = await delayResponses(page, 'PUT', SAVES);
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(saves.count).toBe(1);
  await button(page, 'Schedule').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  saves.release();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(toast(page, 'Scheduled')).toBeVisible();
  expect(await site.articles.read(id)).toMatchObject({ state: 'scheduled' });
});

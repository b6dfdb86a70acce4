import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { makeDraft } from '../factories.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import {
  blockAutosaves,
  moveCaretToEnd,
  openContentStep,
  storedInBrowser,
  contentField,
} from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

/** An article with addresses of pictures that the server no longer accepts. */
let outdatedId: string;
const site = useEditorSite(async (database) => {
  const pictures = { image: '/uploads/lead.jpg', authorImage: '/uploads/ada.jpg' };
  outdatedId = (await makeDraft(database, { categorySlug: 'sports', ...pictures })).id;
});

const LONG = Array.from({ length: 40 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
const state = (page: Page) => page.getByRole('contentinfo').locator('.status');

test('a published article is updated with the button or Ctrl+S, without a confirmation', async () => {
  const article = await site.articles.create({ is_draft: false, content: LONG });
  const page = await site.openArticle(article, { width: 390 });
  await expect(state(page)).toHaveText('Published');
  await openContentStep(page);
  await expect(button(page, 'Publish')).toHaveCount(0);
  await expect(button(page, 'Update')).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await moveCaretToEnd(page);
  await blockAutosaves(page);
  await page.keyboard.type(' Corrected.');
  await expect(storedInBrowser(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await expect(state(page)).toBeInViewport();
  await expectAccessible(page, 'light');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toast(page, 'Article published successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await (await fetch(`${site.server.url}/article/${article.slug}`)).text()).toContain('Corrected.');
});

test('the heading of a step gets the focus when the step opens, and a draft is labeled', async () => {
  const article = await site.articles.create();
  const page = await site.openArticle(article, { width: 390 });
  await expect(state(page)).toHaveText('Draft');
  const first = page.getByRole('heading', { name: 'Article Details - Basic information' });
  const second = page.getByRole('heading', { name: 'Write Content' });
  await expect(first).not.toBeFocused();
  await openContentStep(page);
  await expect(second).toBeFocused();
  await expect(second).toBeInViewport();
  await button(page, 'Back').click();
  await expect(first).toBeFocused();
  await page.getByLabel('Title *').fill('');
  await button(page, 'Next: Write Content').click();
  await expect(page.getByLabel('Title *')).toBeFocused();
});

test('a picture without a description is reported and scrolled into view', async () => {
  const content = `<img src="/placeholder.svg" alt="">${LONG}<img src="/placeholder.svg">${LONG}`;
  const article = await site.articles.create({ content });
  const page = await site.openContent(article, { width: 390 });
  const picture = contentField(page).locator('img:not([alt])');
  await expect(picture).not.toBeInViewport();
  await button(page, 'Publish').click();
  await expect(toast(page, 'Please describe every picture first')).toBeVisible();
  await expect(toast(page, 'Please fill in all required fields')).toHaveCount(0);
  await expect(picture).toBeInViewport();
  await expect(picture).toHaveClass(/ProseMirror-selectednode/);
  await expectAccessible(page, 'light');
  await button(page, 'Describe the picture').click();
  await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible();
  expect((await site.articles.read(article.id)).is_draft).toBe(true);
});

test('errors of the server are shown at their fields, and the first one gets the focus', async () => {
  const page = await site.open(`/admin/article-editor/sports/${outdatedId}`, {
    expectedFailures: [`/api/newsroom/articles/${outdatedId}`, '/uploads/lead.jpg'],
  });
  await openContentStep(page);
  await button(page, 'Draft').click();
  const message = 'Please use an uploaded image or an address that begins with https://';
  const picture = page.getByRole('group', { name: 'Picture' });
  await expect(picture).toBeFocused();
  await expect(picture).toHaveAccessibleDescription(message);
  await expect(page.getByLabel('Author')).toHaveAccessibleDescription(message);
  await expectNoAxeViolations(page);
});

test('a toast disappears even when the pointer is where it appears', async () => {
  const page = await site.open('/admin/article-editor/sports');
  await button(page, 'Next: Write Content').click();
  const failure = toast(page, 'Please fill in title, slug, and excerpt before continuing');
  const box = await failure.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await button(page, 'Dismiss').click();
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await button(page, 'Next: Write Content').press('Enter');
  await expect(failure).toBeVisible();
  await expect(failure).toHaveCount(0, { timeout: 30_000 });
});

test('the login screen says that unsaved input is kept when the session has ended, and only then', async () => {
  const endSession = (page: Page) =>
    page.evaluate(() => {
      localStorage.removeItem('newsroom.session');
      dispatchEvent(new StorageEvent('storage', { key: 'newsroom.session' }));
    });
  const kept = 'Your session has ended. Your unsaved changes are kept in this browser. Log in to continue.';
  const page = await site.open('/admin/article-editor/sports');
  await expect(page.getByLabel('Title *')).toBeVisible();
  await endSession(page);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(page.getByText(kept)).toHaveCount(0);
  const unsaved = await site.open('/admin/article-editor/sports');
  await blockAutosaves(unsaved);
  await unsaved.getByLabel('Title *').fill('Typed before the end');
  await endSession(unsaved);
  await expect(unsaved.getByText(kept)).toBeVisible();
  await expectNoAxeViolations(unsaved);
});

test('revisions can be listed, compared and restored', async () => {
  const first = await site.articles.create({ content: '<p>The old harbour.</p>' });
  const second = await site.articles.save(first, { content: '<p>The new harbour.</p>', is_draft: false });
  const page = await site.openArticle(second);
  await button(page, 'Revisions').click();
  const dialog = page.getByRole('dialog', { name: 'Revisions' });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText(
    /Revision 2.*Published.*Edith Editor · 3 words/,
  );
  await dialog.getByRole('button', { name: 'Compare revision 1' }).click();
  await expect(dialog.locator('.comparison del').filter({ hasText: 'old' })).toBeVisible();
  await expect(dialog.locator('.comparison ins').filter({ hasText: 'new' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore revision 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'Revision 1 restored')).toBeVisible();
  await openContentStep(page);
  await expect(contentField(page)).toHaveText('The old harbour.');
  expect(await site.articles.read(first.id)).toMatchObject({
    revision: 3,
    content: '<p>The old harbour.</p>',
  });
});

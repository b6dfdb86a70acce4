import type { Page } from 'playwright-core';
import { test } from 'vitest';
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

const site = useEditorSite();

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

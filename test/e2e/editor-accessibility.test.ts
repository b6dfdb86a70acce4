import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { blockAutosaves, contentField, editorPath, moveCaretToEnd, openContentStep } from './editor-page.ts';
import { button } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

const site = useEditorSite();

const confirmDialog = (page: Page) => page.getByRole('alertdialog');
const unsavedNotice = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });

test('every confirmation dialog and notice is accessible and does not overflow', async () => {
  const draft = await site.articles.create();
  const article = await site.articles.save(draft, { is_draft: false });
  const path = editorPath(article);
  const page = await site.open(path, {
    expectedFailures: [`/api/newsroom/articles/${article.id}`, '/readyz', '/api/account'],
  });
  await blockAutosaves(page);
  await page.getByLabel('Title *').fill('An unsaved title');
  const second = await page.context().newPage();
  await second.goto(path);
  await expect(second.getByText('This article has unsaved changes in another tab')).toBeVisible();
  await expect(unsavedNotice(second)).toHaveCount(0);
  await expectAccessible(second);
  await second.close();

  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(confirmDialog(page)).toContainText('Your changes are not saved.');
  await expectAccessible(page);
  await confirmDialog(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto(path);
  await unsavedNotice(page).getByText('Show changes').click();
  await expectAccessible(page);
  await unsavedNotice(page).getByRole('button', { name: 'Discard' }).click();
  await expect(confirmDialog(page)).toContainText('will be deleted');
  await expectAccessible(page);
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await unsavedNotice(page).getByRole('button', { name: 'Restore' }).click();

  await openContentStep(page);
  await button(page, 'Draft').click();
  await expect(confirmDialog(page)).toContainText('This takes the article offline.');
  await expectAccessible(page);
  await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();

  const address = `**/api/newsroom/articles/${article.id}`;
  await page.route(address, (route) => route.abort('connectionfailed'));
  await button(page, 'Update').click();
  await expect(page.getByText(/Not saved\. .*Retrying/)).toBeVisible();
  await expectAccessible(page);
  await site.articles.save(article, { title: 'Their title', content: '<p>Their words.</p>' });
  await page.unroute(address);
  await expect(page.getByRole('dialog', { name: 'Someone else changed this article' })).toBeVisible();
  await expectAccessible(page);
});

test('on a phone, the toolbar stays visible, scrolls, and leaves enough height for the text', async () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
  const page = await site.openContent(await site.articles.create({ content: paragraphs }), { width: 390 });
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await contentField(page).getByText('Paragraph 39').click();
  const bold = button(page, 'Bold');
  await bold.scrollIntoViewIfNeeded();
  await expect(toolbar).toBeInViewport();
  const { width = 0, height = 0 } = (await bold.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);

  // With `interactive-widget=resizes-content` a browser resizes the viewport like this.
  await page.setViewportSize({ width: 390, height: 430 });
  await moveCaretToEnd(page);
  await page.keyboard.type('\n\nAt the very end');
  const { caret, start, end } = await page.evaluate(() => ({
    caret: getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0,
    start: document.querySelector('.toolbar')?.getBoundingClientRect().bottom ?? 0,
    end: Math.min(innerHeight, document.querySelector('.editor-footer')?.getBoundingClientRect().top ?? 0),
  }));
  expect(caret).toBeGreaterThan(start);
  expect(caret).toBeLessThanOrEqual(end);
  expect(end - start).toBeGreaterThan(430 * 0.75);
});

describe('by keyboard', () => {
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

  test('the toolbar is one tab stop, arrow keys move in it, and Tab leaves the content', async () => {
    const { page } = await site.openNew();
    await contentField(page).focus();
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toMatch(/^Paragraph style/);
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('Text color');
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft');
    expect(await focused(page)).toBe('Redo');
    await page.keyboard.press('Tab');
    await expect(contentField(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(contentField(page)).not.toBeFocused();
    await expect(contentField(page)).toHaveText('x');
  });

  test('formats and indents have keyboard shortcuts, and a toggled button keeps the focus', async () => {
    const { page, save } = await site.openEmpty();
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('bold');
    await page.keyboard.press('ControlOrMeta+]');
    await page.keyboard.press('ControlOrMeta+a');
    await button(page, 'Italic').focus();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Italic')).toBeFocused();
    await expect(button(page, 'Italic')).toHaveAttribute('aria-pressed', 'true');
    expect(await save()).toBe('<p data-indent="1"><strong><em>bold</em></strong></p>');
  });
});

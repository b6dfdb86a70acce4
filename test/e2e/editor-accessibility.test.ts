import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { blockAutosaves, editorPath, openContentStep, contentField } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';
import { journeyWidths } from './page.ts';

const widths = journeyWidths(1366);

const site = useEditorSite();

const CONTENT =
  '<h1>A heading</h1><p>Some <span data-ink="red">red</span> and <span data-tint="yellow">marked</span> ' +
  '<a href="https://x.example/">words</a>.</p><blockquote><p>Said.</p></blockquote><hr /><img src="/placeholder.svg" />';

describe.each(widths)('at %i px', (width) => {
  test('every state is accessible and does not overflow, light and dark', async () => {
    const article = await site.articles.create({ content: CONTENT });
    const page = await site.openArticle(article, { width });
    await page.getByLabel('Title *').fill('');
    await button(page, 'Next: Write Content').click();
    await expectAccessible(page);
    await page.getByLabel('Title *').fill('A title again');
    await openContentStep(page);
    await expectAccessible(page);
    await page.getByText(/^Keyboard shortcuts: Tab leaves/).click();
    for (const menu of [/^Paragraph style/, /^Text color/, /^Background color/]) {
      await button(page, menu).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    await button(page, 'Link').click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await button(page, /no description yet/).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await button(page, 'Revisions').click();
    await button(page, 'Compare revision 1').click();
    await expect(page.locator('.comparison')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await button(page, 'Preview').click();
    await expect(page.locator('.preview article')).toBeVisible();
    await expectAccessible(page);
  });
});

describe.each(widths)('at %i px, light and dark', (width) => {
  const confirmDialog = (page: Page) => page.getByRole('alertdialog');
  const unsavedNotice = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });

  test('every confirmation dialog and notice is accessible and does not overflow', async () => {
    const draft = await site.articles.create();
    const article = await site.articles.save(draft, { is_draft: false });
    const path = editorPath(article);
    const page = await site.open(path, {
      width,
      expectedFailures: [`/api/newsroom/articles/${article.id}`, '/readyz', '/api/account'],
    });
    await blockAutosaves(page);
    await page.getByLabel('Title *').fill('An unsaved title');
    const second = await page.context().newPage();
    await second.goto(path);
    await expect(second.getByText('This article has unsaved changes in another tab')).toBeVisible();
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
});

test('the toolbar stays visible on a phone, with touch targets of 44 pixels', async () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
  const article = await site.articles.create({ content: paragraphs });
  const page = await site.openContent(article, { width: 390 });
  await contentField(page).getByText('Paragraph 39').click();
  const bold = button(page, 'Bold');
  await bold.scrollIntoViewIfNeeded();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeInViewport();
  const box = await bold.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
});

test('the toolbar has one row on a laptop, with targets of 24 pixels', async () => {
  const page = await site.openContent(await site.articles.create(), { width: 1366 });
  const buttons = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button');
  await expect(buttons).toHaveCount(27);
  const boxes = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
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

  test('Ctrl+S saves a draft', async () => {
    const { page } = await site.openNew();
    await contentField(page).focus();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(toast(page, 'Draft saved successfully')).toBeVisible();
  });
});

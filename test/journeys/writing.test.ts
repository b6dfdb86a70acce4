import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { crashPage } from '../e2e/crash-page.ts';
import {
  blockAutosaves,
  contentField,
  editorPath,
  moveCaretToEnd,
  openContentStep,
  startArticle,
  storedInBrowser,
} from '../e2e/editor-page.ts';
import { useEditorSite } from '../e2e/editor-site.ts';
import { expect } from '../e2e/expect.ts';
import { browserAsks } from '../e2e/leaving.ts';
import { button, toast } from '../e2e/newsroom-page.ts';

const ARTICLES = /^\/api\/newsroom\/articles/;

const site = useEditorSite();

const unsavedNotice = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });
const inBrowser = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

test('an editor whose text meets the newer one of somebody else gives up, restores and merges the own one', async () => {
  const article = await site.articles.create();
  const page = await site.openContent(article, { expectedFailures: [ARTICLES] });
  await blockAutosaves(page);
  await moveCaretToEnd(page);
  await page.keyboard.type(' Mine.');
  const theirs = await site.articles.save(article, {
    content: `<p>It rained for nine days. Theirs.</p><p>${'Rain. '.repeat(500)}</p>`,
    title: 'Their title',
  });
  await button(page, 'Draft').click();
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this article' });
  await expect(dialog).toContainText(/Edith Editor saved a newer version on .+ as a draft/);
  const comparison = dialog.getByRole('region', { name: 'From their version to yours' });
  await expect(comparison.locator('del').filter({ hasText: 'Theirs' })).toBeVisible();
  await expect(comparison.locator('ins').filter({ hasText: 'Mine' })).toBeVisible();
  // Nobody has changed the read time: it follows from the text.
  await expect(dialog).not.toContainText('min read');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(contentField(page)).toContainText('Mine.');
  await expect(page.getByText(/^Not saved/)).toBeVisible();
  expect((await site.articles.read(article.id)).title).toBe('Their title');

  await button(page, 'Draft').click();
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await expect(contentField(page)).toContainText('Theirs.');
  await unsavedNotice(page).getByRole('button', { name: 'Restore' }).click();
  await expect(contentField(page)).toContainText('Mine.');
  await site.articles.save(theirs, { title: 'Another title' });
  await button(page, 'Draft').click();
  const merge = dialog.getByRole('button', { name: 'Save both' });
  await expect(dialog.getByRole('group')).toHaveAccessibleName('Passage: changed by both');
  await expect(merge).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Both, theirs first' }).check();
  await merge.click();
  await expect(page).toHaveURL(/\/admin$/);
  const merged = await site.articles.read(article.id);
  expect(merged).toMatchObject({ revision: 4, title: 'Another title', slug: article.slug });
  expect(merged.content).toMatch(
    /^<p>It rained for nine days. Theirs.<\/p><p>(Rain. ?)+<\/p><p>It rained for nine days. Mine.<\/p>$/,
  );
});

test('text that is written and saved without a network is saved when the network is back', async () => {
  const page = await site.open('/admin/article-editor/culture', {
    width: 390,
    expectedFailures: [ARTICLES, '/api/account', '/readyz'],
  });
  await startArticle(page, 'Through the storm');
  await contentField(page).click();
  await page.context().setOffline(true);
  await page.keyboard.type('Written without a network.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toast(page, 'Failed to save article')).toBeVisible();
  await expect(page.getByText(/Not saved\. .*Retrying/)).toBeVisible();
  await page.keyboard.type(' Written while it was away.');
  expect((await site.articles.list('culture')).map(({ is_draft: isDraft }) => isDraft)).not.toContain(false);
  await page.context().setOffline(false);
  await expect(toast(page, /^Draft (?:created|saved) successfully$/)).toBeVisible();
  await expect(toast(page, 'Failed to save article')).toHaveCount(0);
  await expect(page).toHaveURL(/\/culture\/[\w-]{36}$/);
  await page.keyboard.type(' Written after it came back.');
  await button(page, 'Draft').click();
  await expect(page).toHaveURL(/\/admin$/);
  const saved = (await site.articles.list('culture')).filter(({ title }) => title === 'Through the storm');
  expect(saved).toHaveLength(1);
  expect((await site.articles.read(saved[0]?.id ?? '')).content).toBe(
    '<p>Written without a network. Written while it was away. Written after it came back.</p>',
  );
});

test('leaving unsaved text by a link, Back or reload asks first, and loses nothing', async () => {
  const article = await site.articles.create({ title: 'Half a thought', category_slug: 'opinions' });
  const page = await site.open('/admin?tab=content&category=opinions', { expectedFailures: [ARTICLES] });
  await page.getByRole('row', { name: article.title }).getByRole('link', { name: 'Edit' }).click();
  await openContentStep(page);
  expect(await browserAsks(page)).toBe(false);
  await blockAutosaves(page);
  await moveCaretToEnd(page);
  await page.keyboard.type(' And then');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving' });
  for (const leave of [
    () => page.getByRole('link', { name: 'Back to Admin' }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(question).toContainText('Your changes are not saved.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(contentField(page)).toHaveText(/And then$/);
  }
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.accept();
  });
  await page.reload();
  expect(dialogs).toBe(1);
  await unsavedNotice(page).getByRole('button', { name: 'Restore' }).click();
  await openContentStep(page);
  await expect(contentField(page)).toHaveText(/And then$/);
  await blockAutosaves(page);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  await page.goto(editorPath(article, 'opinions'));
  await expect(unsavedNotice(page)).toContainText(article.title);
  expect((await site.articles.read(article.id)).content).not.toContain('And then');
});

test('text that was never saved is offered after the tab and the server have crashed', async () => {
  const path = '/admin/article-editor/investigations';
  const page = await site.open(path, { expectedFailures: [/^\//] });
  await blockAutosaves(page);
  await startArticle(page, 'Before the crash');
  await contentField(page).click();
  await page.keyboard.type('Words nobody has saved.');
  await expect(storedInBrowser(page)).toBeVisible();
  await expect.poll(() => inBrowser(page)).toContain('nobody has saved');
  const context = page.context();
  await crashPage(page);
  await page.close();
  await site.server.crash();

  const next = await context.newPage();
  await next.goto(path);
  await expect(unsavedNotice(next)).toContainText(/Unsaved changes from .+ were found/);
  await expect(unsavedNotice(next)).toContainText('Before the crash · 4 words');
  await unsavedNotice(next).getByText('Show changes').click();
  await expect(unsavedNotice(next).locator('ins')).not.toHaveCount(0);
  await unsavedNotice(next).getByRole('button', { name: 'Restore' }).click();
  await expect(unsavedNotice(next)).toHaveCount(0);
  await expect(next.getByLabel('Title *')).toHaveValue('Before the crash');
  await openContentStep(next);
  await expect(contentField(next)).toHaveText('Words nobody has saved.');
  await button(next, 'Draft').click();
  await expect(toast(next, /^Draft (?:created|saved) successfully$/)).toBeVisible();
  await expect.poll(() => inBrowser(next)).not.toContain('newsroom.journal');
  expect((await site.articles.list('investigations')).map(({ title }) => title)).toEqual([
    'Before the crash',
  ]);
});

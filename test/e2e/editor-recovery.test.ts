import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { PASSWORD } from '../newsroom.ts';
import {
  AUTOSAVE_PATHS,
  blockAutosaves,
  crash,
  editorPath,
  moveCaretToEnd,
  openContentStep,
  startArticle,
  storedInBrowser,
  contentField,
} from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

const ARTICLES = '/api/newsroom/articles';

const site = useEditorSite();

const unsavedNotice = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });

describe('unsaved content', () => {
  test('is offered after a crash, for an article that was never saved', async () => {
    const path = '/admin/article-editor/sports';
    const page = await site.open(path);
    await blockAutosaves(page);
    await startArticle(page, 'Before the crash');
    await contentField(page).click();
    await page.keyboard.type('Words nobody has saved.');
    await expect(storedInBrowser(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('nobody has saved');

    const next = await crash(page, path);
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
    await expect(toast(next, 'Draft created successfully')).toBeVisible();
    expect(await next.evaluate(() => JSON.stringify(localStorage))).not.toContain('newsroom.journal');
  });

  test('is offered for an existing article, and removed when it is discarded', async () => {
    const article = await site.articles.create();
    const page = await site.openArticle(article);
    await blockAutosaves(page);
    await page.getByLabel('Title *').fill('A better title');
    const next = await crash(page, editorPath(article));
    await expect(next.getByLabel('Title *')).toHaveValue(article.title);
    await unsavedNotice(next).getByRole('button', { name: 'Discard' }).click();
    await next.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(unsavedNotice(next)).toHaveCount(0);
    await next.reload();
    await expect(next.getByLabel('Title *')).toHaveValue(article.title);
    await expect(unsavedNotice(next)).toHaveCount(0);
  });

  test('of another open tab is announced but not offered', async () => {
    const article = await site.articles.create();
    const page = await site.openArticle(article);
    await blockAutosaves(page);
    await page.getByLabel('Title *').fill('Typed in the first tab');
    const second = await page.context().newPage();
    await second.goto(editorPath(article));
    await expect(second.getByText('This article has unsaved changes in another tab')).toBeVisible();
    await expect(unsavedNotice(second)).toHaveCount(0);
  });

  test('that cannot be stored on the server requires a confirmation before leaving the editor', async () => {
    const article = await site.articles.create();
    const page = await site.openArticle(article);
    await blockAutosaves(page);
    await page.getByLabel('Title *').fill('Half a thought');
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    const confirmDialog = page.getByRole('alertdialog');
    await expect(confirmDialog).toContainText('Your changes are not saved.');
    await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Title *')).toHaveValue('Half a thought');
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await confirmDialog.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto(editorPath(article));
    await expect(unsavedNotice(page)).toContainText('Half a thought');
  });

  test('does not exist without changes, so nothing is asked or stored', async () => {
    const article = await site.articles.create({
      content: '<p>a<br>b</p><hr><p style="text-align:center">c</p>',
    });
    const page = await site.openContent(article);
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('newsroom.journal');
  });

  test('survives the end of a session, and is offered after signing in again', async () => {
    const article = await site.articles.create();
    const page = await site.openContent(article, {
      expectedFailures: [
        `${ARTICLES}/${article.id}`,
        AUTOSAVE_PATHS,
        '/api/sessions/refresh',
        '/api/account',
      ],
    });
    await blockAutosaves(page);
    await moveCaretToEnd(page);
    await page.keyboard.type(' Until now.');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('newsroom.session') ?? '{}');
      const ended = { ...session, access_token: 'over', refresh_token: 'over' };
      localStorage.setItem('newsroom.session', JSON.stringify(ended));
      dispatchEvent(new StorageEvent('storage', { key: 'newsroom.session' }));
    });
    await button(page, 'Draft').click();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('Email').fill(site.server.editor.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Login').click();
    await expect(page).toHaveURL(new RegExp(editorPath(article)));
    await unsavedNotice(page).getByRole('button', { name: 'Restore' }).click();
    await openContentStep(page);
    await expect(contentField(page)).toContainText('Until now.');
  });
});

describe('a save', () => {
  test('that fails shows an error, is retried, and keeps the input', async () => {
    const article = await site.articles.create();
    const path = `${ARTICLES}/${article.id}`;
    const page = await site.openContent(article, {
      expectedFailures: [path, '/readyz', '/api/account'],
    });
    await moveCaretToEnd(page);
    await page.keyboard.type(' Through the storm.');
    await page.route(`**${path}`, (route) => route.abort('connectionfailed'));
    await button(page, 'Draft').click();
    await expect(toast(page, 'Failed to save article')).toBeVisible();
    await expect(page.getByText(/Not saved\. .*Retrying/)).toBeVisible();
    expect((await site.articles.read(article.id)).content).not.toContain('storm');
    await page.unroute(`**${path}`);
    await expect(toast(page, 'Draft saved successfully')).toBeVisible();
    await expect(toast(page, 'Failed to save article')).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin$/);
    expect((await site.articles.read(article.id)).content).toContain('Through the storm.');
  });

  test('whose response is lost creates no second article', async () => {
    const page = await site.open('/admin/article-editor/culture', { expectedFailures: [ARTICLES] });
    await startArticle(page, 'Only once');
    await contentField(page).click();
    await page.keyboard.type('Text.');
    let isLost = false;
    await page.route(`**${ARTICLES}`, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await button(page, 'Draft').click();
    await expect(toast(page, 'Draft created successfully')).toBeVisible();
    expect((await site.articles.list('culture')).filter(({ title }) => title === 'Only once')).toHaveLength(
      1,
    );
  });

  test('rejected because of its slug moves the focus to the slug', async () => {
    const taken = await site.articles.create({ slug: 'taken' });
    const page = await site.open('/admin/article-editor/sports', { expectedFailures: [ARTICLES] });
    await blockAutosaves(page);
    await startArticle(page, 'Another');
    await contentField(page).click();
    await page.keyboard.type('Text.');
    await button(page, 'Back').click();
    await page.getByLabel('Slug *').fill(taken.slug);
    await openContentStep(page);
    await button(page, 'Draft').click();
    await expect(page.getByLabel('Slug *')).toBeFocused();
    await expect(page.getByLabel('Slug *')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(/^Not saved\./)).toBeVisible();
    await page.getByLabel('Slug *').fill('free');
    await expect(page.getByLabel('Slug *')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('stays in the editor when the content changed during the save', async () => {
    const page = await site.open('/admin/article-editor/opinions');
    await blockAutosaves(page);
    await startArticle(page, 'A long thought');
    await contentField(page).click();
    await page.keyboard.type('First.');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**${ARTICLES}`, async (route) => {
      await promise;
      await route.continue();
    });
    await button(page, 'Draft').click();
    await expect(button(page, 'Saving...')).toBeDisabled();
    await contentField(page).click();
    await moveCaretToEnd(page);
    await page.keyboard.type(' Second.');
    resolve();
    await expect(toast(page, 'Draft created successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/opinions\/[\w-]{36}$/);
    await expect(contentField(page)).toHaveText('First. Second.');
    await button(page, 'Draft').click();
    await expect(toast(page, 'Draft saved successfully')).toBeVisible();
    const [saved] = await site.articles.list('opinions');
    expect((await site.articles.read(saved?.id ?? '')).content).toBe('<p>First. Second.</p>');
  });

  test('shows no leave confirmation when the content changed at the moment of the response', async () => {
    const page = await site.open('/admin/article-editor/investigations');
    await blockAutosaves(page);
    await startArticle(page, 'A last word');
    await contentField(page).click();
    await page.keyboard.type('First.');
    await page.evaluate((path) => {
      const originalFetch = window.fetch;
      window.fetch = async (...args) => {
        const response = await originalFetch(...args);
        const { url, method } = new Request(...args);
        if (url.endsWith(path) && method === 'POST') document.execCommand('insertText', false, ' Second.');
        return response;
      };
    }, ARTICLES);
    await page.keyboard.press('ControlOrMeta+S');
    await expect(toast(page, 'Draft created successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/investigations\/[\w-]{36}$/);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(contentField(page)).toHaveText('First. Second.');
  });
});

describe('when another user has saved in the meantime', () => {
  async function createConflict() {
    const article = await site.articles.create();
    const page = await site.openContent(article, {
      expectedFailures: [`${ARTICLES}/${article.id}`],
    });
    await blockAutosaves(page);
    await moveCaretToEnd(page);
    await page.keyboard.type(' Mine.');
    await site.articles.save(article, {
      content: `<p>It rained for nine days. Theirs.</p><p>${'Rain. '.repeat(500)}</p>`,
      title: 'Their title',
    });
    await button(page, 'Draft').click();
    const conflictDialog = page.getByRole('dialog', { name: 'Someone else changed this article' });
    await expect(conflictDialog).toContainText(/Edith Editor saved a newer version on .+ as a draft/);
    await expect(conflictDialog.locator('.comparison del').filter({ hasText: 'Theirs' })).toBeVisible();
    await expect(conflictDialog.locator('.comparison ins').filter({ hasText: 'Mine' })).toBeVisible();
    // Nobody has changed the read time: it follows from the text.
    await expect(conflictDialog).not.toContainText('min read');
    return { article, page, conflictDialog };
  }

  test('"Keep mine" saves it as the newest revision', async () => {
    const { article, page, conflictDialog } = await createConflict();
    await conflictDialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await site.articles.read(article.id)).toMatchObject({
      revision: 3,
      title: article.title,
      content: '<p>It rained for nine days. Mine.</p>',
    });
  });

  test('"Use theirs" offers the own version for restoring', async () => {
    const { page, conflictDialog } = await createConflict();
    await conflictDialog.getByRole('button', { name: 'Use theirs' }).click();
    await expect(contentField(page)).toContainText('Theirs.');
    await expect(unsavedNotice(page)).toBeVisible();
    await unsavedNotice(page).getByRole('button', { name: 'Restore' }).click();
    await expect(contentField(page)).toContainText('Mine.');
  });

  test('"Keep editing" changes nothing, and the next save asks again', async () => {
    const { article, page, conflictDialog } = await createConflict();
    await conflictDialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(contentField(page)).toContainText('Mine.');
    await expect(page.getByText(/^Not saved/)).toBeVisible();
    expect((await site.articles.read(article.id)).title).toBe('Their title');
    await button(page, 'Draft').click();
    await expect(conflictDialog).toBeVisible();
  });
});

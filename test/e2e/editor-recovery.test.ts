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
  contentField,
} from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

const ARTICLES = '/api/newsroom/articles';

const site = useEditorSite();

const unsavedNotice = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });

describe('unsaved content', () => {
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

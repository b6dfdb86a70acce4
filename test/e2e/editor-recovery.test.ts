import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { PASSWORD } from '../newsroom.ts';
import {
  AUTOSAVE_PATHS,
  blockAutosaves,
  editorPath,
  moveCaretToEnd,
  openContentStep,
  startArticle,
  contentField,
} from './editor-page.ts';
import { delayResponses } from './delayed-responses.ts';
import { button, toast } from './newsroom-page.ts';
import { useEditorSite } from './editor-site.ts';
import { expect } from './expect.ts';

const ARTICLES = '/api/newsroom/articles';

const site = useEditorSite();

const unsavedNotice = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });

describe('unsaved content', () => {
  test('of different passages is saved with what somebody else has saved, or instead of it', async () => {
    const words = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('');
    const article = await site.articles.create({ content: words('One.', 'Two.', 'Three.') });
    const page = await site.openContent(article, { expectedFailures: [`${ARTICLES}/${article.id}`] });
    await blockAutosaves(page);
    await moveCaretToEnd(page);
    await page.keyboard.type(' Mine.');
    await site.articles.save(article, {
      content: words('One. Theirs.', 'Two.', 'Three.'),
      excerpt: 'Theirs.',
    });
    const saves = await delayResponses(page, 'PUT', `**${ARTICLES}/${article.id}`);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(saves.count).toBe(1);
    await page.keyboard.type(' Written during the save.');
    saves.release();
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this article' });
    await expect(dialog).toContainText('changed different passages');
    await dialog.getByRole('button', { name: 'Save both' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    const merged = await site.articles.read(article.id);
    expect(merged).toMatchObject({
      revision: 3,
      title: article.title,
      excerpt: 'Theirs.',
      content: words('One. Theirs.', 'Two.', 'Three. Mine. Written during the save.'),
    });
    await page.goto(editorPath(article));
    await openContentStep(page);
    await blockAutosaves(page);
    await moveCaretToEnd(page);
    await page.keyboard.type(' Again.');
    await site.articles.save(merged, { title: 'Their title' });
    await button(page, 'Draft').click();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await site.articles.read(article.id)).toMatchObject({
      revision: 5,
      title: article.title,
      content: words('One. Theirs.', 'Two.', 'Three. Mine. Written during the save. Again.'),
    });
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
});

import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NewsroomSite, PASSWORD, startNewsroom } from '../newsroom.ts';
import {
  button,
  editorPath,
  goToEnd,
  openText,
  type OtherEditor,
  otherEditor,
  startArticle,
  textOf,
  toast,
} from './editor-desk.ts';
import { signedInPage } from './signed-in-page.ts';

const ARTICLES = '/api/newsroom/articles';

let site: NewsroomSite;
let other: OtherEditor;
beforeAll(async () => {
  site = await startNewsroom();
  other = await otherEditor(site);
});
afterAll(() => site.stop());

const found = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });

/** Ends the tab as a crash does, and opens the same address in another one. */
async function crash(page: Page, path: string): Promise<Page> {
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(path);
  return next;
}

describe('what was typed', () => {
  test('is offered again after a crash, for an article that was never saved', async () => {
    const path = '/admin/article-editor/sports';
    const page = await signedInPage(site, path);
    await startArticle(page, 'Before the crash');
    await textOf(page).click();
    await page.keyboard.type('Words nobody has saved.');
    await expect(page.getByText('Not saved yet · kept in this browser')).toBeVisible();
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('nobody has saved');

    const next = await crash(page, path);
    await expect(found(next)).toContainText(/Unsaved changes from .+ were found/);
    await expect(found(next)).toContainText('Before the crash · 4 words');
    await found(next).getByText('What is in it').click();
    await expect(found(next).locator('ins')).not.toHaveCount(0);
    await found(next).getByRole('button', { name: 'Restore' }).click();
    await expect(found(next)).toHaveCount(0);
    await expect(next.getByLabel('Title *')).toHaveValue('Before the crash');
    await openText(next);
    await expect(textOf(next)).toHaveText('Words nobody has saved.');
    await button(next, 'Draft').click();
    await expect(toast(next, 'Draft created successfully')).toBeVisible();
    expect(await next.evaluate(() => JSON.stringify(localStorage))).not.toContain('newsroom.journal');
  });

  test('is offered for an existing article, and gone when it is discarded', async () => {
    const article = await other.create();
    const page = await signedInPage(site, editorPath(article));
    await page.getByLabel('Title *').fill('A better title');
    const next = await crash(page, editorPath(article));
    await expect(next.getByLabel('Title *')).toHaveValue(article.title);
    await found(next).getByRole('button', { name: 'Discard' }).click();
    await next.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(found(next)).toHaveCount(0);
    await next.reload();
    await expect(next.getByLabel('Title *')).toHaveValue(article.title);
    await expect(found(next)).toHaveCount(0);
  });

  test('in another tab that is open is told of and not offered', async () => {
    const article = await other.create();
    const page = await signedInPage(site, editorPath(article));
    await page.getByLabel('Title *').fill('Typed in the first tab');
    const second = await page.context().newPage();
    await second.goto(editorPath(article));
    await expect(second.getByText('This article has unsaved changes in another tab')).toBeVisible();
    await expect(found(second)).toHaveCount(0);
  });

  test('is not left behind without a question', async () => {
    const article = await other.create();
    const page = await signedInPage(site, editorPath(article));
    await page.getByLabel('Title *').fill('Half a thought');
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Your changes are not saved.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Title *')).toHaveValue('Half a thought');
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto(editorPath(article));
    await expect(found(page)).toContainText('Half a thought');
  });

  test('without a change nothing is asked and nothing is kept', async () => {
    const article = await other.create({ content: '<p>a<br>b</p><hr><p style="text-align:center">c</p>' });
    const page = await signedInPage(site, editorPath(article));
    await openText(page);
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('newsroom.journal');
  });

  test('survives the end of a session, and is there after signing in again', async () => {
    const article = await other.create();
    const page = await signedInPage(site, editorPath(article), {
      refused: [`${ARTICLES}/${article.id}`, '/api/sessions/refresh', '/api/account'],
    });
    await openText(page);
    await goToEnd(page);
    await page.keyboard.type(' Until now.');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('newsroom.session') ?? '{}');
      const ended = { ...session, access_token: 'over', refresh_token: 'over' };
      localStorage.setItem('newsroom.session', JSON.stringify(ended));
      dispatchEvent(new StorageEvent('storage', { key: 'newsroom.session' }));
    });
    await button(page, 'Draft').click();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('Email').fill(site.editor.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Login').click();
    await expect(page).toHaveURL(new RegExp(editorPath(article)));
    await found(page).getByRole('button', { name: 'Restore' }).click();
    await openText(page);
    await expect(textOf(page)).toContainText('Until now.');
  });
});

describe('a save', () => {
  test('that does not get through says so, is tried again, and keeps what was typed', async () => {
    const article = await other.create();
    const path = `${ARTICLES}/${article.id}`;
    const page = await signedInPage(site, editorPath(article), {
      refused: [path, '/readyz', '/api/account'],
    });
    await openText(page);
    await goToEnd(page);
    await page.keyboard.type(' Through the storm.');
    await page.route(`**${path}`, (route) => route.abort('connectionfailed'));
    await button(page, 'Draft').click();
    await expect(toast(page, 'Failed to save article')).toBeVisible();
    await expect(page.getByText(/Not saved\. .*Trying again/)).toBeVisible();
    expect((await other.read(article.id)).content).not.toContain('storm');
    await page.unroute(`**${path}`);
    await expect(toast(page, 'Draft saved successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    expect((await other.read(article.id)).content).toContain('Through the storm.');
  });

  test('whose answer is lost makes no second article', async () => {
    const page = await signedInPage(site, '/admin/article-editor/culture', { refused: [ARTICLES] });
    await startArticle(page, 'Only once');
    await textOf(page).click();
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
    expect((await other.list('culture')).filter(({ title }) => title === 'Only once')).toHaveLength(1);
  });

  test('refused for its slug leads back to the slug', async () => {
    const taken = await other.create({ slug: 'taken' });
    const page = await signedInPage(site, '/admin/article-editor/sports', { refused: [ARTICLES] });
    await startArticle(page, 'Another');
    await textOf(page).click();
    await page.keyboard.type('Text.');
    await button(page, 'Back').click();
    await page.getByLabel('Slug *').fill(taken.slug);
    await openText(page);
    await button(page, 'Draft').click();
    await expect(page.getByLabel('Slug *')).toBeFocused();
    await expect(page.getByLabel('Slug *')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(/^Not saved\./)).toBeVisible();
    await page.getByLabel('Slug *').fill('free');
    await expect(page.getByLabel('Slug *')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('goes on from the editor when more has been typed meanwhile', async () => {
    const page = await signedInPage(site, '/admin/article-editor/opinions');
    await startArticle(page, 'A long thought');
    await textOf(page).click();
    await page.keyboard.type('First.');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**${ARTICLES}`, async (route) => {
      await promise;
      await route.continue();
    });
    await button(page, 'Draft').click();
    await expect(button(page, 'Saving...')).toBeDisabled();
    await textOf(page).click();
    await goToEnd(page);
    await page.keyboard.type(' Second.');
    resolve();
    await expect(toast(page, 'Draft created successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/opinions\/[\w-]{36}$/);
    await expect(textOf(page)).toHaveText('First. Second.');
    await button(page, 'Draft').click();
    await expect(toast(page, 'Draft saved successfully')).toBeVisible();
    const [saved] = await other.list('opinions');
    expect((await other.read(saved?.id ?? '')).content).toBe('<p>First. Second.</p>');
  });

  test('asks nobody about leaving when a word was typed in the moment of its answer', async () => {
    const page = await signedInPage(site, '/admin/article-editor/investigations');
    await startArticle(page, 'A last word');
    await textOf(page).click();
    await page.keyboard.type('First.');
    await page.evaluate((path) => {
      const ask = window.fetch;
      window.fetch = async (...asked) => {
        const response = await ask(...asked);
        const { url, method } = new Request(...asked);
        if (url.endsWith(path) && method === 'POST') document.execCommand('insertText', false, ' Second.');
        return response;
      };
    }, ARTICLES);
    await page.keyboard.press('ControlOrMeta+S');
    await expect(toast(page, 'Draft created successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/investigations\/[\w-]{36}$/);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(textOf(page)).toHaveText('First. Second.');
  });
});

describe('when somebody else has saved meanwhile', () => {
  async function clash() {
    const article = await other.create();
    const page = await signedInPage(site, editorPath(article), { refused: [`${ARTICLES}/${article.id}`] });
    await openText(page);
    await goToEnd(page);
    await page.keyboard.type(' Mine.');
    await other.save(article, { content: '<p>It rained for nine days. Theirs.</p>', title: 'Their title' });
    await button(page, 'Draft').click();
    const question = page.getByRole('dialog', { name: 'This article has changed meanwhile' });
    await expect(question).toContainText(/Edith Editor saved a newer version on .+ as a draft/);
    await expect(question.locator('.comparison del').filter({ hasText: 'Theirs' })).toBeVisible();
    await expect(question.locator('.comparison ins').filter({ hasText: 'Mine' })).toBeVisible();
    return { article, page, question };
  }

  test('keeping mine saves it as the newest revision', async () => {
    const { article, page, question } = await clash();
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await other.read(article.id)).toMatchObject({
      revision: 3,
      title: article.title,
      content: '<p>It rained for nine days. Mine.</p>',
    });
  });

  test('taking theirs keeps mine to be restored', async () => {
    const { page, question } = await clash();
    await question.getByRole('button', { name: 'Take theirs' }).click();
    await expect(textOf(page)).toContainText('Theirs.');
    await expect(found(page)).toBeVisible();
    await found(page).getByRole('button', { name: 'Restore' }).click();
    await expect(textOf(page)).toContainText('Mine.');
  });

  test('going on editing changes nothing, and the next save asks again', async () => {
    const { article, page, question } = await clash();
    await question.getByRole('button', { name: 'Go on editing' }).click();
    await expect(textOf(page)).toContainText('Mine.');
    await expect(page.getByText(/^Not saved/)).toBeVisible();
    expect((await other.read(article.id)).title).toBe('Their title');
    await button(page, 'Draft').click();
    await expect(question).toBeVisible();
  });
});

test('revisions are listed, compared and brought back', async () => {
  const first = await other.create({ content: '<p>The old harbour.</p>' });
  const second = await other.save(first, { content: '<p>The new harbour.</p>', is_draft: false });
  const page = await signedInPage(site, editorPath(second));
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
  await openText(page);
  await expect(textOf(page)).toHaveText('The old harbour.');
  expect(await other.read(first.id)).toMatchObject({ revision: 3, content: '<p>The old harbour.</p>' });
});

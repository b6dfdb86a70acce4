import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright-core';
import type { NewsroomSite } from '../newsroom.ts';

export interface SavedArticle {
  readonly id: string;
  readonly revision: number;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly is_draft: boolean;
}

/** The newsroom through its API, as somebody beside the one at the screen. */
export interface OtherEditor {
  create(given?: Readonly<Record<string, unknown>>): Promise<SavedArticle>;
  read(id: string): Promise<SavedArticle>;
  save(article: SavedArticle, change: Readonly<Record<string, unknown>>): Promise<SavedArticle>;
  /** All articles of a category. */
  list(category: string): Promise<readonly SavedArticle[]>;
}

let sequence = 0;

export async function otherEditor(
  site: Pick<NewsroomSite, 'url' | 'editor' | 'signIn'>,
): Promise<OtherEditor> {
  const session = await site.signIn(site.editor);
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.url}/api/newsroom${path}`, {
      method,
      headers: {
        authorization: `Bearer ${String(session['access_token'])}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  return {
    create: (given) => {
      const number = ++sequence;
      const manuscript = {
        title: `Rain ${number}`,
        slug: `rain-${number}`,
        excerpt: 'What the season brought.',
        content: '<p>It rained for nine days.</p>',
        category_slug: 'sports',
      };
      return ask('POST', '/articles', { ...manuscript, ...given });
    },
    read: (id) => ask('GET', `/articles/${id}`),
    save: (article, change) =>
      ask(
        'PUT',
        `/articles/${article.id}`,
        { ...article, ...change },
        { 'if-match': `"${article.revision}"` },
      ),
    list: async (category) => (await ask('GET', `/articles?category=${category}`)).articles,
  };
}

export const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Article Content *' });

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByLabel('Notifications').getByText(text);

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });

/** Fills in step 1 and goes on to the text. */
export async function startArticle(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title *').fill(title);
  await page.getByLabel('Excerpt *').fill('What there is to say about it.');
  await openText(page);
}

export async function openText(page: Page): Promise<void> {
  await button(page, 'Next: Write Content').click();
  await expect(textOf(page)).toBeVisible();
}

/** Puts the caret behind the last word. */
export async function goToEnd(page: Page): Promise<void> {
  await textOf(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
}

export const editorPath = (article: { readonly id: string }, category = 'sports') =>
  `/admin/article-editor/${category}/${article.id}`;

/** What a program puts on the clipboard, pasted into the text. */
export async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await textOf(page).evaluate((element, entries) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of entries) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, Object.entries(data));
}

import type { Locator, Page } from 'playwright-core';
import type { NewsroomServer } from '../newsroom.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { createSequence } from '../sequence.ts';
import { expect } from './expect.ts';
import { button } from './newsroom-page.ts';

export type SavedArticle = Pick<ApiArticle, 'id' | 'revision' | 'slug' | 'title' | 'content' | 'is_draft'>;

/** Reads and writes articles through the API, in another session than the browser. */
export interface ArticleApi {
  create(given?: Readonly<Record<string, unknown>>): Promise<SavedArticle>;
  read(id: string): Promise<SavedArticle>;
  save(article: SavedArticle, change: Readonly<Record<string, unknown>>): Promise<SavedArticle>;
  /** All articles of a category. */
  list(category: string): Promise<readonly SavedArticle[]>;
}

const nextNumber = createSequence();

export async function openArticleApi(
  site: Pick<NewsroomServer, 'url' | 'editor' | 'signIn'>,
): Promise<ArticleApi> {
  const session = await site.signIn(site.editor);
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
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
      const number = nextNumber();
      const defaults = {
        title: `Rain ${number}`,
        slug: `rain-${number}`,
        excerpt: 'What the season brought.',
        content: '<p>It rained for nine days.</p>',
        category_slug: 'sports',
      };
      return request('POST', '/articles', { ...defaults, ...given });
    },
    read: (id) => request('GET', `/articles/${id}`),
    save: (article, change) =>
      request(
        'PUT',
        `/articles/${article.id}`,
        { ...article, ...change },
        { 'if-match': `"${article.revision}"` },
      ),
    list: async (category) => (await request('GET', `/articles?category=${category}`)).articles,
  };
}

export const contentField = (page: Page): Locator => page.getByRole('textbox', { name: 'Article Content *' });

/** The paths of autosaves and presence, for tests in which they fail. */
export const AUTOSAVE_PATHS = /^\/api\/newsroom\/articles(?:\/[\w-]+\/(?:autosave|presence))?$/;

/**
 * Prevents every autosave of the document, as without a connection, so that unsaved text is stored in the browser only. Saves
 * are sent: an autosave creates an article without a title, unless the page is being closed. In the document and not in the
 * browser, which sends what a closing page has left to send.
 */
export async function blockAutosaves(page: Page): Promise<void> {
  await page.evaluate((pattern) => {
    const send = window.fetch;
    window.fetch = (...args) => {
      const { url, method, keepalive } = new Request(...args);
      const { pathname } = new URL(url);
      const body = args[1]?.body;
      const isCreation = pathname.endsWith('/articles') && !keepalive && typeof body === 'string';
      const isSave = isCreation && JSON.parse(body).title !== '';
      const isBlocked = ['PUT', 'POST'].includes(method) && new RegExp(pattern).test(pathname) && !isSave;
      return isBlocked ? Promise.reject(new TypeError('Failed to fetch')) : send(...args);
    };
  }, AUTOSAVE_PATHS.source);
}

/** The status of a draft that is in the browser only: before an autosave, or with the reason after one has failed. */
export const storedInBrowser = (page: Page): Locator =>
  page.getByText(/^(?:Not saved yet · s|S)tored in this browser/).first();

/** Fills in the first step and opens the second. */
export async function startArticle(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title *').fill(title);
  await page.getByLabel('Excerpt *').fill('What there is to say about it.');
  await openContentStep(page);
}

export async function openContentStep(page: Page): Promise<void> {
  await button(page, 'Next: Write Content').click();
  await expect(contentField(page)).toBeVisible();
}

/** Moves the caret to the end of the content. */
export async function moveCaretToEnd(page: Page): Promise<void> {
  await contentField(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
}

export const editorPath = (article: { readonly id: string }, category = 'sports') =>
  `/admin/article-editor/${category}/${article.id}`;

/**
 * Pastes clipboard data into the content.
 * @param picture a PNG file in the clipboard, which office programs add as a picture of the copied content
 */
export async function paste(
  page: Page,
  data: Readonly<Record<string, string>>,
  picture?: Buffer,
): Promise<void> {
  const given = { entries: Object.entries(data), png: picture?.toString('base64') };
  await contentField(page).evaluate((element, { entries, png }) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of entries) clipboardData.setData(type, text);
    if (png !== undefined) {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    }
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, given);
}

/** Chooses a picture for the content and describes it. Its caption, if it has one, is empty and has the caret. */
export async function insertPicture(
  page: Page,
  picture: Buffer,
  { alt, hasCaption }: { readonly alt: string; readonly hasCaption: boolean },
): Promise<void> {
  await page
    .locator('.editor-shell input[type=file]')
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: picture });
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  await dialog.getByLabel('Alt text').fill(alt);
  if (hasCaption) await dialog.getByLabel('Add a caption').check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Closes the tab without unload events, like a crash, and opens the same URL in a new tab. */
export async function crash(page: Page, path: string): Promise<Page> {
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await next.goto(path);
  return next;
}

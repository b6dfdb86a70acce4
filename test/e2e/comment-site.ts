import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type RunningServer, startServer } from '../server.ts';
import { expect } from './expect.ts';
import { openPage, type Visitor } from './page.ts';

/** Starts a site before the tests of a file that post comments to its sample articles, and stops it after them. */
export function useCommentSite() {
  let site: RunningServer;
  let articles: string[];
  beforeAll(async () => {
    site = await startServer({ env: { TRUST_PROXY: '1' } });
    const listings = ['/articles', '/articles?page=2'].map(async (path) =>
      (await fetch(site.url + path)).text(),
    );
    const links = (await Promise.all(listings)).join('').matchAll(/href="(\/article\/[^"#?]+)"/g);
    articles = [...new Set(Array.from(links, ([, path]) => path ?? ''))];
  });
  afterAll(() => site.stop());

  let networks = 0;

  /** A different text each time: a duplicate comment becomes pending. */
  const newComment = () => ({
    Email: 'rosa@reader.example',
    Comment: `I have been there.\n${++networks} times, in fact.`,
  });

  /** A different network for each comment, because these tests are not about the rate limit. */
  const newNetworkHeaders = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` });

  /** An article without comments. */
  function takeArticle(): string {
    const path = articles.pop();
    if (path === undefined) throw new Error('there are more tests than sample articles');
    return path;
  }

  async function openArticle(path: string, visitor: Visitor = {}): Promise<Page> {
    const page = await openPage(path, { ...visitor, site: site.url });
    await page.setExtraHTTPHeaders(newNetworkHeaders());
    return page;
  }
  async function post(path: string, comment_text: string): Promise<void> {
    const response = await fetch(`${site.url}/api${path.replace('/article/', '/articles/')}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newNetworkHeaders() },
      body: JSON.stringify({ user_email: `reader-${networks}@example.com`, comment_text }),
    });
    if (response.status !== 201) throw new Error(`posting failed with status ${response.status}`);
  }

  return {
    /** Its address, while tests run. */
    url: () => site.url,
    newComment,
    openArticle,
    post,
    /** An article on which no test posts. */
    anyArticle: () => articles[0] ?? '',
    takeArticle,
    /** Makes an article available again on which nothing was published. */
    returnArticle: (path: string) => void articles.push(path),
  };
}

export const REVIEW_NOTICE =
  'Some comments are reviewed before they appear. If yours is not in the list after you reload the page, it may be waiting for review.';

export const commentSection = (page: Page) => page.locator('#comments');
export const form = (page: Page) => commentSection(page).locator('form');
export const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
export const comments = (page: Page) => commentSection(page).getByRole('listitem');
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
export const send = (page: Page) => form(page).getByRole('button').click();
export async function fillForm(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
}

/** Until React has hydrated the island, the browser handles its links and forms. */
export const waitForHydration = (page: Page, island: string) =>
  page.waitForFunction((name) => {
    const root = document.querySelector(`[data-island=${name}]:not([data-loading])`);
    return Object.keys(root ?? {}).some((key) => key.startsWith('__reactContainer'));
  }, island);

export async function dismiss(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
}

/** A comment submitted earlier becomes pending. */
export const waitMinimumReadingTime = (page: Page) => page.waitForFunction(() => performance.now() > 3_100);

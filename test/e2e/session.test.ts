import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { blockAutosaves } from './editor-page.ts';
import { expect } from './expect.ts';
import { button } from './newsroom-page.ts';
import { signedInPage as signedInPageOf } from './signed-in-page.ts';

const TITLE = 'Bread travels by water';

/** A page of the newsroom that sends no API requests on load. */
const IDLE_PATH = '/login?reset=none';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    await makeArticle(database, { title: TITLE });
  });
});
afterAll(() => site.stop());

type Options = Parameters<typeof signedInPageOf>[2];
const signedInPage = (path: string, options: Options = {}) =>
  signedInPageOf(site, path, { ...options, ownSession: true });

const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('newsroom.session'));
const loginForm = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admin Login' });

/** Counts refresh requests in all tabs of the browser context. */
function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/sessions/refresh')) count++;
  });
  return () => count;
}

describe('several tabs', () => {
  test('lose the unsaved content of an editor when one signs out', async () => {
    const page = await signedInPage('/admin?tab=settings&view=retention', { expectedFailures: [/^\/api\//] });
    const other = await page.context().newPage();
    await other.goto('/admin/article-editor/sports');
    await expect(other.getByLabel('Title *')).toBeVisible();
    await blockAutosaves(other);
    await other.getByLabel('Title *').fill('Nobody has saved this');
    const unsaved = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('newsroom.journal.')));
    await expect.poll(unsaved).toHaveLength(1);
    await button(page, 'Logout').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(other).toHaveURL(/\/login/);
    await other.close();
    expect(await unsaved()).toEqual([]);
  });
});

describe('an expired access token', () => {
  test('is refreshed once, and the request is retried', async () => {
    const page = await signedInPage(IDLE_PATH, { expectedFailures: ['/api/account'] });
    const refreshes = countRefreshes(page.context());
    await overwriteSession(page, { access_token: 'ended' });
    await page.goto('/admin');
    await expect(page.getByText(TITLE)).toBeVisible();
    expect(refreshes()).toBe(1);
  });

  test('that cannot be refreshed redirects to /login, which returns to the same page afterwards', async () => {
    const page = await signedInPage(IDLE_PATH, {
      expectedFailures: ['/api/account', '/api/sessions/refresh'],
    });
    await overwriteSession(page, { access_token: 'ended', refresh_token: 'spent' });
    await page.goto('/admin/article-editor/sports');
    await expect(loginForm(page)).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/login?next=%2Fadmin%2Farticle-editor%2Fsports`);
    expect(await storedSession(page)).toBeNull();
  });
});

function overwriteSession(page: Page, change: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate((given) => {
    const session = JSON.parse(localStorage.getItem('newsroom.session') ?? '');
    localStorage.setItem('newsroom.session', JSON.stringify({ ...session, ...given }));
  }, change);
}

const FAILURES = [
  { name: 'a lost connection', fail: 'abort' },
  { name: 'a server error', fail: 503 },
] as const;

async function breakApi(page: Page, fail: 'abort' | number): Promise<void> {
  for (const path of ['**/api/**', '**/readyz'])
    await page
      .context()
      .route(path, (route) =>
        fail === 'abort' ? route.abort('internetdisconnected') : route.fulfill({ status: fail, body: 'no' }),
      );
}

async function restoreApi(page: Page): Promise<void> {
  for (const path of ['**/api/**', '**/readyz']) await page.context().unroute(path);
}

describe.each(FAILURES)('$name', ({ fail }) => {
  const expectedFailures = [
    '/readyz',
    '/api/account',
    '/api/newsroom/articles',
    '/api/newsroom/categories/economy-society',
    '/api/sessions/refresh',
    '/api/sessions/current',
  ];

  test('during work or logout shows a notice, does not sign out, and recovers without a reload', async () => {
    const page = await signedInPage('/admin', { expectedFailures });
    await expect(page.getByText(TITLE)).toBeVisible();
    await breakApi(page, fail);
    await page.getByRole('tab', { name: 'Economy & Society' }).click();
    const notice = page.getByText('The server cannot be reached. You are still signed in. Retrying…');
    await expect(notice).toBeVisible();
    await expect(page.getByText('Failed to load articles')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Failed to logout')).toBeVisible();
    expect(await storedSession(page)).not.toBeNull();
    await restoreApi(page);
    await expect(page.getByText('No articles in this category yet')).toBeVisible();
    await expect(notice).toBeHidden();
  });
});

test('revoking the admin role of a signed-in user redirects to the login at the next request', async () => {
  const formerAdmin = { name: 'Gone Soon', email: 'gone@news.example' };
  await site.signUp(formerAdmin);
  await site.grantAdmin(formerAdmin);
  const page = await signedInPage('/admin', {
    account: formerAdmin,
    expectedFailures: ['/api/newsroom/articles'],
  });
  await expect(page.getByText(TITLE)).toBeVisible();
  await site.revokeAdmin(formerAdmin);
  await page.getByLabel('Search').fill('bread');
  await expect(page.getByText('Signed in as Gone Soon – no admin access yet')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/login`);
});

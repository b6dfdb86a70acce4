import { expect } from '@playwright/test';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle } from '../factories.ts';
import { type NewsroomSite, startNewsroom } from '../newsroom.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const TITLE = 'Bread travels by water';

/** A page of the newsroom that asks the server nothing by itself. */
const QUIET = '/login?reset=none';

let site: NewsroomSite;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    await makeArticle(database, { title: TITLE });
  });
});
afterAll(() => site.stop());

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('newsroom.session'));
const accessToken = async (page: Page) => String(JSON.parse((await kept(page)) ?? '{}').access_token);
const dashboard = (page: Page) => page.getByRole('tab', { name: 'Articles', exact: true });
const loginForm = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admin Login' });

/** Every request for a new session in all tabs of one browser. */
function countRenewals(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/sessions/refresh')) count++;
  });
  return () => count;
}

/** Milliseconds: the ten minutes of an access token, all but one. */
const ALMOST_OVER = 9 * 60_000;

describe('what lies in local storage', () => {
  test.each([
    ['no JSON', '{'],
    ['something else', '[1,2,3]'],
    ['another shape', '{"access_token":"x"}'],
    ['markup', '"<img src=x onerror=alert(1)>"'],
    ['wrong types', '{"access_token":1,"refresh_token":{},"user":null}'],
  ])('and is %s means nobody is signed in', async (_, value) => {
    const page = await openPage('/admin', { site: site.url, storage: { 'newsroom.session': value } });
    await expect(loginForm(page)).toBeVisible();
  });
});

describe('several tabs', () => {
  test('renew the session once, and all go on with the new one', async () => {
    // a reader's page, which renews nothing itself
    const page = await signedInPage(site, '/about', { receivedAt: Date.now() - ALMOST_OVER });
    const renewals = countRenewals(page.context());
    const before = await accessToken(page);
    const tabs = await Promise.all([1, 2, 3].map(() => page.context().newPage()));
    await Promise.all(tabs.map((tab) => tab.goto('/admin')));
    for (const tab of tabs) await expect(dashboard(tab)).toBeVisible();
    await expect.poll(() => accessToken(page)).not.toBe(before);
    expect(renewals()).toBe(1);
  });

  test('are all signed out when one is', async () => {
    const page = await signedInPage(site, '/admin');
    await expect(dashboard(page)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/admin');
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(other.getByText('Logged out successfully')).toBeVisible();
    await expect(loginForm(other)).toBeVisible();
    await expect(loginForm(page)).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/login`);
    expect(await kept(page)).toBeNull();
  });
});

describe('an access token that has ended', () => {
  test('is exchanged once, and what was asked for is asked again', async () => {
    const page = await signedInPage(site, QUIET, { refused: ['/api/account'] });
    const renewals = countRenewals(page.context());
    await spoil(page, { access_token: 'ended' });
    await page.goto('/admin');
    await expect(page.getByText(TITLE)).toBeVisible();
    expect(renewals()).toBe(1);
  });

  test('and cannot be exchanged leads to /login, keeping where one was', async () => {
    const page = await signedInPage(site, QUIET, {
      refused: ['/api/account', '/api/sessions/refresh'],
    });
    await spoil(page, { access_token: 'ended', refresh_token: 'spent' });
    await page.goto('/admin/article-editor/sports');
    await expect(loginForm(page)).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/login?next=%2Fadmin%2Farticle-editor%2Fsports`);
    expect(await kept(page)).toBeNull();
  });
});

function spoil(page: Page, change: Readonly<Record<string, string>>): Promise<void> {
  return page.evaluate((given) => {
    const session = JSON.parse(localStorage.getItem('newsroom.session') ?? '');
    localStorage.setItem('newsroom.session', JSON.stringify({ ...session, ...given }));
  }, change);
}

const FAILURES = [
  { name: 'a lost line', fail: 'abort' },
  { name: 'a server at fault', fail: 503 },
] as const;

async function breakApi(page: Page, fail: 'abort' | number): Promise<void> {
  for (const path of ['**/api/**', '**/readyz'])
    await page
      .context()
      .route(path, (route) =>
        fail === 'abort' ? route.abort('internetdisconnected') : route.fulfill({ status: fail, body: 'no' }),
      );
}

async function mendApi(page: Page): Promise<void> {
  for (const path of ['**/api/**', '**/readyz']) await page.context().unroute(path);
}

describe.each(FAILURES)('$name', ({ fail }) => {
  const refused = [
    '/readyz',
    '/api/account',
    '/api/newsroom/articles',
    '/api/newsroom/categories/economy-society',
    '/api/sessions/refresh',
    '/api/sessions/current',
  ];

  test('while working says so, signs nobody out, and everything comes back by itself', async () => {
    const page = await signedInPage(site, '/admin', { refused });
    await expect(page.getByText(TITLE)).toBeVisible();
    await breakApi(page, fail);
    await page.getByRole('tab', { name: 'Economy & Society' }).click();
    const notice = page.getByText('The server cannot be reached. You stay signed in; trying again…');
    await expect(notice).toBeVisible();
    await expect(page.getByText('Failed to load articles')).toBeVisible({ timeout: 20_000 });
    expect(await kept(page)).not.toBeNull();
    await expect(dashboard(page)).toBeVisible();
    await mendApi(page);
    await expect(page.getByText('No articles in this category yet')).toBeVisible({ timeout: 20_000 });
    await expect(notice).toBeHidden();
  });

  test('before it is known who may enter sends nobody away', async () => {
    const page = await signedInPage(site, QUIET, { refused });
    await breakApi(page, fail);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'The newsroom cannot be reached' })).toBeVisible({
      timeout: 20_000,
    });
    await mendApi(page);
    await page.getByRole('button', { name: 'Try again now' }).click();
    await expect(dashboard(page)).toBeVisible();
  });

  test('keeps a session that is about to end', async () => {
    const page = await signedInPage(site, QUIET, { refused });
    await breakApi(page, fail);
    const tried = page.waitForRequest('**/api/sessions/refresh');
    await page.evaluate((age) => {
      const session = JSON.parse(localStorage.getItem('newsroom.session') ?? '');
      localStorage.setItem('newsroom.session', JSON.stringify({ ...session, received_at: Date.now() - age }));
    }, ALMOST_OVER);
    await page.reload();
    await tried;
    await mendApi(page);
    await page.goto('/admin');
    await expect(dashboard(page)).toBeVisible();
  });

  test('while logging out is told, and one stays signed in', async () => {
    const page = await signedInPage(site, '/admin', { refused });
    await expect(page.getByText(TITLE)).toBeVisible();
    await breakApi(page, fail);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Failed to logout')).toBeVisible();
    expect(await kept(page)).not.toBeNull();
  });
});

test('a role that is taken away while somebody works leads out at the next request', async () => {
  const gone = { name: 'Gone Soon', email: 'gone@news.example' };
  await site.signUp(gone);
  await site.grantAdmin(gone);
  const page = await signedInPage(site, '/admin', { account: gone, refused: ['/api/newsroom/articles'] });
  await expect(page.getByText(TITLE)).toBeVisible();
  await site.revokeAdmin(gone);
  await page.getByLabel('Search').fill('bread');
  await expect(page.getByText('Signed in as Gone Soon – no admin access yet')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/login`);
});

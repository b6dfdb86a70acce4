import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { crashPage } from './crash-page.ts';
import { openPage } from './page.ts';

/** A response that may be stored, and that the page does not load by itself. */
const CACHEABLE = '/placeholder.svg';

/** The name keeps these contexts apart from those of other files. */
const VISITOR = { userAgent: 'Shared contexts/1.0', expectedFailures: [CACHEABLE] } as const;

/** What a page finds in its browser context. */
const contents = (page: Page) =>
  page.evaluate(async (path) => {
    const cached = await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
    const clipboard = await navigator.permissions.query({ name: 'clipboard-write' as PermissionName });
    return {
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      cookies: document.cookie,
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      isCached: cached?.ok ?? false,
      clipboard: clipboard.state,
      historyLength: history.length,
    };
  }, CACHEABLE);

let former: { context: BrowserContext; contents: unknown };

test('one test leaves something of every kind in its browser context', async () => {
  const page = await openPage('/about', VISITOR);
  const context = page.context();
  former = { context, contents: await contents(page) };
  await context.grantPermissions(['clipboard-write']);
  await page.evaluate(async (path) => {
    await fetch(path, { cache: 'force-cache' });
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    document.cookie = 'left=1; max-age=600; path=/';
    await new Promise((done) => {
      indexedDB.open('left').addEventListener('success', done);
    });
    await (await caches.open('left')).put('/left', new Response('left'));
    history.pushState(null, '', '#left');
    addEventListener('pagehide', () => localStorage.setItem('left by the closing page', '1'));
  }, CACHEABLE);
  const left = Object.values((await contents(page)) as Record<string, unknown>);
  const before = Object.values(former.contents as Record<string, unknown>);
  for (const [index, value] of left.entries()) expect(value).not.toEqual(before[index]);
  // The browser does not use its cache while there are routes.
  await context.route('**/about', (route) => route.fulfill({ body: 'left' }));
  await context.newPage();
  await context.setOffline(true);
});

test('the next test finds nothing of it, and no other page of the same test has its context', async () => {
  const page = await openPage('/about', VISITOR);
  expect(page.context()).toBe(former.context);
  expect(
    page
      .context()
      .pages()
      .map((each) => each.url()),
  ).toEqual([new URL('/', page.url()).href, page.url()]);
  expect(await page.title()).toContain('About');
  expect(await contents(page)).toEqual(former.contents);
  const other = await openPage('/about', VISITOR);
  expect(other.context()).not.toBe(page.context());
});

test('a context is not used again after its process has crashed', async () => {
  const page = await openPage('/about', VISITOR);
  former = { context: page.context(), contents: null };
  await crashPage(page);
  expect(page.context().pages()).toHaveLength(2);
});

test('the test after a crash gets a context that works', async () => {
  const page = await openPage('/about', VISITOR);
  expect(page.context()).not.toBe(former.context);
  expect(await page.title()).toContain('About');
});

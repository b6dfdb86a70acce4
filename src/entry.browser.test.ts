import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Assets, loadAssets } from '#http/assets.server.ts';
import { readerHeaders } from '#http/middleware/header-set.ts';
import { builtClient } from '../test/built-client.ts';
import { openBrowser } from '../test/chromium.ts';

const headers = readerHeaders({ publicUrl: 'http://127.0.0.1' });

let browser: Browser;
let url: string;
let close: () => void;

beforeAll(async () => {
  browser = await openBrowser();
  const assets = loadAssets(builtClient(), headers);
  const server = createServer((request, response) => {
    if (assets.serve(request, response)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/slow') return;
    response.writeHead(200, { ...headers('text/html'), 'content-type': 'text/html; charset=utf-8' });
    response.end(documentAt(pathname, assets));
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
});

afterAll(async () => {
  await browser.close();
  close();
});

function documentAt(path: string, assets: Assets): string {
  return `<!doctype html>
<html lang="en"${path === '/missing' ? ' data-not-found=""' : ''}><head><title>${path}</title>
<link rel="icon" href="data:,">
<script src="${assets.url('src/splash.client.ts')}"></script>
<script type="module" src="${assets.url('src/entry.client.ts')}"></script>
<link rel="stylesheet" href="${assets.css('src/entry.client.ts')[0]}">
<link rel="stylesheet" href="${assets.url('src/reader/home/home.css')}"></head>
<body><div class="splash">Splash</div><a id="away" href="/slow">Away</a><a id="here" href="#below">Here</a>
<button popovertarget="menu">Menu</button><nav popover id="menu"><a id="entry" href="#below">Entry</a></nav>
<div style="height: 3000px"></div><p id="below">Below</p></body></html>`;
}

async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  onTestFinished(() => page.close());
  await page.goto(url + path, { waitUntil: 'load' });
  return page;
}

const data = (page: Page, name: string) =>
  page.evaluate((key) => document.documentElement.dataset[key], name);

describe('the entry script', () => {
  it('sets data-scrolled when the page is scrolled by more than 50 pixels', async () => {
    const page = await visit('/about');
    expect(await data(page, 'scrolled')).toBeUndefined();
    await page.evaluate(() => scrollTo(0, 50));
    await page.waitForTimeout(100);
    expect(await data(page, 'scrolled')).toBeUndefined();
    await page.evaluate(() => scrollTo(0, 51));
    await expect.poll(() => data(page, 'scrolled')).toBe('');
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => data(page, 'scrolled')).toBeUndefined();
  });

  it('changes the address of a not-found page to /404', async () => {
    const page = await visit('/missing');
    await expect.poll(() => page.url()).toBe(`${url}/404`);
  });

  it('sets data-navigating for a navigation, but not for a fragment or a new tab', async () => {
    const page = await visit('/about');
    // Added after the listeners of the entry script, so that the test page is not left.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await page.locator('#here').click();
    expect(await data(page, 'navigating')).toBeUndefined();
    await page.locator('#away').click({ modifiers: ['Control'] });
    expect(await data(page, 'navigating')).toBeUndefined();
    await page.locator('#away').click();
    await expect.poll(() => data(page, 'navigating')).toBe('listing');
  });

  it('closes a menu when one of its links is clicked', async () => {
    const page = await visit('/about');
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await page.locator('#menu:popover-open').count()).toBe(1);
    await page.locator('#entry').click();
    expect(await page.locator('#menu:popover-open').count()).toBe(0);
  });
});

describe('the splash screen', () => {
  /** Opens the home page and records the states of the splash, which ends by itself after seconds unless it is paused. */
  async function visitHome({ isPaused }: { readonly isPaused: boolean }) {
    const page = await visit('/about');
    await page.addInitScript((pauses) => {
      const states: (string | null)[] = [];
      const record = () => states.push(document.documentElement.dataset['splash'] ?? null);
      new MutationObserver(record).observe(document, { subtree: true, attributeFilter: ['data-splash'] });
      Reflect.set(globalThis, 'splashStates', states);
      document.addEventListener('DOMContentLoaded', () => {
        if (pauses) for (const animation of document.getAnimations()) animation.pause();
      });
    }, isPaused);
    await page.goto(`${url}/`);
    const states = () => page.evaluate(() => Reflect.get(globalThis, 'splashStates') as unknown);
    return { page, states };
  }

  it('is shown on the first load of the home page, once per session, and ends', async () => {
    const { page, states } = await visitHome({ isPaused: false });
    await expect.poll(states).toEqual(['show', null]);
    await page.reload();
    expect(await states()).toEqual([]);
  });

  it.each(['key', 'tap'])('ends early on a %s', async (kind) => {
    const { page, states } = await visitHome({ isPaused: true });
    if (kind === 'key') await page.keyboard.press('a');
    else await page.mouse.click(400, 400);
    await expect.poll(states).toEqual(['show', 'leave', null]);
  });

  it('is not shown on other pages, for a fragment, or with reduced motion', async () => {
    expect(await data(await visit('/about'), 'splash')).toBeUndefined();
    expect(await data(await visit('/#below'), 'splash')).toBeUndefined();
    expect(await data(await visit('/', { reducedMotion: 'reduce' }), 'splash')).toBeUndefined();
  });
});

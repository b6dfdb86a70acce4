import { createElement, Fragment } from 'react';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../../test/chromium.ts';
import { startFixtureSite, type FixtureSite } from './fixture-site.ts';
import { FailsInBrowser, Counter, NoteForm } from './fixture.tsx';
import { IslandRoot, type HydrateOn } from './island.tsx';
import { ToastRegion } from './toast-region.tsx';

const counter = (on: HydrateOn, start = 0) =>
  createElement(IslandRoot, { key: start, name: 'counter', component: Counter, props: { start }, on });
const noteForm = createElement(IslandRoot, {
  name: 'note-form',
  component: NoteForm,
  props: {},
  on: 'interaction',
});
const farBelow = createElement('div', { style: { height: '5000px' } });

const PAGES = {
  '/idle': createElement(Fragment, null, counter('idle', 1), counter('idle', 2)),
  '/visible': createElement(Fragment, null, farBelow, counter('visible')),
  '/interaction': counter('interaction'),
  '/form': noteForm,
  '/fails-in-browser': createElement(IslandRoot, {
    name: 'fails-in-browser',
    component: FailsInBrowser,
    props: {},
    on: 'idle',
  }),
  '/toasts': createElement(
    Fragment,
    null,
    createElement('button', { id: 'raise' }, 'Raise'),
    createElement('button', { id: 'fail' }, 'Fail'),
    createElement(ToastRegion),
  ),
};

let browser: Browser;
let site: FixtureSite;
let page: Page;
let errors: string[];

beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), startFixtureSite(PAGES)]);
});

afterAll(async () => {
  await Promise.all([browser.close(), site.close()]);
});

beforeEach(async () => {
  page = await browser.newPage();
  errors = [];
  // Hydration mismatches and policy violations are reported on the console; uncaught errors are a separate event.
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(error.message));
});

afterEach(() => page.close());

/** Delays responses to requests for React until the returned function is called. */
async function blockReact(): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/hydrate-island.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

describe('islands', () => {
  it('hydrate when the browser is idle, each with its own ids, without a mismatch', async () => {
    await page.goto(`${site.url}/idle`);
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('hydrate')),
    );
    const buttons = page.locator('button');
    for (const [index, text] of ['2', '3'].entries()) {
      await expect
        .poll(async () => {
          if ((await buttons.nth(index).textContent()) !== text) await buttons.nth(index).click();
          return buttons.nth(index).textContent();
        })
        .toBe(text);
      const described = await buttons.nth(index).getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).count()).toBe(1);
    }
    expect(errors).toEqual([]);
  });

  it('hydrate when they come near the viewport, and React is not loaded before', async () => {
    const loaded: string[] = [];
    page.on('request', (request) => void loaded.push(new URL(request.url()).pathname));
    await page.goto(`${site.url}/visible`, { waitUntil: 'networkidle' });
    expect(loaded.filter((path) => path.endsWith('.js'))).toEqual(['/fixture.client.js']);
    await page.locator('button').scrollIntoViewIfNeeded();
    await expect.poll(() => loaded).toContain('/hydrate-island.js');
    expect(errors).toEqual([]);
  });

  it('replay a click that happens while they load', async () => {
    const release = await blockReact();
    await page.goto(`${site.url}/interaction`);
    await page.locator('button').click();
    const island = page.locator('[data-island]');
    expect(await island.getAttribute('aria-busy')).toBe('true');
    expect(await island.getAttribute('data-loading')).toBe('');
    expect(await page.locator('button').textContent()).toBe('0');
    release();
    await expect.poll(() => page.locator('button').textContent()).toBe('1');
    expect(await island.getAttribute('aria-busy')).toBeNull();
    await page.locator('button').click();
    expect(await page.locator('button').textContent()).toBe('2');
    expect(errors).toEqual([]);
  });

  it('preserve typed text, a submit and the focus while they load', async () => {
    const release = await blockReact();
    await page.goto(`${site.url}/form`);
    await page.locator('input').click();
    await page.keyboard.type('Rain in June');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${site.url}/form`);
    release();
    await expect.poll(() => page.locator('output').textContent()).toBe('Rain in June');
    expect(await page.locator('input').inputValue()).toBe('Rain in June');
    await page.keyboard.type('!');
    expect(await page.locator('input').inputValue()).toBe('Rain in Jun!e');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('output').textContent()).toBe('Rain in Jun!e');
    expect(errors).toEqual([]);
  });

  it('that fail to load submit natively the form that was submitted before the failure', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/hydrate-island.js', async (route) => {
      await gate.promise;
      await route.abort();
    });
    await page.goto(`${site.url}/form`);
    await page.locator('input').fill('Rain');
    await page.keyboard.press('Enter');
    gate.resolve();
    await expect.poll(() => page.url()).toBe(`${site.url}/note?note=Rain`);
  });

  it('that throw in the browser get their HTML back', async () => {
    await page.goto(`${site.url}/fails-in-browser`);
    await expect.poll(() => errors.some((text) => text.includes('could not be hydrated'))).toBe(true);
    expect(await page.locator('input').inputValue()).toBe('original');
    await page.locator('button').click();
    await page.waitForURL('**/note?note=original');
  });
});

describe('toasts', () => {
  beforeEach(async () => {
    await page.clock.install();
    await page.goto(`${site.url}/toasts`);
    // Otherwise the time of the test is added to that of the clock.
    await page.clock.pauseAt(Date.now() + 60_000);
  });

  const raise = () => page.locator('#raise').click();
  const shown = () => page.locator('[data-toast]:not([data-closing])').count();

  it('appear in a region of the initial HTML, and close after six seconds', async () => {
    expect(await page.locator('[data-toasts][aria-live=polite]').count()).toBe(1);
    await raise();
    expect(await page.locator('[data-toast=success]').textContent()).toContain('Subscribed!');
    await page.clock.runFor(5_500);
    expect(await shown()).toBe(1);
    await page.clock.runFor(1_000);
    expect(await page.locator('[data-toast]').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('of an error stay until they are dismissed', async () => {
    await page.locator('#fail').click();
    await page.clock.runFor(60_000);
    expect(await shown()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss: Failed' }).click();
    await page.clock.runFor(1_000);
    expect(await page.locator('[data-toast]').count()).toBe(0);
  });

  it('stay while they are hovered or focused', async () => {
    await raise();
    await page.locator('[data-toast]').hover();
    await page.clock.runFor(20_000);
    expect(await shown()).toBe(1);
    await page.locator('[data-toast] button').focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    expect(await shown()).toBe(1);
  });

  it('close by their button and by Escape, the newest first, and the focus moves to the next', async () => {
    await raise();
    await raise();
    await page.keyboard.press('Escape');
    expect(await shown()).toBe(1);
    await raise();
    await page.locator('[data-toast]:not([data-closing]) button').first().focus();
    await page.keyboard.press('Enter');
    expect(await shown()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Dismiss: Subscribed!',
    );
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-toasts'))).toBe(true);
  });
});

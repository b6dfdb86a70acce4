import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage } from './page.ts';

const data = (page: Page, name: string) =>
  page.evaluate((key) => document.documentElement.dataset[key], name);

test('the entry script sets data-scrolled when the page is scrolled by more than 50 pixels', async () => {
  const page = await openPage('/about', { width: 390 });
  const scrollTo = (top: number) =>
    page.evaluate((y) => {
      window.scrollTo({ top: y, behavior: 'instant' });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, top);
  await scrollTo(50);
  expect(await data(page, 'scrolled')).toBeUndefined();
  await scrollTo(51);
  await expect.poll(() => data(page, 'scrolled')).toBe('');
  await scrollTo(0);
  await expect.poll(() => data(page, 'scrolled')).toBeUndefined();
});

test('a link closes its menu, and sets data-navigating unless it is a fragment or opens a tab', async () => {
  const page = await openPage('/about');
  await page.evaluate(() => {
    const menu = document.createElement('nav');
    menu.popover = 'auto';
    menu.append(document.createElement('a'));
    document.body.append(menu);
    // Added after the listeners of the entry script, so that the page is not left.
    addEventListener('click', (event) => event.preventDefault());
  });
  /** Clicks a link to the address in an open menu, and returns whether the menu is still open. */
  const click = (href: string, ctrlKey = false) =>
    page.evaluate(
      ([target, isModified]) => {
        const menu = [...document.querySelectorAll<HTMLElement>('nav[popover]')].at(-1);
        const link = menu?.querySelector('a');
        menu?.showPopover();
        link?.setAttribute('href', target);
        link?.dispatchEvent(
          new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: isModified }),
        );
        return menu?.matches(':popover-open');
      },
      [href, ctrlKey] as const,
    );
  expect([await click('#main'), await click('/articles', true)]).toEqual([false, false]);
  expect(await data(page, 'navigating')).toBeUndefined();
  await click('/articles');
  await expect.poll(() => data(page, 'navigating')).toBe('listing');
});

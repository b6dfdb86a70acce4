import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, WIDTHS } from './page.ts';

/** The oldest supported browsers (Firefox 115, Safari 16, Chrome 106) have none of these functions. */
async function removeNewFunctions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const newer: readonly [object, readonly string[]][] = [
      [Promise, ['withResolvers', 'try']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Array, ['fromAsync']],
      [AbortSignal, ['any']],
      [URL, ['canParse', 'parse']],
      [RegExp, ['escape']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [Element.prototype, ['checkVisibility', 'moveBefore', 'setHTML']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [
        Set.prototype,
        [
          'union',
          'intersection',
          'difference',
          'symmetricDifference',
          'isSubsetOf',
          'isSupersetOf',
          'isDisjointFrom',
        ],
      ],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
        ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
      ],
      [globalThis, ['Iterator', 'scheduler', 'navigation', 'CloseWatcher']],
    ];
    for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name);
  });
}

test('without functions that the oldest supported browsers lack, forms show their own messages, and the search shows results while the reader types', async () => {
  const page = await openPage('about:blank');
  await removeNewFunctions(page);
  for (const [path, name, message] of [
    ['/article/the-line-nobody-can-see', 'Post Comment', 'Please write a comment.'],
    ['/contact', 'Send Message', 'Please write a message.'],
    ['/newsletter', 'Subscribe', 'Please enter a complete email address'],
  ] as const) {
    await page.goto(path);
    expect(await page.evaluate(() => 'withResolvers' in Promise)).toBe(false);
    const form = page.locator('main form').filter({ has: page.getByRole('button', { name }) });
    await form.getByRole('button', { name }).click();
    await expect(form.getByText(message), path).toBeVisible();
  }
  await page.goto('/search');
  await page.getByRole('searchbox', { name: 'Search articles' }).pressSequentially('meridian');
  await expect(page.locator('.search-results a').first()).toBeVisible();
});

/** Simulates Safari 16 and Firefox 115, which have neither the popover API nor its style rules. */
async function removePopovers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
    for (const name of ['popoverTargetElement', 'popoverTargetAction'])
      Reflect.deleteProperty(HTMLButtonElement.prototype, name);
    // Disables the built-in popover behavior of the browser, which would toggle and hide the menus.
    document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: false });
    const unhide = () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '[popover]:not([data-popover-open]){display:none} [popover][data-popover-open]{display:block}',
      );
      document.adoptedStyleSheets = [sheet];
    };
    document.addEventListener('DOMContentLoaded', unhide);
  });
}

test.each(WIDTHS)('without the popover API the menu opens and closes, %i pixels', async (width) => {
  const page = await openPage('/about', { width });
  await removePopovers(page);
  await page.reload();
  const name = width === 390 ? 'Menu' : 'Content';
  const button = page.getByRole('banner').getByRole('button', { name, exact: true });
  const link = page.getByRole('banner').getByRole('link', { name: width === 390 ? 'Newsletter' : 'Sports' });
  await expect(link).toBeHidden();
  await expect(async () => {
    await button.click();
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await expect(link).toBeVisible();
  await page.mouse.click(5, 700);
  await expect(link).toBeHidden();
});

import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expect } from './expect.ts';
import { applyTextSpacing, horizontalOverflow, LAYOUT_WIDTHS, resizeTo } from './geometry.ts';
import { openPage, SCRIPT } from './page.ts';

describe.each(SCRIPT)('the layout of the home page, script: %s', (script) => {
  test('no text is clipped or covered at any width, also with the text spacing of WCAG 1.4.12', async () => {
    // Constructed style sheets need script, so the spacing is only tested with script.
    const page = await openPage('/', { script });
    const problems: Record<string, string[]> = {};
    for (const spacing of script ? ['usual', 'wide'] : ['usual']) {
      if (spacing === 'wide') await applyTextSpacing(page);
      for (const width of LAYOUT_WIDTHS) {
        await resizeTo(page, width);
        const found = [...(await cardProblems(page)), ...(await heroProblems(page))];
        if ((await horizontalOverflow(page)) > 0) found.push('the page overflows horizontally');
        if (found.length > 0) problems[`${width}, ${spacing} spacing`] = found;
      }
    }
    expect(problems).toEqual({});
  });
});

test('the three stacks are in three columns or one', async () => {
  const page = await openPage('/');
  const columns: Record<number, number> = {};
  for (const width of LAYOUT_WIDTHS) {
    await resizeTo(page, width);
    columns[width] = await page
      .locator('.card-stack')
      .evaluateAll((stacks) => new Set(stacks.map((stack) => stack.getBoundingClientRect().left)).size);
  }
  expect(columns).toEqual({ 320: 1, 360: 1, 390: 1, 683: 1, 768: 1, 1024: 3, 1366: 3, 1920: 3 });
});

test('the front card has no empty space, and the other cards have a chevron', async () => {
  const page = await openPage('/');
  for (const width of [390, 768, 1366]) {
    await resizeTo(page, width);
    const cards = page.locator('.stack-card');
    const front = await cards.evaluateAll((all) =>
      all.map((card) => ({
        isFront: card.matches('[data-position="1"]'),
        hasChevron: getComputedStyle(card.querySelector('h3') as Element, '::after').content !== 'none',
        empty:
          card.getBoundingClientRect().bottom -
          Math.max(...[...card.children].map((child) => child.getBoundingClientRect().bottom)),
      })),
    );
    for (const { isFront, hasChevron } of front) expect(hasChevron).toBe(!isFront);
    // Padding and border are less than 32 pixels.
    for (const { empty } of front.filter(({ isFront }) => isFront)) expect(empty).toBeLessThan(32);
  }
});

test.each([768, 1366])('the headline breaks after the comma at %d pixels', async (width) => {
  const page = await openPage('/');
  await resizeTo(page, width);
  const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const tops = new Map<number, string>();
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { top } of range.getClientRects())
        tops.set(Math.round(top), `${tops.get(Math.round(top)) ?? ''}${node.nodeValue}`);
    }
    return [...tops.values()].map((line) => line.trim()).filter((line) => line !== '');
  });
  expect(lines).toEqual(['Contemporary Issues,', 'Clear Analysis']);
});

/** Layout problems of the cards: text that is clipped or overflows, or an illustration behind text. */
function cardProblems(page: Page): Promise<string[]> {
  return page.locator('.stack-card').evaluateAll((cards) => {
    /** A card that is not in front is visible down to the next card or to the end of the stack. */
    const limitOf = (card: Element): number => {
      const stack = card.parentElement as Element;
      const isStacked = getComputedStyle(stack).clipPath !== 'none';
      if (!isStacked || card.matches('[data-position="1"]')) return card.getBoundingClientRect().bottom;
      const next = card.matches('[data-position="2"]') && stack.querySelector('[data-position="3"]');
      return next ? next.getBoundingClientRect().top : stack.getBoundingClientRect().bottom;
    };
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true });
    return cards.flatMap((card) => {
      const name = card.querySelector('h3')?.textContent ?? '';
      const { left, right } = card.getBoundingClientRect();
      const bottom = limitOf(card);
      const art = card.querySelector('.stack-card-art')?.getBoundingClientRect() ?? new DOMRect();
      const texts = [...card.querySelectorAll('h3, p, a')].filter(isShown);
      if (texts.length < 2) return [`${name}: no title and link in view`];
      return texts.flatMap((text) => {
        const box = text.getBoundingClientRect();
        const isCut = box.left < left || box.right > right || box.bottom > bottom;
        const isWide = text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).display !== 'inline';
        const isCrossed = art.left < box.right && art.top < box.bottom && art.bottom > box.top;
        return [
          ...(isCut ? [`${name}: ${text.textContent} is clipped`] : []),
          ...(isWide ? [`${name}: ${text.textContent} overflows`] : []),
          ...(isCrossed && text.matches('p, p *, .stack-card-badges *')
            ? [`${name}: an illustration is behind text`]
            : []),
        ];
      });
    });
  });
}

/**
 * Layout problems of the hero: the globe behind text of the hero or the navigation bar, or text outside of the
 * viewport.
 */
function heroProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const globe = document.querySelector('.hero-globe')?.getBoundingClientRect() ?? new DOMRect();
    const texts = [...document.querySelectorAll('.hero-content > *, .site-bar-row :is(a, button)')];
    return texts.flatMap((text) => {
      const box = text.getBoundingClientRect();
      const name = text.textContent || text.ariaLabel;
      const isBehind =
        globe.left < box.right && globe.right > box.left && globe.top < box.bottom && globe.bottom > box.top;
      return [
        ...(isBehind && box.width > 0 ? [`the globe is behind ${name}`] : []),
        ...(box.left < 0 || box.right > innerWidth ? [`${name} is outside of the viewport`] : []),
      ];
    });
  });
}

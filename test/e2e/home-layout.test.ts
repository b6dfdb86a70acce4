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

test('stacks are in three columns or one, front cards have no empty space and the others a chevron', async () => {
  const page = await openPage('/');
  const columns: Record<number, number> = {};
  for (const width of LAYOUT_WIDTHS) {
    await resizeTo(page, width);
    const cards = await page.locator('.stack-card').evaluateAll((all) =>
      all.map((card) => ({
        isFront: card.matches('[data-position="1"]'),
        hasChevron: getComputedStyle(card.querySelector('h3') as Element, '::after').content !== 'none',
        left: card.parentElement?.getBoundingClientRect().left,
        empty:
          card.getBoundingClientRect().bottom -
          Math.max(...[...card.children].map((child) => child.getBoundingClientRect().bottom)),
      })),
    );
    columns[width] = new Set(cards.map(({ left }) => left)).size;
    for (const { isFront, hasChevron } of cards) expect([width, hasChevron]).toEqual([width, !isFront]);
    // Padding and border are less than 32 pixels.
    for (const { empty } of cards.filter(({ isFront }) => isFront)) expect(empty).toBeLessThan(32);
  }
  expect(columns).toEqual({ 320: 1, 360: 1, 390: 1, 683: 1, 768: 1, 1024: 3, 1366: 3, 1920: 3 });
});

test.each([768, 1366])('the headline breaks after the comma at %d pixels', async (width) => {
  const page = await openPage('/');
  await resizeTo(page, width);
  const phrases = await page.locator('.hero-phrase').evaluateAll((all) =>
    all.map((phrase) => ({
      text: phrase.textContent,
      tops: Array.from(phrase.getClientRects(), ({ top }) => top),
    })),
  );
  expect(phrases.map(({ text, tops }) => [text, tops.length])).toEqual([
    ['Contemporary Issues,', 1],
    ['Clear Analysis', 1],
  ]);
  expect(phrases[0]?.tops[0]).toBeLessThan(phrases[1]?.tops[0] ?? 0);
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

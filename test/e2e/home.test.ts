import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { ARTICLES_SECTIONS } from '../section-names.ts';
import { expect } from './expect.ts';
import { openPage, VISITORS, WIDTHS } from './page.ts';
import { SECTIONS } from './screens.ts';

const STACKS = [
  ['Articles', 'Sports', 'Culture'],
  ['Media & Power', 'Technology & Future', 'Opinions'],
  ['Investigations', 'Podcast', 'Videos'],
];

/** The sections that are not below /articles. */
const SECTION_ADDRESSES = SECTIONS.map(({ path }) => path).filter((path) => !path.startsWith('/articles/'));
const ADDRESSES = ['/articles', ...SECTION_ADDRESSES, '/podcasts', '/videos'];

const coverage = (page: Page) => page.getByRole('region', { name: 'Explore Our Coverage' });
const cards = (page: Page) =>
  coverage(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

describe.each(VISITORS)('the home page at $width pixels, script: $script', (visitor) => {
  test('has a hero with headline, short description and EXPLORE', async () => {
    const page = await openPage('/', visitor);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeInViewport();
    const hero = page.getByRole('region').filter({ has: heading });
    await expect(hero.locator('p').first()).toHaveText(/\w+ \w+ \w+/);
    await expect(hero.getByRole('link', { name: 'EXPLORE', exact: true })).toBeInViewport();
  });

  test('EXPLORE scrolls to the coverage section', async () => {
    const page = await openPage('/', visitor);
    await page.getByRole('link', { name: 'EXPLORE', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Explore Our Coverage' })).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
    const top = await page.getByRole('heading', { name: 'Explore Our Coverage' }).boundingBox();
    const bar = await page.getByRole('banner').boundingBox();
    expect(top?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (visitor.script ? (bar?.height ?? 0) : 0));
  });

  test('has nine cards in three stacks, in order', async () => {
    const page = await openPage('/', visitor);
    await expect(cards(page).getByRole('heading', { level: 3 })).toHaveText(STACKS.flat());
    const stacks = coverage(page)
      .getByRole('list')
      .filter({ has: page.getByRole('heading', { level: 3 }) });
    await expect(stacks).toHaveCount(3);
    for (const [index, titles] of STACKS.entries())
      await expect(stacks.nth(index).getByRole('heading', { level: 3 })).toHaveText(titles);
  });

  test('each card has an icon, a description and an Explore link', async () => {
    const page = await openPage('/', visitor);
    await expect(cards(page)).toHaveCount(9);
    for (const [index, address] of ADDRESSES.entries()) {
      const card = cards(page).nth(index);
      await expect(card.locator('svg').first()).toBeVisible();
      await expect(card.locator('p')).toHaveText(/\w+ \w+ \w+/);
      await expect(card.getByRole('link', { name: /^Explore/ })).toHaveAttribute('href', address);
      await expect(card.getByRole('link', { name: /^Explore/ })).toContainText('Explore');
    }
  });

  test('the Articles card has three badges', async () => {
    const page = await openPage('/', visitor);
    const badges = cards(page).first().getByRole('link').filter({ hasNotText: 'Explore' });
    await expect(badges).toHaveText(ARTICLES_SECTIONS);
    await expect(badges.first()).toHaveAttribute('href', '/articles/global-politics');
  });

  test('links to the newsletter', async () => {
    const page = await openPage('/', visitor);
    const call = page.getByRole('region', { name: 'Stay Informed' });
    await expect(call.getByRole('link', { name: 'Subscribe Now' })).toHaveAttribute('href', '/newsletter');
    await expect(call.getByText('Free • Weekly • Unsubscribe anytime', { exact: true })).toBeVisible();
  });

  test('the footer has links to pages and sections', async () => {
    const page = await openPage('/', visitor);
    const footer = page.getByRole('contentinfo');
    const navigation = footer.getByRole('navigation', { name: 'Navigation' });
    await expect(navigation.getByRole('link')).toHaveText(['Articles', 'About', 'Newsletter', 'Contact']);
    const list = footer.getByRole('navigation', { name: 'Coverage' }).getByRole('link');
    await expect(list).toHaveText([...ARTICLES_SECTIONS, 'Culture & Media']);
    await expect(list.last()).toHaveAttribute('href', '/culture');
    await expect(footer.getByText('© 2025 Meridian', { exact: true })).toBeVisible();
  });
});

describe.each(WIDTHS)('the stacks at %d pixels', (width) => {
  test('a tap brings the tapped card to the front, and the front card goes to the back', async () => {
    const page = await openPage('/', { width });
    const stack = [0, 1, 2].map((index) => cards(page).nth(index)) as [Card, Card, Card];
    const [first, second, third] = stack;
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => frontToBack(stack)).toEqual([0, 1, 2]);
    expect(await second.locator('p').first().evaluate(isUncovered)).toBe(false);
    await third.getByRole('heading').click();
    await expect.poll(() => frontToBack(stack)).toEqual([2, 0, 1]);
    await second.getByRole('heading').click();
    await expect.poll(() => frontToBack(stack)).toEqual([1, 2, 0]);
    await second.getByRole('heading').click();
    await expect.poll(() => frontToBack(stack)).toEqual([2, 0, 1]);
    await expect(stack[0].getByRole('heading')).toHaveText('Articles');
  });

  test('clicking a link of a card in the back follows the link', async () => {
    const page = await openPage('/', { width, reducedMotion: 'no-preference' });
    await page.keyboard.press('Escape');
    await expect(page.locator('.splash')).toBeHidden();
    const link = cards(page)
      .nth(2)
      .getByRole('link', { name: /^Explore/ });
    // Separate from the hover, because the scroll animation lags one frame behind the scroll position.
    await link.scrollIntoViewIfNeeded();
    await link.hover();
    await page.mouse.down();
    // Longer than the card would take to move away from the pointer, if pressing the link moved it to the front.
    await page.waitForTimeout(600);
    await page.mouse.up();
    await page.waitForURL('**/culture');
  });

  test('every link of a stack is reachable by keyboard and is not covered when focused', async () => {
    const page = await openPage('/', { width });
    const links = coverage(page).getByRole('link');
    await links.first().focus();
    const count = await links.count();
    for (let index = 0; index < count; index++) {
      const link = links.nth(index);
      await expect(link).toBeFocused();
      await expect.poll(() => link.evaluate(isUncovered)).toBe(true);
      await page.keyboard.press('Tab');
    }
  });
});

test('EXPLORE scrolls smoothly without reduced motion', async () => {
  const page = await openPage('/', { reducedMotion: 'no-preference' });
  await page.keyboard.press('Escape');
  await expect(page.locator('.splash')).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
  // A jump has reached its end when the click returns. How many positions follow depends on how many frames are rendered.
  const immediately = await page
    .getByRole('link', { name: 'EXPLORE', exact: true })
    .evaluate((link: HTMLElement) => {
      link.click();
      return scrollY;
    });
  expect(immediately).toBe(0);
  await expect(page.getByRole('heading', { name: 'Explore Our Coverage' })).toBeInViewport({ ratio: 1 });
});

type Card = ReturnType<typeof cards>;

/**
 * The order of the cards in the stack, from front to back, as their indexes in the document. Empty while the front
 * card or the heading of another card is covered.
 */
async function frontToBack(stack: readonly Card[]): Promise<number[]> {
  // Not only before the first action: what covers a card is only known in the viewport.
  await stack[0]?.evaluate((card) => card.parentElement?.scrollIntoView({ block: 'center' }));
  const positions = await Promise.all(
    stack.map(async (card, index) => ({
      index,
      top: (await card.boundingBox())?.y ?? Number.NaN,
      hasHead: await card.getByRole('heading').evaluate(isUncovered),
      isWhole: await card.evaluate(isOnTop),
    })),
  );
  const sorted = positions.toSorted((a, b) => a.top - b.top);
  const isShown = sorted.every(({ hasHead }) => hasHead) && sorted[0]?.isWhole === true;
  return isShown ? sorted.map(({ index }) => index) : [];
}

/** Runs in the browser. Returns whether no corner of the element is covered. */
function isOnTop(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const inset = 12;
  return [left + inset, right - inset].every((x) =>
    [top + inset, bottom - 2].every((y) => {
      const found = document.elementFromPoint(x, y);
      return found !== null && element.contains(found);
    }),
  );
}

/** Runs in the browser. Returns whether the center of the element is not covered. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && (element.contains(top) || top.contains(element));
}

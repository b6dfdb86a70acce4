import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, WIDTHS } from './page.ts';

const HEADING = { name: 'Explore Our Coverage' };
const EXPLORE = { name: 'EXPLORE', exact: true };

test('a link of a card in the back is followed, although pressing it could move the card', async () => {
  const page = await openPage('/', { reducedMotion: 'no-preference' });
  await page.keyboard.press('Escape');
  await expect(page.locator('.splash')).toBeHidden();
  const link = page
    .locator('.stack-card')
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

test.each(WIDTHS)(
  'every link of a stack is reachable by keyboard and not covered when focused, %i pixels',
  async (width) => {
    const page = await openPage('/', { width });
    const links = page.getByRole('region', HEADING).getByRole('link');
    await links.first().focus();
    for (const link of await links.all()) {
      await expect(link).toBeFocused();
      await expect.poll(() => link.evaluate(isUncovered)).toBe(true);
      await page.keyboard.press('Tab');
    }
  },
);

test('EXPLORE scrolls smoothly, unless motion is reduced, also without script', async () => {
  const page = await openPage('/', { reducedMotion: 'no-preference' });
  await page.keyboard.press('Escape');
  await expect(page.locator('.splash')).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'smooth');
  // A jump has reached its end when the click returns. How many positions follow depends on how many frames are rendered.
  const immediately = await page.getByRole('link', EXPLORE).evaluate((link: HTMLElement) => {
    link.click();
    return scrollY;
  });
  expect(immediately).toBe(0);
  await expect(page.getByRole('heading', HEADING)).toBeInViewport({ ratio: 1 });
  const plain = await openPage('/', { script: false });
  await plain.getByRole('link', EXPLORE).click();
  await expect(plain.getByRole('heading', HEADING)).toBeInViewport({ ratio: 1 });
});

/** Runs in the browser. Returns whether the center of the element is not covered. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && (element.contains(top) || top.contains(element));
}

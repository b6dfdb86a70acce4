import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, WIDTHS } from './page.ts';

const HEADING = { name: 'Explore Our Coverage' };

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

/** Runs in the browser. Returns whether the center of the element is not covered. */
function isUncovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && (element.contains(top) || top.contains(element));
}

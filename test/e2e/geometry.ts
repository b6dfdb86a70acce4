import type { Page } from 'playwright-core';
import { expect } from './expect.ts';

/** Widths for layout tests: small phones to large desktops, and 683 pixels, which is 1366 pixels at 200 % zoom. */
export const LAYOUT_WIDTHS = [320, 360, 390, 683, 768, 1024, 1366, 1920] as const;

/** The layout must work with this text spacing: https://www.w3.org/TR/WCAG22/#text-spacing */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Applies the spacing to the current page, with a constructed style sheet, which no content security policy blocks. */
export async function applyTextSpacing(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, TEXT_SPACING);
}

/** Changes the width of the viewport and waits until transitions have ended. Works without script. */
export async function resizeTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await waitForTransitions(page);
}

/** Waits until transitions have ended. Works without script. */
export async function waitForTransitions(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countTransitions)).toBe(0);
}

/** Runs in the browser. */
function countTransitions(): number {
  return document.getAnimations().filter((each) => each.timeline === document.timeline).length;
}

/** The number of pixels by which the page is wider than the viewport. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

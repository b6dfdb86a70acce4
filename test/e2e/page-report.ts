import type { Page } from 'playwright-core';

/** A page whose script never yields gives no answer. */
const ANSWER_MS = 10_000;
const MAX_LENGTH = 6_000;

/** What pages show, as text for the report of a failed test: their URLs and accessibility trees. */
export async function describePages(pages: readonly Page[]): Promise<string> {
  return (await Promise.all(pages.map(describePage))).join('\n\n');
}

async function describePage(page: Page): Promise<string> {
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: ANSWER_MS })
    .catch((error: unknown) => String(error));
  const shown = tree.length > MAX_LENGTH ? `${tree.slice(0, MAX_LENGTH)}…` : tree;
  return `The page ${page.url()} when the test failed:\n${shown}`;
}

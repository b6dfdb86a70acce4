import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { startArticle } from './editor-page.ts';
import { applyTextSpacing, horizontalOverflow, resizeTo } from './geometry.ts';
import { visitPanels } from './newsroom-panels.ts';
import { signedInPage } from './signed-in-page.ts';

/** WCAG 2.2, success criterion 1.4.10: 1280 pixels at 400 % zoom. */
const WIDTH = 320;
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = await makeArticle(database, { title: `${LONG_WORD} ${'and so on '.repeat(20)}` });
    await makeComment(database, article, { status: 'held', commentText: 'unbreakable'.repeat(40) });
  });
});
afterAll(() => site.stop());

/** Returns the overflow without and with text spacing. */
async function measure(page: Page): Promise<{ overflow: number; spaced: number }> {
  const overflow = await horizontalOverflow(page);
  await applyTextSpacing(page);
  const spaced = await horizontalOverflow(page);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  return { overflow, spaced };
}

test('no panel of the dashboard, not the account and no step of the editor scrolls horizontally at 320 pixels', async () => {
  const page = await signedInPage(site, '/admin');
  await resizeTo(page, WIDTH);
  const panels = await visitPanels(page, async (name) => {
    expect({ name, ...(await measure(page)) }).toEqual({ name, overflow: 0, spaced: 0 });
  });
  expect(panels).toBeGreaterThan(15);
  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'New API token' }).click();
  expect(await measure(page)).toEqual({ overflow: 0, spaced: 0 });
  await page.goto('/admin/article-editor/sports');
  await page.getByLabel('Title *').waitFor();
  expect(await measure(page)).toEqual({ overflow: 0, spaced: 0 });
  await startArticle(page, LONG_WORD);
  expect(await measure(page)).toEqual({ overflow: 0, spaced: 0 });
});

test('the buttons of a question can be reached in a low window', async () => {
  const page = await signedInPage(site, '/admin');
  await page.setViewportSize({ width: 512, height: 320 });
  await page.getByRole('button', { name: 'Delete' }).first().click();
  for (const name of ['Delete', 'Cancel']) {
    const answer = page.getByRole('alertdialog').getByRole('button', { name });
    await answer.scrollIntoViewIfNeeded();
    const [box, dialog] = [await answer.boundingBox(), await page.getByRole('alertdialog').boundingBox()];
    if (box === null || dialog === null) throw new Error('the question is not shown');
    expect(box.y).toBeGreaterThanOrEqual(dialog.y);
    expect(box.y + box.height).toBeLessThanOrEqual(dialog.y + dialog.height);
  }
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { startArticle } from './editor-page.ts';
import { applyTextSpacing, horizontalOverflow, resizeTo } from './geometry.ts';
import { signedInPage } from './signed-in-page.ts';

/** WCAG 2.2, success criterion 1.4.10: 1280 pixels at 400 % zoom. */
const WIDTH = 320;

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = await makeArticle(database, {
      title: `Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung ${'and so on '.repeat(20)}`,
    });
    await makeComment(database, article, { status: 'held', commentText: 'unbreakable'.repeat(40) });
  });
});
afterAll(() => site.stop());

const selected = (page: Page) => page.locator('[role=tab][aria-selected=true]').allInnerTexts();

/** Waits for the data of the panel, and returns the overflow without and with text spacing. */
async function measure(page: Page): Promise<{ overflow: number; spaced: number }> {
  await page.waitForLoadState('networkidle');
  const overflow = await horizontalOverflow(page);
  await applyTextSpacing(page);
  const spaced = await horizontalOverflow(page);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  return { overflow, spaced };
}

test('no panel of the dashboard scrolls horizontally at 320 pixels', async () => {
  const page = await signedInPage(site, '/admin');
  await resizeTo(page, WIDTH);
  const tabs = page.locator('.tab-list-top [role=tab]');
  const subTabs = page.locator('.tab-list-sub [role=tab]');
  await tabs.first().waitFor();
  const tooWide: unknown[] = [];
  let panels = 0;
  for (let tab = 0; tab < (await tabs.count()); tab++) {
    await tabs.nth(tab).click();
    // Until then, the tabs in the panel are those of the previous panel.
    await expect.poll(() => tabs.nth(tab).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => page.locator('.spinner').count()).toBe(0);
    for (let view = 0; view < Math.max(1, await subTabs.count()); view++) {
      if ((await subTabs.count()) > 0) await subTabs.nth(view).click();
      await expect.poll(() => page.locator('.spinner').count()).toBe(0);
      const { overflow, spaced } = await measure(page);
      if (overflow > 0 || spaced > 0) tooWide.push({ panel: await selected(page), overflow, spaced });
      panels += 1;
    }
  }
  expect(tooWide).toEqual([]);
  expect(panels).toBeGreaterThan(15);
});

test('all panels begin at the same height beside the column of tabs', async () => {
  const page = await signedInPage(site, '/admin', { width: 1366 });
  const tabs = page.locator('.tab-list-top [role=tab]');
  await tabs.first().waitFor();
  const first = page.locator('.tabs-top > [role=tabpanel]:not([hidden]) > :first-child');
  // A notice above the tabs is loaded later than they are.
  const topOf = () =>
    first.evaluate((element) => {
      const all = element.closest('.tabs-top') as Element;
      return element.getBoundingClientRect().top - all.getBoundingClientRect().top;
    });
  const countSpinners = () => page.locator('.spinner').count();
  await expect.poll(countSpinners).toBe(0);
  const top = await topOf();
  const all = await tabs.all();
  expect(all.length).toBeGreaterThan(15);
  for (const tab of all) {
    await tab.click();
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    await expect.poll(countSpinners).toBe(0);
    await expect.poll(topOf, { message: await tab.innerText() }).toBe(top);
  }
});

test('the choices of the import of subscribers are not cut off at 390 pixels', async () => {
  const page = await signedInPage(site, '/admin?tab=newsletter&view=subscribers', { width: 390 });
  const select = page.getByLabel('Import as');
  for (const option of await select.locator('option').allInnerTexts()) {
    await select.selectOption(option);
    // The select without a width is as wide as its longest option.
    const widths = await select.evaluate((element) => {
      const { width } = element.getBoundingClientRect();
      element.style.width = 'max-content';
      const needed = element.getBoundingClientRect().width;
      element.style.width = '';
      return { width, needed };
    });
    expect(widths.needed).toBeLessThanOrEqual(widths.width);
  }
  // The arrow is in the padding, where a longer option would not cover it.
  expect(await select.evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingRight))).toBe(
    34,
  );
  await select.selectOption('Confirmed');
  expect(await select.evaluate((element) => element.ariaDescribedByElements?.[0]?.textContent)).toBe(
    'The list includes their consent.',
  );
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

test('neither step of the editor scrolls horizontally at 320 pixels', async () => {
  const page = await signedInPage(site, '/admin/article-editor/sports');
  await resizeTo(page, WIDTH);
  await expect.poll(() => page.getByLabel('Title *').count()).toBe(1);
  expect(await measure(page)).toEqual({ overflow: 0, spaced: 0 });
  await startArticle(page, 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung');
  expect(await measure(page)).toEqual({ overflow: 0, spaced: 0 });
});

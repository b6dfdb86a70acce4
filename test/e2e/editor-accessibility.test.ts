import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NewsroomSite, startNewsroom } from '../newsroom.ts';
import { expectNoAxeViolations } from './axe.ts';
import { button, editorPath, openText, type OtherEditor, otherEditor, textOf } from './editor-desk.ts';
import { WIDTHS } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomSite;
let other: OtherEditor;
beforeAll(async () => {
  site = await startNewsroom();
  other = await otherEditor(site);
});
afterAll(() => site.stop());

const CONTENT =
  '<h1>A heading</h1><p>Some <span data-ink="red">red</span> and <span data-tint="yellow">marked</span> ' +
  '<a href="https://x.example/">words</a>.</p><blockquote><p>Said.</p></blockquote><hr /><img src="/placeholder.svg" />';

async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

describe.each(WIDTHS)('at %i px', (width) => {
  test.each(['light', 'dark'] as const)(
    'every state is accessible and fits, in the %s',
    async (colorScheme) => {
      const article = await other.create({ content: CONTENT });
      const page = await signedInPage(site, editorPath(article), { width, colorScheme });
      const judge = async () => {
        await expectNoAxeViolations(page);
        await expectToFit(page);
      };
      await page.getByLabel('Title *').fill('');
      await button(page, 'Next: Write Content').click();
      await judge();
      await page.getByLabel('Title *').fill('A title again');
      await openText(page);
      await judge();
      await page.getByText(/^Keyboard: Tab leaves/).click();
      for (const menu of [/^Paragraph style/, /^Text colour/, /^Background colour/]) {
        await button(page, menu).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await judge();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
      }
      await button(page, 'Link').click();
      await judge();
      await page.keyboard.press('Escape');
      await button(page, /no description yet/).click();
      await judge();
      await page.keyboard.press('Escape');
      await button(page, 'Revisions').click();
      await button(page, 'Compare revision 1').click();
      await expect(page.locator('.comparison')).toBeVisible();
      await judge();
      await page.keyboard.press('Escape');
      await button(page, 'Preview').click();
      await expect(page.locator('.preview article')).toBeVisible();
      await judge();
    },
    // nine audits
    120_000,
  );
});

test('the toolbar stays in reach on a telephone, with targets for fingers', async () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
  const article = await other.create({ content: paragraphs });
  const page = await signedInPage(site, editorPath(article), { width: 390 });
  await openText(page);
  await textOf(page).getByText('Paragraph 39').click();
  const bold = button(page, 'Bold');
  await bold.scrollIntoViewIfNeeded();
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeInViewport();
  const box = await bold.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
});

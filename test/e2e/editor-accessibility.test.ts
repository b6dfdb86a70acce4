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

/** Axe and the width, in whatever state the page is. */
async function judge(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  await expectToFit(page);
}

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
      await page.getByLabel('Title *').fill('');
      await button(page, 'Next: Write Content').click();
      await judge(page);
      await page.getByLabel('Title *').fill('A title again');
      await openText(page);
      await judge(page);
      await page.getByText(/^Keyboard: Tab leaves/).click();
      for (const menu of [/^Paragraph style/, /^Text colour/, /^Background colour/]) {
        await button(page, menu).click();
        await expect(page.getByRole('menu')).toBeVisible();
        await judge(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
      }
      await button(page, 'Link').click();
      await judge(page);
      await page.keyboard.press('Escape');
      await button(page, /no description yet/).click();
      await judge(page);
      await page.keyboard.press('Escape');
      await button(page, 'Revisions').click();
      await button(page, 'Compare revision 1').click();
      await expect(page.locator('.comparison')).toBeVisible();
      await judge(page);
      await page.keyboard.press('Escape');
      await button(page, 'Preview').click();
      await expect(page.locator('.preview article')).toBeVisible();
      await judge(page);
    },
    // nine audits
    120_000,
  );
});

describe.each([
  { width: 390, colorScheme: 'dark' },
  { width: 1366, colorScheme: 'light' },
] as const)('at $width px, $colorScheme', (visitor) => {
  const question = (page: Page) => page.getByRole('alertdialog');
  const found = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });

  test('every question and every notice is accessible and fits', { timeout: 120_000 }, async () => {
    const draft = await other.create();
    const article = await other.save(draft, { is_draft: false });
    const path = editorPath(article);
    const page = await signedInPage(site, path, {
      ...visitor,
      refused: [`/api/newsroom/articles/${article.id}`, '/readyz', '/api/account'],
    });
    await page.getByLabel('Title *').fill('A title nobody has saved');
    const second = await page.context().newPage();
    await second.goto(path);
    await expect(second.getByText('This article has unsaved changes in another tab')).toBeVisible();
    await judge(second);
    await second.close();

    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await expect(question(page)).toContainText('Your changes are not saved.');
    await judge(page);
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/admin$/);

    await page.goto(path);
    await found(page).getByText('What is in it').click();
    await judge(page);
    await found(page).getByRole('button', { name: 'Discard' }).click();
    await expect(question(page)).toContainText('will be gone');
    await judge(page);
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await found(page).getByRole('button', { name: 'Restore' }).click();

    await openText(page);
    await button(page, 'Draft').click();
    await expect(question(page)).toContainText('This takes the article offline.');
    await judge(page);
    await question(page).getByRole('button', { name: 'Cancel' }).click();

    const address = `**/api/newsroom/articles/${article.id}`;
    await page.route(address, (route) => route.abort('connectionfailed'));
    await button(page, 'Update').click();
    await expect(page.getByText(/Not saved\. .*Trying again/)).toBeVisible();
    await judge(page);
    await other.save(article, { title: 'Their title', content: '<p>Their words.</p>' });
    await page.unroute(address);
    await expect(page.getByRole('dialog', { name: 'This article has changed meanwhile' })).toBeVisible();
    await judge(page);
  });
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

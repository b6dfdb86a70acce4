import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeComment, makeDraft } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { journeyWidths, WIDTHS } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    for (let number = 0; number < 24; number++)
      await makeArticle(database, {
        title: `A piece with quite a long title, number ${number}`,
        featured: number === 1,
      });
    await makeDraft(database, {
      title: 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung',
    });
    const discussed = await makeArticle(database, { title: 'Much discussed', categorySlug: 'culture' });
    for (let number = 0; number < 21; number++)
      await makeComment(database, discussed, { status: number === 20 ? 'held' : 'published' });
  });
});
afterAll(() => site.stop());

/** States of the dashboard in the order in which one page goes through them. */
const STATES: readonly { readonly name: string; readonly reach: (page: Page) => Promise<void> }[] = [
  { name: 'a list', reach: (page) => expect(page.getByText('25 articles')).toBeVisible() },
  {
    name: 'a description being edited',
    async reach(page) {
      await page.getByRole('button', { name: 'Edit Description' }).click();
      await expect(page.getByLabel('Description')).toBeFocused();
    },
  },
  {
    name: 'a toast',
    async reach(page) {
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Category description updated')).toBeVisible();
    },
  },
  {
    name: 'a confirmation dialog',
    async reach(page) {
      await page.getByRole('button', { name: 'Delete' }).first().click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'no search results',
    async reach(page) {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByLabel('Search').fill('nothing of the kind');
      await expect(page.getByText('No articles found for')).toBeVisible();
    },
  },
  {
    name: 'comments',
    async reach(page) {
      await page.getByRole('tab', { name: 'Content' }).click();
      await page.getByRole('tab', { name: 'Culture' }).click();
      await page.getByRole('button', { name: '21 comments' }).click();
      await expect(page.getByRole('dialog').getByText('Page 1 of 2')).toBeVisible();
    },
  },
  {
    name: 'a confirmation dialog over a dialog',
    async reach(page) {
      await page
        .getByRole('button', { name: /^Delete comment by/ })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'an empty section',
    async reach(page) {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.getByRole('tab', { name: 'Sports' }).click();
      await expect(page.getByText('No articles in this category yet')).toBeVisible();
    },
  },
  {
    name: 'the placeholder of media',
    async reach(page) {
      await page.getByRole('tab', { name: 'Media', exact: true }).click();
      await expect(page.getByText('coming soon')).toBeVisible();
    },
  },
];

test.each(widths)(
  'every state at %i pixels, light and dark, passes axe and does not overflow',
  async (width) => {
    const page = await signedInPage(site, '/admin', { width });
    for (const { reach } of STATES) {
      await reach(page);
      await expectAccessible(page);
    }
  },
);

test.each(WIDTHS)(
  'every control at %i pixels is at least 24 by 24 pixels and has a focus outline',
  async (width) => {
    const page = await signedInPage(site, '/admin', { width });
    await expect(page.getByText('25 articles')).toBeVisible();
    const small = await page
      .locator('a:visible, button:visible, input:visible, select:visible')
      .evaluateAll((all) =>
        all
          .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ name }) => name),
      );
    expect(small).toEqual([]);
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return document.activeElement === document.body ? null : `${outlineStyle} ${outlineWidth}`;
      });
      if (outline === null) break;
      expect(outline).toMatch(/^solid [23]px$/);
    }
  },
);

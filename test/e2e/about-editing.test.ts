import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { openPage, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

describe.each(widths)('the About page in the panel at %i pixels', (width) => {
  test('is drafted, previewed, published and restored', async () => {
    const expectedFailures = ['/api/newsroom/about'];
    const page = await signedInPage(site, '/admin?tab=pages', { width, expectedFailures });
    await button(page, 'About').press('Enter');
    await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeFocused();

    const years = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await expect(years).toHaveCount(6);
    await button(page, 'Remove: A newsletter among friends').click();
    await button(page, 'Add a year').click();
    await expect(years.last().getByLabel('Year')).toBeFocused();
    await page.keyboard.type('26');
    await years.last().getByLabel('Title').fill(`A printed issue ${width}`);
    await years.last().getByLabel('Text').fill('On paper,\nonce.');
    await button(page, 'Save draft').click();
    await expect(years.last().getByLabel('Year')).toBeFocused();
    await expect(years.last().getByLabel('Year')).toHaveAttribute('aria-invalid', 'true');
    await years.last().getByLabel('Year').fill('2026');
    const up = button(page, `Move up: A printed issue ${width}`);
    await up.focus();
    await page.keyboard.press('Enter');
    await expect(up).toBeFocused();
    // The toast of the failure may cover the button on a phone.
    await button(page, 'Save draft').press('Enter');
    await expect(toast(page, 'Draft saved')).toBeVisible();
    await expect(page.locator('.list-head')).toContainText('Draft');
    await expectAccessible(page);
    expect(await (await fetch(`${site.url}/about`)).text()).not.toContain(`A printed issue ${width}`);

    await button(page, 'Preview').press('Enter');
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.locator('.timeline li').nth(4)).toHaveText(
      `2026A printed issue ${width}On paper, once.`,
    );
    await expectAccessible(page);
    await button(page, 'Close').press('Enter');

    // A draft is there after a reload, and published with one button.
    await page.reload();
    await expect(years.nth(4).getByLabel('Title')).toHaveValue(`A printed issue ${width}`);
    await button(page, 'Publish').press('Enter');
    await expect(toast(page, 'Page published')).toBeVisible();
    const reader = await openPage('/about', { width, site: site.url });
    await expect(reader.locator('.timeline li').nth(4)).toHaveText(
      `2026A printed issue ${width}On paper, once.`,
    );
    await expect(reader.getByText('A newsletter among friends')).toHaveCount(0);

    await button(page, 'Revisions').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revisions' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Compare revision 1', exact: true }).press('Enter');
    await expect(dialog.locator('.comparison ins').first()).toBeVisible();
    await expect(dialog.locator('.comparison')).toContainText('2020: A newsletter among friends');
    await dialog.getByRole('button', { name: 'Restore revision 1 into the form' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(years.first().getByLabel('Title')).toHaveValue('A newsletter among friends');
    await button(page, 'Publish').press('Enter');
    await expect
      .poll(async () => (await fetch(`${site.url}/about`)).text())
      .toContain('A newsletter among friends');
  });
});

test('a double click saves the About page once', async () => {
  const page = await signedInPage(site, '/admin?tab=pages&view=about');
  const saves = await delayResponses(page, 'PUT', '**/api/newsroom/about');
  await button(page, 'Add a year').click();
  const added = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').last();
  await added.getByLabel('Year').fill('2027');
  await added.getByLabel('Title').fill('A second office');
  await added.getByLabel('Text').fill('In another port.');
  await button(page, 'Publish').dblclick();
  saves.release();
  await expect(toast(page, 'Page published')).toBeVisible();
  await expect(button(page, 'Publish')).toBeEnabled();
  expect(saves.count()).toBe(1);
});

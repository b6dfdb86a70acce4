import { describe, inject, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, VISITORS } from './page.ts';

const DATE =
  /^(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}$/;

describe.each(VISITORS)('all articles at $width pixels, script: $script', (visitor) => {
  test('shows the featured article large and the others in a grid', async () => {
    const page = await openPage('/articles', visitor);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Articles');
    const hero = main.getByRole('article').first();
    await expect(hero.getByRole('link', { name: /^Read Full Article/ })).toBeVisible();
    await expect(main.getByRole('link', { name: /^Read Full Article/ })).toHaveCount(1);
    const cards = main.getByRole('listitem').getByRole('article');
    expect(await cards.count()).toBeGreaterThanOrEqual(11);
    expect(await cards.count()).toBeLessThanOrEqual(12);
    const title = await hero.getByRole('heading').textContent();
    await expect(cards.getByRole('heading', { name: title ?? '', exact: true })).toHaveCount(0);
  });

  test('each card has picture, category, title, excerpt, date and read time', async () => {
    const page = await openPage('/articles', visitor);
    for (const card of await page.getByRole('main').getByRole('article').all()) {
      await card.scrollIntoViewIfNeeded();
      await expect(card.locator('img, svg').first()).toBeVisible();
      await expect(card.getByRole('heading', { level: 2 })).toHaveText(/\w/);
      await expect(card.getByText(CATEGORY).first()).toBeVisible();
      await expect(card.locator('time')).toHaveText(DATE);
      await expect(card.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d{2}-\d{2}/);
      await expect(card.getByText(/^\d+ min read$/)).toBeVisible();
      const words = (await card.textContent()) ?? '';
      expect(words.length).toBeGreaterThan(60);
    }
  });

  test('pictures load completely', async () => {
    const page = await openPage('/articles', visitor);
    for (const picture of await page.getByRole('main').locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
        .toBe(true);
    }
  });

  test('the hero links to its article', async () => {
    const page = await openPage('/articles', visitor);
    const hero = page.getByRole('main').getByRole('article').first();
    const title = await hero.getByRole('heading').textContent();
    await hero.getByRole('link', { name: /^Read Full Article/ }).click();
    await page.waitForURL('**/article/*');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  });

  test('the whole card links to its article', async () => {
    const page = await openPage('/articles', visitor);
    const card = page.getByRole('main').getByRole('listitem').getByRole('article').first();
    const title = await card.getByRole('heading').textContent();
    await card.scrollIntoViewIfNeeded();
    const date = await card.locator('time').boundingBox();
    // Click on the date: the link of the card covers it.
    await page.mouse.click((date?.x ?? 0) + (date?.width ?? 0) - 4, (date?.y ?? 0) + 4);
    await page.waitForURL('**/article/*');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  });

  test('links to the second page and back', async () => {
    const page = await openPage('/articles', visitor);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${inject('siteUrl')}/articles`,
    );
    const first = await page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL('**/articles?page=2');
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${inject('siteUrl')}/articles?page=2`,
    );
    await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current="page"]')).toHaveText(
      '2',
    );
    const second = await page.getByRole('main').getByRole('article').getByRole('heading').allTextContents();
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((title) => first.includes(title))).toEqual([]);
    await page.getByRole('link', { name: 'Page 1' }).click();
    await page.waitForURL((url) => url.pathname === '/articles' && url.search === '');
  });
});

const CATEGORY =
  /^(Global Politics|African Affairs|Economy & Society|Sports|Culture|Technology|Media & Power|Opinions|Investigations)$/;

test('newest first', async () => {
  const page = await openPage('/articles');
  const cards = page.getByRole('main').getByRole('listitem').locator('time');
  const dates = await cards.evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
  expect(dates).toEqual(dates.toSorted().toReversed());
});

import { expect } from '@playwright/test';
import { beforeAll, describe, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { anArticlePath } from './screens.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

let path: string;

beforeAll(async () => {
  path = await anArticlePath();
});

describe.each(VISITORS)('an article at $width pixels, script: $script', (visitor) => {
  test('shows badge, tags, title, date, read time, count of comments, author and picture', async () => {
    const page = await openPage(path, visitor);
    const article = page.getByRole('main').getByRole('article').first();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(/\w/);
    const header = article.locator('header');
    await expect(header.getByRole('link').first()).toHaveText(/\w/);
    await expect(header.locator('.tag').first()).toHaveText(/\w/);
    await expect(header.locator('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    await expect(header.getByText(/^\d+ min read$/)).toBeVisible();
    await expect(header.getByText(/^\d+ comments?$/)).toBeVisible();
    await expect(header.locator('.avatar')).toHaveText(/^\p{Lu}{1,2}$/u);
    await expect(header.locator('img, svg').last()).toBeVisible();
  });

  test('shows the body, its headings below the only one of the first level', async () => {
    const page = await openPage(path, visitor);
    const body = page.locator('.prose');
    expect(((await body.textContent()) ?? '').length).toBeGreaterThan(500);
    await expect(body.locator('h1')).toHaveCount(0);
  });

  test('the badge leads to the section, the header to the home page', async () => {
    const page = await openPage(path, visitor);
    const badge = page.getByRole('main').locator('header').getByRole('link').first();
    const name = await badge.textContent();
    await badge.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '');
    await page.goto(path);
    await page.getByRole('banner').getByRole('link', { name: 'Meridian' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('invites the first comment', async () => {
    const page = await openPage(path, visitor);
    const comments = page.getByRole('region', { name: /Comments/ });
    await comments.scrollIntoViewIfNeeded();
    await expect(
      comments.getByText('No comments yet. Be the first to share your thoughts!', { exact: true }),
    ).toBeVisible();
    const email = comments.getByLabel('Email');
    await expect(email).toHaveAttribute('type', 'email');
    await expect(email).toHaveAttribute('required', '');
    await expect(email).toHaveAccessibleDescription("Your email won't be published.");
    await expect(comments.getByLabel('Comment')).toHaveAttribute('required', '');
  });

  test('offers at most three related articles, not itself', async () => {
    const page = await openPage(path, visitor);
    const related = page.getByRole('region', { name: 'Related Articles' });
    const links = related.getByRole('article').getByRole('link');
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses.length).toBeLessThanOrEqual(3);
    expect(addresses).not.toContain(path);
    await expect(related).toHaveCount(addresses.length === 0 ? 0 : 1);
  });

  test('the count of comments leads to them', async () => {
    const page = await openPage(path, visitor);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^\d+ comments?$/ })
      .click();
    await expect(page.getByRole('heading', { name: /Comments/ })).toBeInViewport({ ratio: 1 });
  });
});

test('names itself to search engines and to whoever shares it', async () => {
  const page = await openPage(path);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page).toHaveTitle(new RegExp(`^${title} – Meridian$`));
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url());
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title ?? '');
});

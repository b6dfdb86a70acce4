import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { expectNoAxeViolations } from './axe.ts';
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

  test('goes on to the next article', async () => {
    const page = await openPage(path, visitor);
    const link = page.getByRole('link', { name: /^Next article/ });
    const title = ((await link.textContent()) ?? '').replace('Next article', '');
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  test('takes an address for the newsletter', async () => {
    const page = await openPage(path, visitor);
    const invitation = page.getByRole('region', { name: 'Get the newsletter' });
    await expect(invitation.getByText(/By subscribing you agree/)).toBeVisible();
    await invitation.getByLabel('Email').fill(`article-${visitor.width}-${visitor.script}@reader.example`);
    await invitation.getByRole('button', { name: 'Subscribe' }).click();
    if (visitor.script) {
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Subscribed!');
      await expect(invitation.getByRole('status')).toContainText('Check your inbox');
      await expect(invitation.getByLabel('Email')).toHaveValue('');
      expect(new URL(page.url()).pathname).toBe(path);
    } else {
      await page.waitForURL('**/newsletter/subscribed');
      await expect(page.getByRole('status')).toContainText('Subscribed!');
    }
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

const shareButton = (page: Page) => page.getByRole('button', { name: /^(?:Share|Copy link)$/ });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

describe.each(WIDTHS)('passing an article on, %i pixels', (width) => {
  test('copies its address, without what the visit added to it', async () => {
    const page = await openPage(`${path}?posted=yes#comments`, { width });
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shareButton(page).click();
    await expect(toasts(page)).toContainText('Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href);
    await expectNoAxeViolations(page);
  });

  test('shows the address where it may not be copied', async () => {
    const page = await openPage(path, { width });
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await shareButton(page).click();
    await expect(toasts(page)).toContainText(page.url());
  });

  test("opens the system's dialog where there is one; closing it says nothing", async () => {
    const page = await openPage('/about', { width });
    await page.addInitScript(() => {
      navigator.share = (data) => {
        document.documentElement.dataset['shared'] = data?.url ?? '';
        return Promise.reject(new DOMException('', 'AbortError'));
      };
    });
    await page.goto(path);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-shared', page.url());
    await expect(page.locator('[data-toast]')).toHaveCount(0);
  });

  test('is not offered without script', async () => {
    await expect(shareButton(await openPage(path, { width, script: false }))).toHaveCount(0);
  });
});

test('names itself to search engines and to whoever shares it', async () => {
  const page = await openPage(path);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page).toHaveTitle(new RegExp(`^${title} – Meridian$`));
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url());
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title ?? '');
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { expectNoAxeViolations } from './axe.ts';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { LAYOUT_WIDTHS, resizeTo } from './geometry.ts';
import { openPage, VISITORS, journeyWidths } from './page.ts';
import { findArticlePath } from './screens.ts';

let path: string;

beforeAll(async () => {
  path = await findArticlePath();
});

describe.each(VISITORS)('an article at $width pixels, script: $script', (visitor) => {
  test('shows badge, tags, title, date, read time, comment count, author and picture', async () => {
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

  test('shows the body without first-level headings', async () => {
    const page = await openPage(path, visitor);
    const body = page.locator('.prose');
    expect(((await body.textContent()) ?? '').length).toBeGreaterThan(500);
    await expect(body.locator('h1')).toHaveCount(0);
  });

  test('the badge links to the section, the site header to the home page', async () => {
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

  test('links to the next article', async () => {
    const page = await openPage(path, visitor);
    const link = page.getByRole('link', { name: /^Next article/ });
    const title = ((await link.textContent()) ?? '').replace('Next article', '');
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  test('has a form to subscribe to the newsletter', async () => {
    const page = await openPage(path, visitor);
    const newsletterForm = page.getByRole('region', { name: 'Get the newsletter' });
    await expect(newsletterForm.getByText(/You agree to receive/)).toBeVisible();
    await newsletterForm
      .getByLabel('Email')
      .fill(`article-${visitor.width}-${visitor.script}@reader.example`);
    await newsletterForm.getByRole('button', { name: 'Subscribe' }).click();
    if (visitor.script) {
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Subscribed!');
      await expect(newsletterForm.getByRole('status')).toContainText('this site has no mail server');
      await expect(newsletterForm.getByLabel('Email')).toHaveValue('');
      expect(new URL(page.url()).pathname).toBe(path);
    } else {
      await page.waitForURL('**/newsletter/subscribed');
      await expect(page.getByRole('status')).toContainText('Subscribed!');
    }
  });

  test('the comment count links to the comments', async () => {
    const page = await openPage(path, visitor);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^\d+ comments?$/ })
      .click();
    await expect(page.getByRole('heading', { name: /Comments/ })).toBeInViewport({ ratio: 1 });
  });
});

const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy link', exact: true });
const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const mailLink = (page: Page) => page.getByRole('link', { name: 'Email this article', exact: true });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('related articles are in three columns or one', async () => {
  const page = await openPage(path);
  const columns: Record<number, number> = {};
  for (const width of LAYOUT_WIDTHS) {
    await resizeTo(page, width);
    columns[width] = await page
      .locator('.related .article-grid > li')
      .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
  }
  expect(columns).toEqual({ 320: 1, 360: 1, 390: 1, 683: 1, 768: 3, 1024: 3, 1366: 3, 1920: 3 });
});

describe.each(journeyWidths(390))('sharing an article, %i pixels', (width) => {
  /** A page in a browser whose system has a share dialog, which the user closes. */
  async function openSharingPage(): Promise<Page> {
    const page = await openPage('/about', { width });
    await page.addInitScript(() => {
      navigator.share = (data) => {
        document.documentElement.dataset['shared'] = data?.url ?? '';
        return Promise.reject(new DOMException('', 'AbortError'));
      };
    });
    await page.goto(`${path}?posted=yes#comments`);
    return page;
  }

  test('copies its URL without query and fragment', async () => {
    const page = await openPage(`${path}?posted=yes#comments`, { width });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await copyButton(page).click();
    await expect(toasts(page)).toContainText('Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    await copyButton(page).click();
    await expect(toasts(page)).toContainText(new URL(path, page.url()).href);
  });

  test('opens the share dialog of the system where there is one; closing it shows no error', async () => {
    const page = await openSharingPage();
    await shareButton(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-shared', new URL(path, page.url()).href);
    await expect(page.locator('[data-toast]')).toHaveCount(0);
    await expect(copyButton(page)).toBeVisible();
    await expect(mailLink(page)).toBeVisible();
    await expectNoAxeViolations(page);
    // In one line, so that the button that script adds moves nothing.
    await resizeTo(page, 320);
    const tops = await page
      .locator('.share > *')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
    await emulateMedia(page, { media: 'print' });
    for (const target of [copyButton(page), shareButton(page), mailLink(page)])
      await expect(target).toBeHidden();
  });

  test('is a link to a new email without script', async () => {
    const page = await openPage(path, { width, script: false });
    await expect(page.getByRole('button', { name: /^(?:Share|Copy link)$/ })).toHaveCount(0);
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    const mail = new URL((await mailLink(page).getAttribute('href')) ?? '');
    expect([mail.protocol, mail.pathname, ...mail.searchParams]).toEqual([
      'mailto:',
      '',
      ['subject', title],
      ['body', page.url()],
    ]);
  });
});

test('without a share dialog there is no button for it', async () => {
  const page = await openPage('/about');
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  await page.goto(path);
  await expect(copyButton(page)).toBeVisible();
  await expect(mailLink(page)).toBeVisible();
  await expect(shareButton(page)).toHaveCount(0);
});

test('has metadata for search engines and link previews', async () => {
  const page = await openPage(path);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page).toHaveTitle(new RegExp(`^${title} – Meridian$`));
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url());
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title ?? '');
});

import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type RunningServer, startServer } from '../server.ts';
import { expectNoAxeViolations } from './axe.ts';
import { openPage, type Visitor, WIDTHS } from './page.ts';

const MAY_BE_REVIEWED =
  'Some comments are reviewed before they appear. If yours is not in the list after you reload the page, it may be waiting for review.';
const TIME = /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M UTC$/;
const NONE_YET = 'No comments yet. Be the first to share your thoughts!';

let site: RunningServer;
let articles: string[];
beforeAll(async () => {
  site = await startServer({ env: { TRUST_PROXY: '1' } });
  const listings = ['/articles', '/articles?page=2'].map(async (path) =>
    (await fetch(site.url + path)).text(),
  );
  const links = (await Promise.all(listings)).join('').matchAll(/href="(\/article\/[^"#?]+)"/g);
  articles = [...new Set(Array.from(links, ([, path]) => path ?? ''))];
});
afterAll(() => site.stop());

let networks = 0;

/** Of other words each time: who says the same twice waits for a moderator. */
const written = () => ({
  Email: 'rosa@reader.example',
  Comment: `I have been there.\n${++networks} times, in fact.`,
});

/** Each from a network of their own: how often one may post is not what these journeys are about. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++networks}` });

/** An article nobody has commented on. */
function quietArticle(): string {
  const path = articles.pop();
  if (path === undefined) throw new Error('there are more journeys than sample articles');
  return path;
}

async function openArticle(path: string, visitor: Visitor = {}): Promise<Page> {
  const page = await openPage(path, { ...visitor, site: site.url });
  await page.setExtraHTTPHeaders(elsewhere());
  return page;
}

const discussion = (page: Page) => page.locator('#comments');
const form = (page: Page) => discussion(page).locator('form');
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const comments = (page: Page) => discussion(page).getByRole('listitem');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const send = (page: Page) => form(page).getByRole('button').click();
async function write(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
}

/** Until React has taken the island over, its links and forms are those of the browser. */
const awake = (page: Page, island: string) =>
  page.waitForFunction((name) => {
    const place = document.querySelector(`[data-island=${name}]:not([data-loading])`);
    return Object.keys(place ?? {}).some((key) => key.startsWith('__reactContainer'));
  }, island);

async function dismiss(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
}

/** Anything sooner waits for a moderator. */
const readForAWhile = (page: Page) => page.waitForFunction(() => performance.now() > 3_100);

async function post(path: string, comment_text: string): Promise<void> {
  const answer = await fetch(`${site.url}/api${path.replace('/article/', '/articles/')}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...elsewhere() },
    body: JSON.stringify({ user_email: `reader-${networks}@example.com`, comment_text }),
  });
  if (answer.status !== 201) throw new Error(`posting was answered with ${answer.status}`);
}

describe.each(WIDTHS)('a comment with script, %i pixels', (width) => {
  test('appears above the others at once, by keyboard alone, and is there for everybody', async () => {
    const path = quietArticle();
    const said = written();
    const page = await openArticle(path, { width });
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/articles/*/comments', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await readForAWhile(page);
    await expect(discussion(page).getByText(NONE_YET)).toBeVisible();
    await field(page, 'Email').focus();
    await page.keyboard.insertText(said.Email);
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(said.Comment);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('button')).toHaveText('Posting...');
    await expect(form(page)).toHaveAttribute('aria-busy', 'true');
    await expect(field(page, 'Comment')).toHaveValue(said.Comment);
    await expectNoAxeViolations(page);
    gate.resolve();
    await expect(toasts(page)).toContainText('Comment posted!');
    await expect(toasts(page)).toContainText('Thank you for joining the conversation.');
    await expect(comments(page)).toHaveCount(1);
    await expect(comments(page)).toContainText('You');
    await expect(comments(page)).not.toContainText('Reader');
    await expect(comments(page)).toContainText('times, in fact.');
    await expect(discussion(page).getByText(NONE_YET)).toHaveCount(0);
    await expect(discussion(page).getByRole('status')).toHaveText(MAY_BE_REVIEWED);
    // Whether it counts is known when the page is loaded again; its own address is, too.
    await expect(discussion(page).getByRole('heading', { level: 2 })).toHaveText('Comments');
    await expect(comments(page).locator('time')).toHaveText(TIME);
    await expect(comments(page).getByRole('link')).toHaveCount(0);
    await expect(field(page, 'Comment')).toHaveValue('');
    await expect(field(page, 'Email')).toHaveValue(said.Email);
    await expect(form(page).locator('.field-error:visible')).toHaveCount(0);
    await expect(form(page).getByRole('button')).toBeFocused();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    await expectNoAxeViolations(page);
    await write(page, { Comment: 'And a third time.' });
    await send(page);
    await expect(comments(page)).toHaveCount(2);
    await expect(comments(page).first()).toContainText('And a third time.');

    const other = await openArticle(path, { width });
    await expect(comments(other)).toHaveCount(2);
    await expect(comments(other).first()).toContainText('And a third time.');
    await expect(comments(other).first()).toContainText(/Reader \w{4}/);
    await expect(discussion(other).getByRole('heading', { level: 2 })).toHaveText('2 comments');
    await expect(other.getByRole('main').getByRole('link', { name: '2 comments' })).toBeVisible();
    await expect(discussion(other).getByText('Some comments are reviewed')).toHaveCount(0);
    expect(await other.content()).not.toMatch(/rosa|reader\.example/);
    await expectNoAxeViolations(other);
  });

  test('that is empty is answered in our words from the first press on, before the form is awake', async () => {
    const page = await openArticle(articles[0] ?? '', { width });
    await page.addInitScript(() => {
      addEventListener('invalid', () => document.documentElement.setAttribute('data-bubble', ''), true);
    });
    await page.reload();
    const button = form(page).getByRole('button');
    if (width === 390) {
      await button.scrollIntoViewIfNeeded();
      const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
      await page.touchscreen.tap(x + 10, y + 10);
    } else await button.click();
    await expect(toasts(page)).toContainText('Please fill all fields');
    await expect(toasts(page)).toContainText('Email and comment are required');
    await expect(form(page).getByText('Please enter your email.')).toBeVisible();
    await expect(form(page).getByText('Please write a comment.')).toBeVisible();
    await expect(form(page).getByText('Please enter a whole email address')).toBeHidden();
    await expect(page.locator('html')).not.toHaveAttribute('data-bubble');
  });

  test('that is held is answered with the same words, and the page afterwards does not contradict them', async () => {
    const path = quietArticle();
    const page = await openArticle(path, { width });
    const links = Array.from({ length: 9 }, () => `https://shoes.example/${++networks}`);
    await write(page, { ...written(), Comment: links.join(' ') });
    await send(page);
    await expect(toasts(page)).toContainText('Comment posted!');
    await expect(discussion(page).getByRole('status')).toHaveText(MAY_BE_REVIEWED);
    await expect(comments(page)).toHaveCount(1);
    await expect(comments(page)).toContainText('You');
    await expect(discussion(page).getByRole('heading', { level: 2 })).toHaveText('Comments');
    await page.reload();
    await expect(comments(page)).toHaveCount(0);
    await page.goto(`${path}?posted=yes#comments`);
    await expect(page.getByRole('status').filter({ hasText: 'Comment posted!' })).toContainText(
      MAY_BE_REVIEWED,
    );
    await expect(discussion(page).getByText(NONE_YET)).toHaveCount(0);
    await expectNoAxeViolations(page);
    // still without a comment
    articles.push(path);
  });

  test('that is incomplete is not sent: a toast and the fields say why, and the first has the focus', async () => {
    const page = await openArticle(articles[0] ?? '', { width });
    await field(page, 'Email').focus();
    await awake(page, 'comment-form');
    await send(page);
    await expect(toasts(page)).toContainText('Please fill all fields');
    await expect(toasts(page)).toContainText('Email and comment are required');
    await expect(field(page, 'Email')).toBeFocused();
    for (const [label, text] of [
      ['Email', 'Please enter your email.'],
      ['Comment', 'Please write a comment.'],
    ] as const) {
      await expect(form(page).getByText(text)).toBeVisible();
      await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    }
    await expectNoAxeViolations(page);
    await write(page, { Email: 'rosa@reader', Comment: 'Half an address.' });
    await send(page);
    await expect(form(page).getByText('Please enter a whole email address')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(/Please enter a whole email address/);
    await expect(field(page, 'Comment')).not.toHaveAttribute('aria-invalid');
    await expect(field(page, 'Comment')).toHaveValue('Half an address.');
    await expect(discussion(page).getByText(NONE_YET)).toBeVisible();
  });

  test('that fails keeps what was typed, says so, and can be sent again', async () => {
    const path = quietArticle();
    const said = written();
    const api = `/api${path.replace('/article/', '/articles/')}/comments`;
    const page = await openArticle(path, { width, refused: [api] });
    await page.route(`**${api}`, (route) => route.abort());
    await write(page, said);
    await send(page);
    await expect(toasts(page)).toContainText('Failed to post comment');
    await expect(toasts(page)).toContainText('Please try again');
    await expect(field(page, 'Comment')).toHaveValue(said.Comment);
    await expect(field(page, 'Comment')).toBeEnabled();
    await expectNoAxeViolations(page);
    await dismiss(page);
    await page.unroute(`**${api}`);
    const detail = 'Comments on this article are closed.';
    await page.route(`**${api}`, (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ detail }),
      }),
    );
    await send(page);
    await expect(toasts(page)).toContainText(detail);
    await dismiss(page);
    await page.unroute(`**${api}`);
    await send(page);
    await expect(toasts(page)).toContainText('Comment posted!');
    await expect(comments(page)).toHaveCount(1);
  });
});

describe.each(WIDTHS)('a comment without script, %i pixels', (width) => {
  test('leads back to the article, which thanks and shows it', async () => {
    const path = quietArticle();
    const said = written();
    const page = await openArticle(path, { width, script: false });
    await write(page, said);
    await send(page);
    await page.waitForURL(`**${path}?posted=yes#comments`);
    const thanks = page.getByRole('status').filter({ hasText: 'Comment posted!' });
    await expect(thanks).toContainText('Thank you for joining the conversation.');
    await expect(thanks).toContainText(MAY_BE_REVIEWED);
    await expect(thanks).toBeInViewport();
    await expect(comments(page)).toHaveCount(1);
    await expect(comments(page)).toContainText('times, in fact.');
    await expect(field(page, 'Comment')).toHaveValue('');
  });

  test('that cannot be taken comes back with what was typed, and says why', async () => {
    const path = quietArticle();
    const said = written();
    const page = await openArticle(path, { width, script: false, refused: [`${path}/comments`] });
    await write(page, { Email: 'rosa@reader', Comment: said.Comment });
    await send(page);
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(form(page).getByText('Please enter a whole email address')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Email')).toHaveValue('rosa@reader');
    await expect(field(page, 'Comment')).toHaveValue(said.Comment);
    await field(page, 'Email').fill(said.Email);
    await send(page);
    await page.waitForURL(`**${path}?posted=yes#comments`);
    await expect(comments(page)).toHaveCount(1);
  });
});

describe.each(WIDTHS)('the pages a browser without script is shown, %i pixels', (width) => {
  /** Past the island; axe itself needs script. */
  const sendPlainly = (page: Page) => form(page).evaluate((element: HTMLFormElement) => element.submit());

  test.each(['rosa@reader.example', 'rosa@reader'])('are fit for everybody: %s', async (address) => {
    const path = quietArticle();
    const page = await openArticle(path, { width, refused: [`${path}/comments`] });
    await write(page, { ...written(), Email: address });
    await sendPlainly(page);
    await expect(
      discussion(page)
        .getByRole(address.endsWith('example') ? 'status' : 'alert')
        .first(),
    ).toBeVisible();
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoAxeViolations(page);
  });
});

describe('more comments than one page has', () => {
  let path: string;
  beforeAll(async () => {
    path = quietArticle();
    for (let number = 1; number <= 105; number++) await post(path, `Thought number ${number} of many`);
  });

  test.each(WIDTHS)(
    'follow below with script, %i pixels, and reading goes on with the first of them',
    async (width) => {
      const page = await openArticle(path, { width });
      await expect(comments(page)).toHaveCount(50);
      const more = discussion(page).getByRole('link', { name: 'Load more comments' });
      await more.scrollIntoViewIfNeeded();
      await awake(page, 'older-comments');
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(comments(page)).toHaveCount(100);
      await expect(comments(page).nth(50)).toBeFocused();
      await expect(comments(page).nth(50)).toContainText('Thought number 55 of many');
      await expectNoAxeViolations(page);
      await more.click();
      await expect(comments(page)).toHaveCount(105);
      await expect(more).toHaveCount(0);
      await expect(comments(page).last()).toContainText('Thought number 1 of many');
      expect(new URL(page.url()).search).toBe('');
    },
  );

  test.each(WIDTHS)('are pages of their own without script, %i pixels', async (width) => {
    const page = await openArticle(path, { width, script: false });
    await discussion(page).getByRole('link', { name: 'Load more comments' }).click();
    await page.waitForURL(`**${path}?comments=2#comments`);
    await expect(comments(page)).toHaveCount(50);
    await expect(comments(page).first()).toContainText('Thought number 55 of many');
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}${path}`);
    await discussion(page).getByRole('link', { name: 'Load more comments' }).click();
    await page.waitForURL(`**${path}?comments=3#comments`);
    await expect(comments(page)).toHaveCount(5);
    await expect(discussion(page).getByRole('link', { name: 'Load more comments' })).toHaveCount(0);
    await discussion(page).getByRole('link', { name: 'Newer comments' }).click();
    await page.waitForURL(`**${path}?comments=2#comments`);
  });

  test.each(WIDTHS)('a permalink leads to its comment and marks it, %i pixels', async (width) => {
    for (const script of [true, false]) {
      const page = await openArticle(`${path}?comments=3`, { width, script });
      const oldest = comments(page).filter({ hasText: /Thought number 1 of many/ });
      const link = oldest.getByRole('link');
      await expect(link).toHaveText(TIME);
      await link.click();
      await page.waitForURL(/\?comments=3#comment-[0-9a-f-]{36}$/);
      await expect(oldest).toBeInViewport({ ratio: 1 });
      await expect(oldest).toHaveCSS('outline-style', 'solid');
      if (script) await expectNoAxeViolations(page);
    }
  });

  test.each(WIDTHS)('fold the form, which a press unfolds, %i pixels', async (width) => {
    for (const script of [true, false]) {
      const page = await openArticle(path, { width, script });
      await expect(form(page)).toBeHidden();
      await discussion(page).getByText('Write a comment', { exact: true }).press('Enter');
      await expect(form(page)).toBeVisible();
      await write(page, { Email: 'rosa@reader', Comment: 'Half an address.' });
      if (script) {
        await send(page);
        await expect(form(page).getByText('Please enter a whole email address')).toBeVisible();
        await expectNoAxeViolations(page);
      }
    }
    // What was refused without script comes back unfolded.
    const page = await openArticle(path, { width, script: false, refused: [`${path}/comments`] });
    await discussion(page).getByText('Write a comment', { exact: true }).click();
    await write(page, { Email: 'rosa@reader', Comment: 'Half an address.' });
    await send(page);
    await expect(field(page, 'Email')).toHaveValue('rosa@reader');
    await expect(field(page, 'Email')).toBeVisible();
  });
});

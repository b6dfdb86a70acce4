import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { delayScripts } from './delayed-scripts.ts';
import { journeyWidths } from './page.ts';
import {
  REVIEW_NOTICE,
  commentSection,
  form,
  field,
  comments,
  toasts,
  send,
  fillForm,
  waitForHydration,
  dismiss,
  waitMinimumReadingTime,
  useCommentSite,
} from './comment-site.ts';

const widths = journeyWidths(390);

const TIME = /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M UTC$/;
const NO_COMMENTS = 'No comments yet. Be the first to share your thoughts!';

const { anyArticle, newComment, openArticle, returnArticle, takeArticle, url } = useCommentSite();

/** Marks the document when the browser validates a form itself. */
const observeValidation = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('invalid', () => document.documentElement.setAttribute('data-bubble', ''), true);
  });

/** A tap as of a finger on a phone: the browser sends no pointer events before it. */
async function tapPost(page: Page, width: number): Promise<void> {
  const button = form(page).getByRole('button');
  if (width !== 390) return button.click();
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
  await page.touchscreen.tap(x + 10, y + 10);
}

async function expectMissingFields(page: Page): Promise<void> {
  await expect(form(page).getByText('Please enter your email.')).toBeVisible();
  await expect(form(page).getByText('Please write a comment.')).toBeVisible();
  await expect(form(page).getByText('Please enter a complete email address')).toBeHidden();
  await expect(page.locator('html')).not.toHaveAttribute('data-bubble');
}

describe.each(widths)('a comment with script, %i pixels', (width) => {
  test('is posted by keyboard, appears above the others at once, and is visible to other readers', async () => {
    const path = takeArticle();
    const comment = newComment();
    const page = await openArticle(path, { width });
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/articles/*/comments', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await waitMinimumReadingTime(page);
    await expect(commentSection(page).getByText(NO_COMMENTS)).toBeVisible();
    await field(page, 'Email').focus();
    await page.keyboard.insertText(comment.Email);
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(comment.Comment);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('button')).toHaveText('Posting...');
    await expect(form(page)).toHaveAttribute('aria-busy', 'true');
    await expect(field(page, 'Comment')).toHaveValue(comment.Comment);
    await expectAccessible(page, 'light');
    gate.resolve();
    await expect(toasts(page)).toContainText('Comment posted!');
    await expect(toasts(page)).toContainText('Thank you for joining the conversation.');
    await expect(comments(page)).toHaveCount(1);
    await expect(comments(page)).toContainText('You');
    await expect(comments(page)).not.toContainText('Reader');
    await expect(comments(page)).toContainText('times, in fact.');
    await expect(commentSection(page).getByText(NO_COMMENTS)).toHaveCount(0);
    await expect(commentSection(page).getByRole('status')).toHaveText(REVIEW_NOTICE);
    // The count and the permalink only appear after the page is reloaded.
    await expect(commentSection(page).getByRole('heading', { level: 2 })).toHaveText('Comments');
    await expect(comments(page).locator('time')).toHaveText(TIME);
    await expect(comments(page).getByRole('link')).toHaveCount(0);
    await expect(field(page, 'Comment')).toHaveValue('');
    await expect(field(page, 'Email')).toHaveValue(comment.Email);
    await expect(form(page).locator('.field-error:visible')).toHaveCount(0);
    await expect(form(page).getByRole('button')).toBeFocused();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
    await expectAccessible(page, 'light');
    await fillForm(page, { Comment: 'And a third time.' });
    await send(page);
    await expect(comments(page)).toHaveCount(2);
    await expect(comments(page).first()).toContainText('And a third time.');

    // The stored page is rendered again in the background.
    await expect.poll(async () => (await fetch(url() + path)).text()).toContain('And a third time.');
    const other = await openArticle(path, { width });
    await expect(comments(other)).toHaveCount(2);
    await expect(comments(other).first()).toContainText('And a third time.');
    await expect(comments(other).first()).toContainText(/Reader \w{4}/);
    await expect(commentSection(other).getByRole('heading', { level: 2 })).toHaveText('2 comments');
    await expect(other.getByRole('main').getByRole('link', { name: '2 comments' })).toBeVisible();
    await expect(commentSection(other).getByText('Some comments are reviewed')).toHaveCount(0);
    expect(await other.content()).not.toMatch(/rosa|reader\.example/);
    await expectAccessible(other, 'light');
  });

  test('shows the error for the address that is in the field, while the script of the form loads', async () => {
    const page = await openArticle(anyArticle(), { width });
    await delayScripts(page, /\/comment-form[^/]*\.js$/);
    await page.reload();
    await field(page, 'Email').pressSequentially('rosa@');
    await page.keyboard.press('Tab');
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
    await expect(form(page).getByText('Please enter your email.')).toBeHidden();
    await field(page, 'Email').fill('');
    await field(page, 'Comment').focus();
    await expect(form(page).getByText('Please enter your email.')).toBeVisible();
    await expect(form(page).getByText('Please enter a complete email address')).toBeHidden();
  });

  test('that is empty is checked at the first tap, while the script of the form loads', async () => {
    const page = await openArticle(anyArticle(), { width });
    await observeValidation(page);
    const release = await delayScripts(page, /\/comment-form[^/]*\.js$/);
    await page.reload();
    await tapPost(page, width);
    await expect(page.locator('[data-island=comment-form]')).toHaveAttribute('data-loading');
    await expect(form(page).getByText('Please enter a complete email address')).toBeHidden();
    await release();
    await expect(toasts(page)).toContainText('Please fill all fields');
    await expect(toasts(page)).toContainText('Email and comment are required');
    await expectMissingFields(page);
    await expect(field(page, 'Email')).toBeFocused();
  });

  test('that is incomplete is checked by the server while no script has loaded, and keeps the input', async () => {
    const path = anyArticle();
    const page = await openArticle(path, { width, expectedFailures: [`${path}/comments`] });
    await observeValidation(page);
    const release = await delayScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await tapPost(page, width);
    await expect(page.getByRole('alert')).toContainText('Please fill all fields');
    await expect(page.getByRole('alert')).toContainText('Email and comment are required');
    // The browser scrolls to the fragment without waiting for scripts.
    await expect(page.getByRole('alert')).toBeInViewport();
    await expectMissingFields(page);
    await fillForm(page, { Email: 'rosa@', Comment: 'Half an address.' });
    await tapPost(page, width);
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
    await expect(form(page).getByText('Please enter your email.')).toBeHidden();
    await release();
    await field(page, 'Email').focus();
    await waitForHydration(page, 'comment-form');
    await expect(field(page, 'Email')).toHaveValue('rosa@');
    await expect(field(page, 'Comment')).toHaveValue('Half an address.');
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
    await expectAccessible(page, 'light');
    await field(page, 'Email').fill('');
    await tapPost(page, width);
    await expect(toasts(page)).toContainText('Email and comment are required');
    await expect(form(page).getByText('Please enter your email.')).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-bubble');
  });

  test('that is pending gets the same response as a published one, and the page does not contradict it later', async () => {
    const path = takeArticle();
    const page = await openArticle(path, { width });
    const links = Array.from({ length: 9 }, (_, index) => `https://shoes.example/${width}/${index}`);
    await fillForm(page, { ...newComment(), Comment: links.join(' ') });
    await send(page);
    await expect(toasts(page)).toContainText('Comment posted!');
    await expect(commentSection(page).getByRole('status')).toHaveText(REVIEW_NOTICE);
    await expect(comments(page)).toHaveCount(1);
    await expect(comments(page)).toContainText('You');
    await expect(commentSection(page).getByRole('heading', { level: 2 })).toHaveText('Comments');
    await page.reload();
    await expect(comments(page)).toHaveCount(0);
    await page.goto(`${path}?posted=yes#comments`);
    await expect(page.getByRole('status').filter({ hasText: 'Comment posted!' })).toContainText(
      REVIEW_NOTICE,
    );
    await expect(commentSection(page).getByText(NO_COMMENTS)).toHaveCount(0);
    await expectAccessible(page, 'light');
    // The article still has no published comment.
    returnArticle(path);
  });

  test('that is incomplete is not sent: a toast and the fields show the errors, and the first field has the focus', async () => {
    const page = await openArticle(anyArticle(), { width });
    await field(page, 'Email').focus();
    await waitForHydration(page, 'comment-form');
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
    await expectAccessible(page, 'light');
    await fillForm(page, { Email: 'rosa@reader', Comment: 'Half an address.' });
    await send(page);
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(/Please enter a complete email address/);
    await expect(field(page, 'Comment')).not.toHaveAttribute('aria-invalid');
    await expect(field(page, 'Comment')).toHaveValue('Half an address.');
    await expect(commentSection(page).getByText(NO_COMMENTS)).toBeVisible();
  });

  test('that fails to send shows an error, keeps the input, and can be sent again', async () => {
    const path = takeArticle();
    const comment = newComment();
    const api = `/api${path.replace('/article/', '/articles/')}/comments`;
    const page = await openArticle(path, { width, expectedFailures: [api] });
    await page.route(`**${api}`, (route) => route.abort());
    await fillForm(page, comment);
    await send(page);
    await expect(toasts(page)).toContainText('Failed to post comment');
    await expect(toasts(page)).toContainText('Please try again');
    await expect(field(page, 'Comment')).toHaveValue(comment.Comment);
    await expect(field(page, 'Comment')).toBeEnabled();
    await expectAccessible(page, 'light');
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

import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { journeyWidths } from './page.ts';
import {
  REVIEW_NOTICE,
  commentSection,
  form,
  field,
  comments,
  send,
  fillForm,
  waitForHydration,
  useCommentSite,
} from './comment-site.ts';

const widths = journeyWidths(1366);

const TIME = /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M UTC$/;

const { newComment, openArticle, post, takeArticle, url } = useCommentSite();

describe('more comments than one page has', () => {
  let path: string;
  beforeAll(async () => {
    path = takeArticle();
    for (let number = 1; number <= 105; number++) await post(path, `Thought number ${number} of many`);
  });

  test.each(widths)(
    'load below the others with script, %i pixels, and the first of them gets the focus',
    async (width) => {
      const page = await openArticle(path, { width });
      await expect(comments(page)).toHaveCount(50);
      const more = commentSection(page).getByRole('link', { name: 'Load more comments' });
      await more.scrollIntoViewIfNeeded();
      await waitForHydration(page, 'older-comments');
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(comments(page)).toHaveCount(100);
      await expect(comments(page).nth(50)).toBeFocused();
      await expect(comments(page).nth(50)).toContainText('Thought number 55 of many');
      await expectAccessible(page, 'light');
      await more.click();
      await expect(comments(page)).toHaveCount(105);
      await expect(more).toHaveCount(0);
      await expect(comments(page).last()).toContainText('Thought number 1 of many');
      expect(new URL(page.url()).search).toBe('');
    },
  );

  test.each(widths)('are separate pages without script, %i pixels', async (width) => {
    const page = await openArticle(path, { width, script: false });
    await commentSection(page).getByRole('link', { name: 'Load more comments' }).click();
    await page.waitForURL(`**${path}?comments=2#comments`);
    await expect(comments(page)).toHaveCount(50);
    await expect(comments(page).first()).toContainText('Thought number 55 of many');
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${url()}${path}`);
    await commentSection(page).getByRole('link', { name: 'Load more comments' }).click();
    await page.waitForURL(`**${path}?comments=3#comments`);
    await expect(comments(page)).toHaveCount(5);
    await expect(commentSection(page).getByRole('link', { name: 'Load more comments' })).toHaveCount(0);
    await commentSection(page).getByRole('link', { name: 'Newer comments' }).click();
    await page.waitForURL(`**${path}?comments=2#comments`);
  });

  test.each(widths)('a permalink scrolls to its comment and highlights it, %i pixels', async (width) => {
    for (const script of [true, false]) {
      const page = await openArticle(`${path}?comments=3`, { width, script });
      const oldest = comments(page).filter({ hasText: /Thought number 1 of many/ });
      const link = oldest.getByRole('link');
      await expect(link).toHaveText(TIME);
      await link.click();
      await page.waitForURL(/\?comments=3#comment-[0-9a-f-]{36}$/);
      await expect(oldest).toBeInViewport({ ratio: 1 });
      await expect(oldest).toHaveCSS('outline-style', 'solid');
      if (script) await expectAccessible(page, 'light');
    }
  });

  test.each(widths)('collapse the form, which expands on click, %i pixels', async (width) => {
    for (const script of [true, false]) {
      const page = await openArticle(path, { width, script });
      await expect(form(page)).toBeHidden();
      await commentSection(page).getByText('Write a comment', { exact: true }).press('Enter');
      await expect(form(page)).toBeVisible();
      await fillForm(page, { Email: 'rosa@reader', Comment: 'Half an address.' });
      if (script) {
        await send(page);
        await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
        await expectAccessible(page, 'light');
      }
    }
    // After a rejected submission without script the form is expanded.
    const page = await openArticle(path, { width, script: false, expectedFailures: [`${path}/comments`] });
    await commentSection(page).getByText('Write a comment', { exact: true }).click();
    await fillForm(page, { Email: 'rosa@reader', Comment: 'Half an address.' });
    await send(page);
    await expect(field(page, 'Email')).toHaveValue('rosa@reader');
    await expect(field(page, 'Email')).toBeVisible();
  });
});

describe.each(journeyWidths(390))('a comment without script, %i pixels', (width) => {
  test('redirects to the article, which shows a thank-you message and the comment', async () => {
    const path = takeArticle();
    const comment = newComment();
    const page = await openArticle(path, { width, script: false });
    await fillForm(page, comment);
    await send(page);
    await page.waitForURL(`**${path}?posted=yes#comments`);
    const thanks = page.getByRole('status').filter({ hasText: 'Comment posted!' });
    await expect(thanks).toContainText('Thank you for joining the conversation.');
    await expect(thanks).toContainText(REVIEW_NOTICE);
    await expect(thanks).toBeInViewport();
    await expect(comments(page)).toHaveCount(1);
    await expect(comments(page)).toContainText('times, in fact.');
    await expect(field(page, 'Comment')).toHaveValue('');
  });

  test('that is invalid shows the form with the input and the errors', async () => {
    const path = takeArticle();
    const comment = newComment();
    const page = await openArticle(path, { width, script: false, expectedFailures: [`${path}/comments`] });
    await fillForm(page, { Email: 'rosa@reader', Comment: comment.Comment });
    await send(page);
    await expect(page.getByRole('alert')).toBeInViewport();
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Email')).toHaveValue('rosa@reader');
    await expect(field(page, 'Comment')).toHaveValue(comment.Comment);
    await field(page, 'Email').fill(comment.Email);
    await send(page);
    await page.waitForURL(`**${path}?posted=yes#comments`);
    await expect(comments(page)).toHaveCount(1);
  });
});

describe.each(journeyWidths(390))('the response pages without script, %i pixels', (width) => {
  /** Bypasses the island. Script stays enabled, because axe needs it. */
  const submitWithoutScript = (page: Page) =>
    form(page).evaluate((element: HTMLFormElement) => element.submit());

  test.each(['rosa@reader.example', 'rosa@reader'])('are accessible: %s', async (address) => {
    const path = takeArticle();
    const page = await openArticle(path, { width, expectedFailures: [`${path}/comments`] });
    await fillForm(page, { ...newComment(), Email: address });
    await submitWithoutScript(page);
    await expect(
      commentSection(page)
        .getByRole(address.endsWith('example') ? 'status' : 'alert')
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
  });
});

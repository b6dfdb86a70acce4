import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import {
  commentSection,
  comments,
  field,
  fillForm,
  form,
  send,
  toasts,
  waitForHydration,
} from './comment-page.ts';
import { delayScripts } from './delayed-scripts.ts';
import { expect } from './expect.ts';
import { openPage, type Visitor } from './page.ts';

const WRITTEN = { Email: 'rosa@reader.example', Comment: 'I have been there.' };

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    for (const slug of ['regatta', 'harbour', 'closed']) await makeArticle(database, { slug });
    const discussed = await makeArticle(database, { slug: 'discussed' });
    for (let number = 1; number <= 105; number += 1)
      await makeComment(database, discussed, {
        commentText: `Thought number ${number} of many`,
        createdAt: new Date(Date.UTC(2025, 0, 1, 0, number)),
      });
  });
});
afterAll(() => site.stop());

const open = (slug: string, visitor: Visitor = {}) =>
  openPage(`/article/${slug}`, {
    width: 390,
    site: site.url,
    expectedFailures: [/\/comments$/],
    ...visitor,
  });

/** Marks the document when the browser validates a form itself. */
const observeValidation = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('invalid', () => document.documentElement.setAttribute('data-bubble', ''), true);
  });

/** A tap as of a finger on a phone: the browser sends no pointer events before it. */
async function tapPost(page: Page): Promise<void> {
  const button = form(page).getByRole('button');
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

describe('while scripts load', () => {
  test('an incomplete comment is checked by the server while none has loaded, and the input stays', async () => {
    const page = await open('regatta');
    await observeValidation(page);
    const release = await delayScripts(page);
    await page.goto('/article/regatta', { waitUntil: 'commit' });
    await tapPost(page);
    await expect(page.getByRole('alert')).toContainText('Please fill all fields');
    // The browser scrolls to the fragment without waiting for scripts.
    await expect(page.getByRole('alert')).toBeInViewport();
    await expectMissingFields(page);
    await fillForm(page, { Email: 'rosa@', Comment: 'Half an address.' });
    await tapPost(page);
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
    await expect(form(page).getByText('Please enter your email.')).toBeHidden();
    await release();
    await field(page, 'Email').focus();
    await waitForHydration(page, 'comment-form');
    await expect(field(page, 'Email')).toHaveValue('rosa@');
    await expect(field(page, 'Comment')).toHaveValue('Half an address.');
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
  });
});

test('the reason of the server why a comment is rejected is shown, accessibly, beside the posted ones', async () => {
  const page = await open('closed');
  const api = '**/api/articles/closed/comments';
  const detail = 'Comments on this article are closed.';
  await page.route(api, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ detail }),
    }),
  );
  await fillForm(page, WRITTEN);
  await send(page);
  await expect(toasts(page)).toContainText(detail);
  await expect(field(page, 'Comment')).toBeEnabled();
  await expectAccessible(page, 'light');
  await page.unroute(api);
  await send(page);
  await expect(comments(page)).toHaveCount(1);
  await expectAccessible(page, 'light');
});

describe('more comments than one page has', () => {
  test('load below the others with script, and the first of them gets the focus', async () => {
    const page = await open('discussed', { width: 1366 });
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
  });
});

test('the response pages without script are accessible', async () => {
  const page = await open('harbour');
  for (const [address, role] of [
    ['rosa@reader', 'alert'],
    ['rosa@reader.example', 'status'],
  ] as const) {
    await fillForm(page, { Email: address, Comment: 'Submitted without script.' });
    // Bypasses the island. Script stays enabled, because axe needs it.
    await form(page).evaluate((element: HTMLFormElement) => element.submit());
    await expect(commentSection(page).getByRole(role).first()).toBeVisible();
    await expectAccessible(page);
  }
});

import { afterAll, beforeAll, test } from 'vitest';
import {
  commentSection,
  comments,
  field,
  fillForm,
  form,
  REVIEW_NOTICE,
  send,
  toasts,
  waitMinimumReadingTime,
} from '../e2e/comment-page.ts';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';

const COMMENT = { Email: 'rosa@reader.example', Comment: 'I have been there.\nTwice, in fact.' };
const SPAM = 'See www.one.example and www.two.example and www.three.example';
const TIME = /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2} [AP]M UTC$/;

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    for (const slug of ['regatta', 'harbour']) await makeArticle(database, { slug });
    const discussed = await makeArticle(database, { slug: 'discussed' });
    for (let number = 1; number <= 52; number += 1)
      await makeComment(database, discussed, {
        commentText: `Thought number ${number}`,
        createdAt: new Date(Date.UTC(2025, 0, 1, 0, number)),
      });
  });
});
afterAll(() => site.stop());

const articleHtml = async (slug: string) => (await fetch(`${site.url}/article/${slug}`)).text();

test('a reader comments with script, and other readers see what was not held for moderation', async () => {
  const api = '/api/articles/regatta/comments';
  const page = await openPage('/article/regatta', { width: 390, site: site.url, expectedFailures: [api] });
  await page.getByRole('link', { name: '0 comments' }).tap();
  await expect(form(page)).toBeInViewport();
  await send(page);
  await expect(page.locator('[data-toast="error"]')).toContainText('Please fill all fields');
  await expect(toasts(page)).toContainText('Email and comment are required');
  await expect(form(page).locator('[aria-invalid]')).toHaveCount(2);
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Please enter your email\./);
  await fillForm(page, { ...COMMENT, Email: 'rosa@reader' });
  await send(page);
  await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
  await expect(form(page).locator('[aria-invalid]')).toHaveCount(1);

  await waitMinimumReadingTime(page);
  await page.route(`**${api}`, (route) => route.abort());
  await fillForm(page, COMMENT);
  await send(page);
  await expect(toasts(page)).toContainText('Failed to post comment');
  await expect(field(page, 'Comment')).toHaveValue(COMMENT.Comment);
  await page.unroute(`**${api}`);

  const gate = Promise.withResolvers<void>();
  await page.route(`**${api}`, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await send(page);
  await expect(form(page).getByRole('button')).toHaveText('Posting...');
  gate.resolve();
  await expect(toasts(page)).toContainText('Comment posted!');
  await expect(toasts(page)).toContainText('Thank you for joining the conversation.');
  await expect(commentSection(page).getByRole('status')).toHaveText(REVIEW_NOTICE);
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page)).toContainText(/You.*Twice, in fact\./s);
  await expect(comments(page).locator('time')).toHaveText(TIME);
  await expect(field(page, 'Comment')).toHaveValue('');
  await expect(field(page, 'Email')).toHaveValue(COMMENT.Email);
  await expect(form(page).getByRole('button')).toBeFocused();

  await fillForm(page, { Comment: SPAM });
  await send(page);
  await expect(comments(page)).toHaveCount(2);
  await expect(comments(page).first()).toContainText(SPAM);
  await fillForm(page, { Comment: 'And a third time.' });
  await send(page);
  await expect(comments(page)).toHaveCount(3);

  // The stored page is rendered again in the background.
  await expect.poll(() => articleHtml('regatta')).toContain('And a third time.');
  await page.reload();
  await expect(comments(page)).toContainText(['And a third time.', 'Twice, in fact.']);
  await expect(comments(page)).toContainText([/Reader \w{4}/, /Reader \w{4}/]);
  await expect(commentSection(page).getByRole('heading', { level: 2 })).toHaveText('2 comments');
  await expect(commentSection(page).getByText('Some comments are reviewed')).toHaveCount(0);
  expect(await articleHtml('regatta')).not.toMatch(/rosa|reader\.example|www\.one/);
});

test('a reader comments without script, and reads older comments', async () => {
  const written = { Email: 'omar@reader.example', Comment: 'We left at dawn.\nIt rained.' };
  const visitor = { script: false, site: site.url, expectedFailures: ['/article/harbour/comments'] };
  const page = await openPage('/article/harbour', visitor);
  await fillForm(page, { ...written, Email: 'omar@reader' });
  await send(page);
  await expect(page.getByRole('alert')).toBeInViewport();
  await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Email')).toHaveValue('omar@reader');
  await expect(field(page, 'Comment')).toHaveValue(written.Comment);
  await field(page, 'Email').fill(written.Email);
  await send(page);
  await page.waitForURL('**/article/harbour?posted=yes#comments');
  const thanks = page.getByRole('status').filter({ hasText: 'Comment posted!' });
  await expect(thanks).toContainText('Thank you for joining the conversation.');
  await expect(thanks).toContainText(REVIEW_NOTICE);
  await expect(thanks).toBeInViewport();
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page)).toContainText('It rained.');
  await expect(field(page, 'Comment')).toHaveValue('');

  await page.goto('/article/discussed');
  await expect(form(page)).toBeHidden();
  await commentSection(page).getByText('Write a comment', { exact: true }).press('Enter');
  await expect(form(page)).toBeVisible();
  await expect(comments(page)).toHaveCount(50);
  await commentSection(page).getByRole('link', { name: 'Load more comments' }).click();
  await page.waitForURL('**/article/discussed?comments=2#comments');
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', `${site.url}/article/discussed`);
  await expect(comments(page)).toContainText(['Thought number 2', 'Thought number 1']);
  await expect(commentSection(page).getByRole('link', { name: 'Load more comments' })).toHaveCount(0);
  await comments(page).last().getByRole('link').click();
  await page.waitForURL(/\?comments=2#comment-[0-9a-f-]{36}$/);
  await expect(comments(page).last()).toHaveCSS('outline-style', 'solid');
  await commentSection(page).getByRole('link', { name: 'Newer comments' }).click();
  await expect(comments(page).first()).toContainText('Thought number 52');
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle } from '../factories.ts';
import { type NewsroomServer, PASSWORD, startNewsroom } from '../newsroom.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    for (const title of ['First', 'Second', 'Third'])
      await makeArticle(database, { title, publishDate: new Date(Date.now() - 3_600_000) });
  });
});
afterAll(() => site.stop());

interface Form {
  readonly name: string;
  readonly path: string;
  readonly field: string;
  readonly value: string;
  readonly open?: (page: Page) => Promise<void>;
  readonly save: string;
  readonly saved: string;
}

async function openIssue(page: Page): Promise<void> {
  const note = page.getByLabel('Note to readers');
  await expect(note.or(button(page, 'Create draft now'))).toBeVisible();
  if (!(await note.isVisible())) await button(page, 'Create draft now').click();
  await expect(note).toBeVisible();
}

const FORMS: readonly Form[] = [
  {
    name: 'the newsletter issue',
    path: '/admin?tab=newsletter',
    field: 'Note to readers',
    value: 'Dear readers, a long note.',
    open: openIssue,
    save: 'Save',
    saved: 'Issue saved',
  },
  {
    name: 'the settings',
    path: '/admin?tab=settings&view=retention',
    field: 'Contact messages',
    value: '390',
    save: 'Save settings',
    saved: 'Settings saved',
  },
  {
    name: 'the description of a section',
    path: '/admin?tab=articles&category=african-affairs',
    field: 'Description',
    value: 'What matters between Cairo and the Cape.',
    async open(page) {
      await button(page, 'Edit Description').click();
    },
    save: 'Save',
    saved: 'Category description updated',
  },
];

/** Requests of the editor to the API, in another session than the browser. */
async function newsroomRequest(method: string, path: string, body?: unknown, revision?: number) {
  const { access_token: token } = await site.signIn(site.editor);
  const response = await fetch(`${site.url}/api/newsroom${path}`, {
    method,
    headers: {
      authorization: `Bearer ${String(token)}`,
      'content-type': 'application/json',
      ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('newsroom.form.')));
const topTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const restored = (page: Page) => page.getByText(/^Unsaved changes from .+ were restored$/);

test.each(FORMS)('$name: leaving loses no input', async ({ path, field, value, open, ...form }) => {
  const page = await signedInPage(site, path);
  await open?.(page);
  const input = page.getByLabel(field, { exact: true });
  const before = await input.inputValue();
  expect(before).not.toBe(value);
  await input.fill(value);
  await expect(page.getByText('Not saved yet · stored in this browser')).toBeVisible();

  await topTab(page, 'Media').click();
  await expect(input).toHaveCount(0);
  await page.goBack();
  await expect(input).toHaveValue(value);
  await expect(restored(page)).toBeVisible();
  await expectAccessible(page, 'light');

  let questions = 0;
  page.on('dialog', (question) => {
    questions += 1;
    void question.accept();
  });
  await input.press('End');
  await page.reload();
  expect(questions).toBe(1);
  await expect(input).toHaveValue(value);
  await button(page, 'Discard changes').click();
  await expect(input).toHaveValue(before);
  expect(await stored(page)).toEqual([]);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo' }).click();
  await expect(input).toHaveValue(value);

  await button(page, form.save).click();
  await expect(toast(page, form.saved)).toBeVisible();
  await expect.poll(() => stored(page)).toEqual([]);
  await page.reload();
  expect(questions).toBe(1);
  const shown = page.locator('.category-description').filter({ hasText: value });
  await expect(shown.or(input)).toBeVisible();
  if (await input.isVisible()) await expect(input).toHaveValue(value);
  await expect(restored(page)).toHaveCount(0);
});

test('input stays stored when another tab with the same form saves its own', async () => {
  const path = '/admin?tab=settings&view=retention';
  const page = await signedInPage(site, path);
  const field = page.getByLabel('Contact messages');
  await field.fill('66');
  const other = await page.context().newPage();
  await other.goto(path);
  const otherField = other.getByLabel('Contact messages');
  await expect(otherField).toHaveValue('66');
  await otherField.fill('88');
  await button(other, 'Save settings').click();
  await expect(toast(other, 'Settings saved')).toBeVisible();
  await expect(field).toHaveValue('66');
  await expect.poll(() => stored(page)).toHaveLength(1);
  await page.close();
  await other.reload();
  await expect(otherField).toHaveValue('66');
  await expect(restored(other)).toBeVisible();
});

test('logging out asks for confirmation and removes unsaved input of this account only', async () => {
  const page = await signedInPage(site, '/admin?tab=settings&view=retention', {
    ownSession: true,
    expectedFailures: ['/api/account'],
  });
  await page.getByLabel('Contact messages').fill('55');
  await button(page, 'Logout').click();
  const confirmDialog = page.getByRole('alertdialog');
  await expect(confirmDialog).toContainText('You have unsaved changes in this browser.');
  await expectNoAxeViolations(page);
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Contact messages')).toHaveValue('55');
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('newsroom.form.')) ?? '';
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    const other = { ...entry, id: 'somebody-else/settings/retention', userId: 'somebody-else' };
    localStorage.setItem(`newsroom.form.${other.id}`, JSON.stringify(other));
  });
  await button(page, 'Logout').click();
  await confirmDialog.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await stored(page)).toEqual(['newsroom.form.somebody-else/settings/retention']);
  await page.getByLabel('Email').fill(site.editor.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Login').click();
  await expect(page.getByLabel('Contact messages')).not.toHaveValue('55');
  await expect(restored(page)).toHaveCount(0);
});

test('a restored section description does not silently replace a newer one', async () => {
  const path = '/admin?tab=articles&category=african-affairs';
  const record = '/categories/african-affairs';
  const page = await signedInPage(site, path, { expectedFailures: [`/api/newsroom${record}`] });
  const description = async () => (await newsroomRequest('GET', record)).description;
  const field = page.getByLabel('Description', { exact: true });
  await button(page, 'Edit Description').click();
  await field.fill('My words');
  await topTab(page, 'Media').click();
  await expect(field).toHaveCount(0);
  const { revision } = await newsroomRequest('GET', record);
  await newsroomRequest('PATCH', record, { description: 'Their words' }, revision);
  // Entries of earlier releases have no revision.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('category/african-affairs')) ?? '';
    const entry = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...entry, revision: null }));
  });
  // Reloads, so that the tab has no cached category.
  await page.goto(path);
  await expect(field).toHaveValue('My words');
  await expect(restored(page)).toBeVisible();
  await button(page, 'Save').click();
  await expect(page.getByText('Someone else changed this to “Their words”.')).toBeVisible();
  await expect(field).toHaveValue('My words');
  expect(await description()).toBe('Their words');
  await button(page, 'Save').click();
  await expect(toast(page, 'Category description updated')).toBeVisible();
  expect(await description()).toBe('My words');
});

test('the issue form asks what to do with unsaved input that is based on an older version', async () => {
  const page = await signedInPage(site, '/admin?tab=newsletter', {
    expectedFailures: [/^\/api\/newsroom\/newsletter/],
  });
  const note = page.getByLabel('Note to readers');
  const subject = page.getByLabel('Subject');
  await openIssue(page);
  await note.fill('My words');
  expect(await stored(page)).toHaveLength(1);
  await topTab(page, 'Media').click();
  const { issue } = await newsroomRequest('GET', '/newsletter');
  await newsroomRequest(
    'PUT',
    `/newsletter/issues/${issue.id}`,
    {
      subject: 'Their subject',
      note: 'Their words',
      article_ids: issue.articles.map(({ id }: { id: string }) => id),
    },
    issue.revision,
  );
  await page.reload();
  await topTab(page, 'Newsletter').click();
  await expect(page.getByText('Someone else changed this issue.')).toBeVisible();
  await expectNoAxeViolations(page);
  await expect(note).toHaveValue('My words');
  await button(page, 'Save').click();
  await expect(toast(page, 'Failed to save the issue')).toBeVisible();
  await button(page, 'Keep my changes').click();
  await expect(button(page, 'Keep my changes')).toHaveCount(0);
  await expect(subject).toHaveValue('Their subject');
  await expect(note).toHaveValue('My words');
  await button(page, 'Save').click();
  await expect(toast(page, 'Issue saved')).toBeVisible();
  await page.reload();
  await expect(note).toHaveValue('My words');
  await expect(subject).toHaveValue('Their subject');
});

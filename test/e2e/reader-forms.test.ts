import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { makeSubscribers } from '../newsletter.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { delayScripts } from './delayed-scripts.ts';
import { expect } from './expect.ts';
import { openPage, type Visitor } from './page.ts';
import { smallTargets } from './small-targets.ts';

const ADA = 'ada@news.example';
const MESSAGE = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.com',
  Subject: 'A correction',
  Message: 'The engine has 25,000 parts.',
};

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const story = await makeArticle(database, { slug: 'story' });
    await makeComment(database, story, { userEmail: ADA });
    await makeComment(database, story, { userEmail: ADA, status: 'held', reasons: ['links'] });
    await makeSubscribers(database, [ADA]);
  });
});
afterAll(() => site.stop());

const open = (path: string, visitor: Visitor = {}) =>
  openPage(path, { width: 390, site: site.url, expectedFailures: [path.replace(/\?.*/, '')], ...visitor });
const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
const send = (page: Page) => main(page).locator('form').getByRole('button').click();
async function fill(page: Page, written: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(written)) await field(page, label).fill(text);
}
/** Submits like a browser without script: no submit event, so the island does not intercept. Axe needs script. */
const submitWithoutScript = (page: Page) =>
  main(page)
    .locator('form')
    .evaluate((form) => HTMLFormElement.prototype.submit.call(form));

test.each(['/contact', '/newsletter', '/your-data'])(
  'an address with letters such as ü before the @ is no error on %s',
  async (path) => {
    const page = await open(path);
    const error = main(page).getByText('Please enter a complete email address');
    await field(page, 'Email').fill('ada@');
    await field(page, 'Email').blur();
    await expect(error).toBeVisible({ visible: path !== '/your-data' });
    await field(page, 'Email').fill('jürgen@müller.example');
    await field(page, 'Email').blur();
    await expect(error).toBeHidden();
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'false');
    if (path === '/contact') await fill(page, { ...MESSAGE, Email: 'jürgen@müller.example' });
    await send(page);
    await expect(
      toasts(page)
        .or(main(page))
        .filter({ hasText: /Sent!|Your address was saved|received/ }),
    ).toBeVisible();
  },
);

describe('contact', () => {
  test('while no script has loaded, a message is checked by the server, and the form keeps the input', async () => {
    const page = await open('/contact');
    const release = await delayScripts(page);
    await page.goto('/contact', { waitUntil: 'commit' });
    await fill(page, { Name: MESSAGE.Name, Email: 'ada@' });
    await send(page);
    await expect(page.getByRole('alert')).toContainText('was not sent');
    await expect(main(page).locator('[aria-invalid]')).toHaveCount(3);
    await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
    await expect(main(page).getByText('Please enter your name.')).toBeHidden();
    await expect(field(page, 'Name')).toHaveValue(MESSAGE.Name);
    await expect(field(page, 'Email')).toHaveValue('ada@');
    await release();
    await fill(page, MESSAGE);
    await send(page);
    await expect(toasts(page)).toContainText('Message Sent!');
  });

  test('with errors, and after sending, its pages are accessible with script and without it', async () => {
    const page = await open('/contact', { width: 1366 });
    await send(page);
    await expect(main(page).locator('[aria-invalid]')).toHaveCount(4);
    // Beside each other, with errors of one and of two lines.
    const tops = [field(page, 'Name'), field(page, 'Email')].map(
      async (each) => (await each.boundingBox())?.y,
    );
    const [name, email] = await Promise.all(tops);
    expect(name).toBe(email);
    await expectAccessible(page, 'light');
    await page.reload();
    await fill(page, { ...MESSAGE, Subject: '   ' });
    await submitWithoutScript(page);
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    // Submitted with script from this page, the form is reset as usual.
    await field(page, 'Subject').fill('Another correction');
    await send(page);
    await expect(toasts(page)).toContainText('Message Sent!');
    for (const label of Object.keys(MESSAGE)) await expect(field(page, label)).toHaveValue('');
    await expectAccessible(page, 'light');
    await page.goto('/contact/sent');
    await expectAccessible(page);
  });
});

describe('newsletter', () => {
  test('with errors, and after subscribing, its pages are accessible with script and without it', async () => {
    const page = await open('/newsletter', { expectedFailures: ['/newsletter', '/api/newsletter'] });
    // Valid for the browser, but not for the server.
    await field(page, 'Email').fill('ada@localhost');
    await send(page);
    await expect(field(page, 'Email')).toBeFocused();
    await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
    await expectAccessible(page, 'light');
    await page.route('**/api/newsletter', (route) => route.fulfill({ status: 503 }));
    await field(page, 'Email').fill('again@reader.example');
    await send(page);
    await expect(main(page).getByRole('alert')).toContainText('could not be sent');
    await expectAccessible(page, 'light');
    await page.unroute('**/api/newsletter');
    await send(page);
    await expect(main(page).getByRole('status')).toContainText('this site has no mail server');
    await expectAccessible(page, 'light');

    await page.goto(await site.mailedLink({ email: 'again@reader.example' }, 'token'));
    await expect(heading(page)).toHaveText('Confirm your subscription');
    expect(await smallTargets(page)).toEqual([]);
    await expectAccessible(page, 'light');
    await main(page).getByRole('button', { name: 'Confirm my subscription' }).click();
    await expect(heading(page)).toHaveText('You are subscribed');
    await expectAccessible(page, 'light');
    await page.goto('/newsletter');
    await field(page, 'Email').fill('ada@localhost');
    await submitWithoutScript(page);
    await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
    await expectAccessible(page, 'light');
    await page.goto('/newsletter/subscribed');
    await expectAccessible(page, 'light');
  });
});

describe('your data', () => {
  test('its pages are accessible', async () => {
    const page = await open('/your-data');
    await field(page, 'Email').fill(ADA);
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('status')).toContainText('We cannot email you yet');
    await expectAccessible(page);
    await page.goto(await site.mailedLink({ email: ADA }, 'token'));
    await expect(main(page).getByRole('article')).toHaveCount(2);
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Delete all data…' }).click();
    await expect(heading(page)).toHaveText('Delete all data?');
    await expectAccessible(page);
    await main(page).getByRole('button', { name: 'Delete all data' }).click();
    await expect(heading(page)).toHaveText('Data deleted');
    await expectAccessible(page);
  });

  test('a truncated link offers a new one', async () => {
    const page = await open('/your-data/held?token=cut-off', { width: 1366 });
    await expect(heading(page)).toHaveText('This link is incomplete');
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'Request a new link' }).click();
    await expect(heading(page)).toHaveText('Your data');
  });
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { makeSubscribers } from '../newsletter.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { type Received, startSmtp, type SmtpTestServer } from '../smtp.ts';

const ADA = 'ada@news.example';
const MESSAGE = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.com',
  Subject: 'A correction',
  Message: 'The engine has 25,000 parts.\nNot fewer.',
};

let smtp: SmtpTestServer;
let site: NewsroomServer;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await startNewsroom(
    async (database) => {
      const story = await makeArticle(database, { slug: 'story' });
      const written = { userEmail: ADA, commentText: 'The engine has 25,000 parts.\nNot fewer.' };
      await makeComment(database, story, written);
      await makeComment(database, story, { ...written, commentText: 'To be deleted' });
      await makeComment(database, story, { ...written, status: 'held', reasons: ['links'] });
      await makeComment(database, story, { commentText: 'What another reader thinks' });
      await makeSubscribers(database, [ADA], { consent: 'By subscribing you agree to one issue a week.' });
    },
    { env: { SMTP_URL: smtp.url, SITE_EMAIL: 'owner@news.example' } },
  );
});
afterAll(async () => {
  await site.stop();
  await smtp.close();
});

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const email = (page: Page) => main(page).getByLabel('Email');

/** Waits until there is one such email. */
async function arrived(isWanted: (received: Received) => boolean): Promise<Received> {
  await expect.poll(async () => (await smtp.received()).filter(isWanted)).toHaveLength(1);
  const found = (await smtp.received()).find(isWanted);
  if (found === undefined) throw new Error('no email received');
  return found;
}
/** The links of the email to this address, each with its path before the query. */
async function linksMailedTo(address: string): Promise<Readonly<Record<string, string>>> {
  const { mail } = await arrived(({ envelope }) => envelope.to.includes(address));
  const links = (mail.text ?? '').matchAll(/http[^\s>)]+/g);
  return Object.fromEntries(Array.from(links, ([link]) => [new URL(link).pathname, link]));
}

test('readers subscribe to the newsletter and confirm it, without script and with it', async () => {
  const plain = { script: false, site: site.url, expectedFailures: ['/newsletter'] };
  const page = await openPage('/newsletter', plain);
  await email(page).fill('ada@localhost');
  await main(page).getByRole('button').click();
  await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
  await expect(email(page)).toHaveValue('ada@localhost');
  await email(page).fill('plain@reader.example');
  await main(page).getByRole('button').click();
  await page.waitForURL('**/newsletter/subscribed');
  await expect(main(page).getByRole('status')).toContainText('Subscribed!');
  await expect(main(page).getByRole('status')).toContainText('Check your inbox');
  await expect(email(page)).toHaveValue('');

  await page.goto((await linksMailedTo('plain@reader.example'))['/newsletter/confirm'] ?? '');
  await expect(heading(page)).toHaveText('Confirm your subscription');
  await expect(main(page)).toContainText('plain@reader.example');
  await main(page).getByRole('button', { name: 'Confirm my subscription' }).click();
  await expect(heading(page)).toHaveText('You are subscribed');
  const below = await openPage('/article/story', {
    width: 390,
    site: site.url,
    expectedFailures: ['/api/newsletter'],
  });
  const form = below.getByRole('region', { name: 'Get the newsletter' });
  const field = form.getByLabel('Email');
  await form.getByRole('button', { name: 'Subscribe' }).tap();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await below.route('**/api/newsletter', (route) => route.fulfill({ status: 503 }));
  await field.fill('script@reader.example');
  await field.press('Enter');
  await expect(form.getByRole('alert')).toContainText('could not be sent');
  await expect(field).toHaveValue('script@reader.example');
  await below.unroute('**/api/newsletter');
  await field.press('Enter');
  await expect(toasts(below)).toContainText('Subscribed!');
  await expect(form.getByRole('status')).toContainText('Check your inbox');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await below.goto((await linksMailedTo('script@reader.example'))['/newsletter/confirm'] ?? '');
  await main(below).getByRole('button', { name: 'Confirm my subscription' }).tap();
  await expect(heading(below)).toHaveText('You are subscribed');
});

test('readers write to the publication, with script and without it, after errors', async () => {
  const form = (page: Page) => main(page).locator('form');
  const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
  const send = (page: Page) => form(page).getByRole('button').click();
  const fill = async (page: Page, written: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(written)) await field(page, label).fill(text);
  };
  const expectValues = async (page: Page, written: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(written)) await expect(field(page, label)).toHaveValue(text);
  };
  const empty = { Name: '', Email: '', Subject: '', Message: '' };
  const blank = { ...MESSAGE, Subject: '   ' };

  const page = await openPage('/contact', { width: 390, site: site.url, expectedFailures: ['/api/contact'] });
  await send(page);
  await expect(form(page).locator('[aria-invalid]')).toHaveCount(4);
  await expect(field(page, 'Name')).toBeFocused();
  await fill(page, blank);
  await send(page);
  await expect(form(page).locator('[aria-invalid]')).toHaveCount(1);
  await expect(form(page).getByText('Please enter a subject.')).toBeVisible();
  await expect(field(page, 'Subject')).toBeFocused();
  await expectValues(page, blank);
  await field(page, 'Subject').fill(MESSAGE.Subject);
  await page.route('**/api/contact', (route) => route.abort());
  await send(page);
  await expect(toasts(page)).toContainText('Failed to Send');
  await expect(toasts(page)).toContainText(
    'Something went wrong. Please try again or email me directly at owner@news.example.',
  );
  await expectValues(page, MESSAGE);
  await page.unroute('**/api/contact');

  const gate = Promise.withResolvers<void>();
  await page.route('**/api/contact', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await send(page);
  await expect(form(page).getByRole('button')).toHaveText('Sending...');
  gate.resolve();
  await expect(toasts(page)).toContainText('Message Sent!');
  await expect(toasts(page)).toContainText("Thank you for reaching out. I'll get back to you soon.");
  await expectValues(page, empty);
  await expect(form(page).getByRole('button')).toBeFocused();
  const { mail, envelope } = await arrived((received) => received.mail.subject === MESSAGE.Subject);
  expect([mail.replyTo?.[0]?.address, envelope.to]).toEqual([MESSAGE.Email, ['owner@news.example']]);

  const plain = await openPage('/contact', {
    script: false,
    site: site.url,
    expectedFailures: ['/contact'],
  });
  await fill(plain, blank);
  await send(plain);
  await expect(plain.getByRole('alert')).toContainText('was not sent');
  await expect(form(plain).locator('[aria-invalid]')).toHaveCount(1);
  await expect(field(plain, 'Subject')).toHaveAccessibleDescription('Please enter a subject.');
  await expectValues(plain, { ...blank, Subject: await field(plain, 'Subject').inputValue() });
  await field(plain, 'Subject').fill('Without script');
  await send(plain);
  await plain.waitForURL('**/contact/sent');
  await expect(plain.getByRole('status')).toContainText('Message Sent!');
  await arrived((received) => received.mail.subject === 'Without script');
});

test('a reader requests, views, downloads and deletes the data about an address, by keyboard', async () => {
  const page = await openPage('/about', { width: 390, site: site.url });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Your data' }).press('Enter');
  await expect(heading(page)).toHaveText('Your data');
  await email(page).fill(ADA);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/your-data/asked');
  await expect(main(page).getByRole('status')).toBeVisible();
  expect(page.url()).not.toContain('ada');

  await page.goto((await linksMailedTo(ADA))['/your-data/held'] ?? '');
  await expect(heading(page)).toHaveText('What we hold about you');
  await expect(main(page)).toContainText(ADA);
  await expect(main(page).getByRole('article')).toHaveCount(3);
  await expect(main(page)).toContainText('Awaiting review');
  await expect(main(page)).not.toContainText('another reader');
  const downloading = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Download all data' }).press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('your-data.json');
  const json = JSON.parse(await readFile(await download.path(), 'utf8')) as { comments: unknown[] };
  expect(json).toMatchObject({ address: ADA, newsletter: { status: 'confirmed' } });
  expect(json.comments).toHaveLength(3);

  const unwanted = main(page).getByRole('article').filter({ hasText: 'To be deleted' });
  await unwanted.getByRole('button', { name: /Delete this comment/ }).press('Enter');
  await expect(main(page).getByRole('status')).toContainText('Your comment was deleted');
  await expect(main(page).getByRole('article')).toHaveCount(2);
  await main(page).getByRole('button', { name: 'Unsubscribe' }).press('Enter');
  await expect(main(page).getByRole('status')).toContainText('You are unsubscribed');
  await main(page).getByRole('link', { name: 'Delete all data…' }).press('Enter');
  await expect(heading(page)).toHaveText('Delete all data?');
  await expect(main(page).getByRole('listitem').first()).toHaveText('2 comments');
  await main(page).getByRole('link', { name: 'Cancel' }).press('Enter');
  await expect(main(page).getByRole('article')).toHaveCount(2);
  await page.goBack();
  await main(page).getByRole('button', { name: 'Delete all data' }).press('Enter');
  await expect(heading(page)).toHaveText('Data deleted');
  expect(new URL(page.url()).search).toBe('');
  const article = await (await fetch(`${site.url}/article/story`)).text();
  expect(article).toContain('What another reader thinks');
  expect(article).not.toMatch(/25,000 parts|To be deleted/);
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startEmptySite } from '../newsroom.ts';
import type { RunningServer } from '../server.ts';
import { startSmtp, type SmtpTestServer } from '../smtp.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { delayScripts } from './delayed-scripts.ts';
import { openPage, type Visitor, VISITORS, journeyWidths } from './page.ts';

const widths = journeyWidths(390);

const MESSAGE = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.com',
  Subject: 'A correction',
  Message: 'The engine has 25,000 parts.\nNot fewer.',
};

let smtp: SmtpTestServer;
let site: RunningServer;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await startEmptySite({
    SMTP_URL: smtp.url,
    SITE_EMAIL: 'owner@news.example',
    TRUST_PROXY: '1',
  });
});
afterAll(async () => {
  await site.stop();
  await smtp.close();
});

let visitors = 0;

/** A different network for each page, because these tests are not about the rate limit. */
async function openContact(visitor: Visitor = {}): Promise<Page> {
  const page = await openPage('/contact', { ...visitor, site: site.url });
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${++visitors}` });
  return page;
}

const form = (page: Page) => page.getByRole('main').locator('form');
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const send = (page: Page) => form(page).getByRole('button').click();
async function fillForm(page: Page, written: Readonly<Record<string, string>> = MESSAGE): Promise<void> {
  for (const [label, text] of Object.entries(written)) await field(page, label).fill(text);
}
async function expectValues(page: Page, written: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(written)) await expect(field(page, label)).toHaveValue(text);
}
const EMPTY = { Name: '', Email: '', Subject: '', Message: '' };
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

describe.each(VISITORS)('contact at $width pixels, script: $script', (visitor) => {
  test("Let's Connect: name, email, subject and message, all required, and the owner's address", async () => {
    const page = await openContact(visitor);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Let's Connect");
    await expect(form(page).getByRole('textbox')).toHaveCount(4);
    for (const label of Object.keys(MESSAGE))
      await expect(field(page, label)).toHaveAttribute('required', '');
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email');
    await expect(form(page).getByRole('button')).toHaveCount(1);
    const mail = page.getByRole('main').getByRole('link', { name: /@/ });
    await expect(mail).toHaveAttribute('href', 'mailto:owner@news.example');
  });
});

describe.each(widths)('a message with script, %i pixels', (width) => {
  test('is sent by keyboard without navigation, and the form is reset', async () => {
    const page = await openContact({ width });
    const written = { ...MESSAGE, Subject: `By keyboard at ${width} pixels` };
    // Delays the request until the pending state has been checked.
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/contact', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await field(page, 'Name').focus();
    for (const text of Object.values(written)) {
      await page.keyboard.insertText(text);
      await page.keyboard.press('Tab');
    }
    await expect(form(page).getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form(page).getByRole('button')).toHaveText('Sending...');
    for (const label of Object.keys(MESSAGE)) await expect(field(page, label)).toBeDisabled();
    await expectAccessible(page, 'light');
    gate.resolve();
    await expect(toasts(page)).toContainText('Message Sent!');
    await expect(toasts(page)).toContainText("Thank you for reaching out. I'll get back to you soon.");
    await expectValues(page, EMPTY);
    await expect(field(page, 'Name')).toBeEnabled();
    await expect(form(page).getByRole('button')).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/contact');
    await expect(form(page).locator('[aria-invalid]')).toHaveCount(0);
    await expectAccessible(page, 'light');
    const arrived = async () =>
      (await smtp.received()).filter(({ mail }) => mail.subject === written.Subject);
    await expect.poll(async () => (await arrived()).length).toBe(1);
    expect((await arrived())[0]?.mail.replyTo?.[0]?.address).toBe('ada@example.com');
  });

  test('that fails to send shows an error, keeps the input, and can be sent again', async () => {
    const page = await openContact({ width, expectedFailures: ['/api/contact'] });
    await page.route('**/api/contact', (route) => route.abort());
    await fillForm(page);
    await send(page);
    await expect(toasts(page)).toContainText('Failed to Send');
    await expect(toasts(page)).toContainText(
      'Something went wrong. Please try again or email me directly at owner@news.example.',
    );
    await expectValues(page, MESSAGE);
    await expect(field(page, 'Message')).toBeEnabled();
    await expectAccessible(page, 'light');
    await page.unroute('**/api/contact');
    await send(page);
    await expect(toasts(page)).toContainText('Message Sent!');
    await expect(toasts(page)).not.toContainText('Failed to Send');
    await expectValues(page, EMPTY);
  });

  test('with a blank field is not sent, and the field shows the error', async () => {
    const page = await openContact({ width, expectedFailures: ['/api/contact'] });
    // Without the message of the browser, which marks only the first field.
    await send(page);
    await expect(form(page).locator('[aria-invalid]')).toHaveCount(4);
    await expect(form(page).getByText('Please enter your name.')).toBeVisible();
    await expect(field(page, 'Name')).toBeFocused();
    // On wide screens these are beside each other, with errors of one and of two lines.
    await page.setViewportSize({ width: 1366, height: 768 });
    const [name, email] = [await field(page, 'Name').boundingBox(), await field(page, 'Email').boundingBox()];
    expect(name?.y).toBe(email?.y);
    await page.setViewportSize({ width, height: 844 });
    await fillForm(page, { ...MESSAGE, Subject: '   ' });
    await send(page);
    await expect(form(page).locator('[aria-invalid]')).toHaveCount(1);
    await expect(form(page).getByText('Please enter a subject.')).toBeVisible();
    await expect(field(page, 'Subject')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Subject')).toBeFocused();
    await expect(form(page).getByText('Please write a message.')).toBeHidden();
    await expectValues(page, { ...MESSAGE, Subject: '   ' });
    await expectAccessible(page, 'light');
    await field(page, 'Subject').fill('A correction');
    await send(page);
    await expect(toasts(page)).toContainText('Message Sent!');
    await expect(form(page).getByText('Please enter a subject.')).toBeHidden();
  });
});

describe.each(widths)('a message while no script has loaded, %i pixels', (width) => {
  test('is checked by the server at the first tap, and the form keeps the input', async () => {
    const page = await openContact({ width, expectedFailures: ['/contact'] });
    const release = await delayScripts(page);
    await page.goto('/contact', { waitUntil: 'commit' });
    await fillForm(page, { Name: MESSAGE.Name, Email: 'ada@' });
    await send(page);
    await expect(page.getByRole('alert')).toContainText('was not sent');
    await expect(form(page).locator('[aria-invalid]')).toHaveCount(3);
    await expect(form(page).getByText('Please enter a complete email address')).toBeVisible();
    await expect(form(page).getByText('Please write a message.')).toBeVisible();
    await expect(form(page).getByText('Please enter your name.')).toBeHidden();
    await expectValues(page, { ...EMPTY, Name: MESSAGE.Name, Email: 'ada@' });
    await release();
    await fillForm(page);
    await send(page);
    await expect(toasts(page)).toContainText('Message Sent!');
  });
});

describe.each(widths)('a message without script, %i pixels', (width) => {
  test('redirects to a confirmation page with an empty form', async () => {
    const page = await openContact({ width, script: false });
    await fillForm(page);
    await send(page);
    await page.waitForURL('**/contact/sent');
    await expect(page.getByRole('status')).toContainText('Message Sent!');
    await expect(page.getByRole('status')).toContainText(
      "Thank you for reaching out. I'll get back to you soon.",
    );
    await expectValues(page, EMPTY);
  });

  test('with a blank field shows the form with the input and the error', async () => {
    const page = await openContact({ width, script: false, expectedFailures: ['/contact'] });
    await fillForm(page, { ...MESSAGE, Subject: '   ' });
    await send(page);
    await expect(page.getByRole('alert')).toContainText('was not sent');
    await expect(form(page).getByText('Please enter a subject.')).toBeVisible();
    await expect(field(page, 'Subject')).toHaveAttribute('aria-invalid', 'true');
    await expect(form(page).locator('[aria-invalid]')).toHaveCount(1);
    await expectValues(page, { Name: MESSAGE.Name, Email: MESSAGE.Email, Message: MESSAGE.Message });
    await field(page, 'Subject').fill('A correction');
    await send(page);
    await page.waitForURL('**/contact/sent');
  });
});

describe('the response pages without script', () => {
  test.each(widths)('are accessible at %i pixels, light and dark', async (width) => {
    const page = await openContact({ width, expectedFailures: ['/contact'] });
    await expectAccessible(page);
    await fillForm(page, { ...MESSAGE, Subject: '   ' });
    // Submits like a browser without script: no submit event, so the island does not intercept.
    await form(page).evaluate((element) => {
      if (element instanceof HTMLFormElement) element.submit();
    });
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    // Submitted with script from this page, the form is reset as usual.
    await field(page, 'Subject').fill('A correction');
    await send(page);
    await expect(toasts(page)).toContainText('Message Sent!');
    await expectValues(page, EMPTY);
    await page.goto('/contact/sent');
    await expectAccessible(page);
  });
});

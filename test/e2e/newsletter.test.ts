import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startEmptySite } from '../newsroom.ts';
import type { RunningServer } from '../server.ts';
import { type Received, startSmtp, type SmtpTestServer } from '../smtp.ts';
import { expectAccessible, expectNoAxeViolations } from './axe.ts';
import { expect } from './expect.ts';
import { delayScripts } from './delayed-scripts.ts';
import { FORM_VISITORS, openPage, type Visitor, journeyWidths } from './page.ts';
import { smallTargets } from './small-targets.ts';

const widths = journeyWidths(390);

let smtp: SmtpTestServer;
let site: RunningServer;
beforeAll(async () => {
  smtp = await startSmtp();
  site = await startEmptySite({ SMTP_URL: smtp.url, TRUST_PROXY: '1' });
});
afterAll(async () => {
  await site.stop();
  await smtp.close();
});

let visitors = 0;

/** A different network for each page, because these tests are not about the rate limit. */
async function open(path: string, visitor: Visitor = {}): Promise<Page> {
  const page = await openPage(path, { ...visitor, site: site.url });
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${++visitors}` });
  return page;
}

const main = (page: Page) => page.getByRole('main');
const email = (page: Page) => main(page).getByLabel('Email');
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Waits for the email to this address. */
async function mailTo(address: string): Promise<Received> {
  let found: Received | undefined;
  await expect
    .poll(async () => {
      found = (await smtp.received()).find(({ envelope }) => envelope.to.includes(address));
      return found?.envelope.to;
    })
    .toEqual([address]);
  if (found === undefined) throw new Error('no email received');
  return found;
}

function linkIn({ mail }: Received, before: string): string {
  const path = new RegExp(`${site.url}(${before}\\?token=[\\w-]+)`).exec(mail.text ?? '')?.[1];
  if (path === undefined) throw new Error(`the email has no link to ${before}`);
  return path;
}

describe.each(FORM_VISITORS)('the newsletter at $width pixels, script: $script', (visitor) => {
  /** Axe needs script. */
  const audit = async (page: Page) => {
    if (visitor.script) await expectAccessible(page, 'light');
  };
  const addressFor = (journey: string) => `${journey}-${visitor.width}-${visitor.script}@reader.example`;

  test('asks only for an email address, lists five benefits and has an archive', async () => {
    const page = await open('/newsletter', visitor);
    await expect(
      main(page)
        .getByText(/\bfree\b/i)
        .first(),
    ).toBeVisible();
    const fields = main(page).getByRole('textbox');
    await expect(fields).toHaveCount(1);
    await expect(email(page)).toHaveAttribute('type', 'email');
    await expect(email(page)).toHaveAttribute('required', '');
    await expect(main(page).getByRole('button')).toHaveCount(1);
    await expect(main(page).getByRole('listitem')).toHaveCount(5);
    await audit(page);
    await main(page).getByRole('link', { name: 'Read past issues' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past issues');
    await audit(page);
  });

  test('can be subscribed to, confirmed, unsubscribed from and resubscribed to', async () => {
    const address = addressFor('subscription');
    const page = await open('/newsletter', visitor);
    await email(page).fill(address);
    await main(page).getByRole('button').click();
    const confirmation = visitor.script ? toasts(page) : main(page).getByRole('status');
    await expect(confirmation).toContainText('Subscribed!');
    await expect(confirmation).toContainText('Thank you for subscribing to the newsletter');
    await expect(main(page).getByRole('status')).toContainText(
      'Check your inbox: an address that is new to the list gets an email with a link to confirm.',
    );
    await expect(email(page)).toHaveValue('');
    // The field is reset, without an error for the empty value.
    await expect(main(page).getByText('Please enter a complete email address')).toBeHidden();
    await expect(page).toHaveURL(visitor.script ? /\/newsletter$/ : /\/newsletter\/subscribed$/);
    await audit(page);

    const mail = await mailTo(address);
    await page.goto(linkIn(mail, '/newsletter/confirm'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your subscription');
    expect(await smallTargets(page)).toEqual([]);
    await expect(main(page)).toContainText(address);
    await audit(page);
    await main(page).getByRole('button', { name: 'Confirm my subscription' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed');
    await audit(page);

    await page.goto(linkIn(mail, '/newsletter/unsubscribe'));
    await main(page).getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
    await audit(page);
    await main(page).getByRole('button', { name: 'Subscribe again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed');

    await main(page).getByRole('link', { name: 'What we hold about you' }).click();
    await expect(main(page)).toContainText('You agree to receive');
    await audit(page);
    await main(page).getByRole('button', { name: 'Delete all data' }).click();
    await expect(main(page)).not.toContainText(address);
  });
});

describe.each(widths)('signing up with script, %i pixels', (width) => {
  test('works by keyboard only, without navigation', async () => {
    const page = await open('/newsletter', { width });
    await email(page).focus();
    await page.keyboard.insertText(`keys-${width}@reader.example`);
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toContainText('Subscribed!');
    await expect(email(page)).toHaveValue('');
    await expect(email(page)).toBeFocused();
    await mailTo(`keys-${width}@reader.example`);
  });

  test('shows an error when the server fails, and keeps the address', async () => {
    const page = await open('/newsletter', { width, expectedFailures: ['/api/newsletter'] });
    let isDown = true;
    await page.route('**/api/newsletter', (route) =>
      isDown ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await email(page).fill(`again-${width}@reader.example`);
    await main(page).getByRole('button').click();
    await expect(main(page).getByRole('alert')).toContainText('could not be sent');
    await expect(email(page)).toHaveValue(`again-${width}@reader.example`);
    await expect(toasts(page)).not.toContainText('Subscribed!');
    await expectAccessible(page, 'light');
    isDown = false;
    await main(page).getByRole('button').click();
    await expect(toasts(page)).toContainText('Subscribed!');
    await expect(main(page).getByRole('alert')).toHaveCount(0);
  });

  test('shows an error at the field for an invalid address', async () => {
    const page = await open('/newsletter', { width, expectedFailures: ['/api/newsletter'] });
    await main(page).getByRole('button').click();
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(email(page)).toBeFocused();
    // Valid for the browser, but not for the server.
    await email(page).fill('ada@localhost');
    await main(page).getByRole('button').click();
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(email(page)).toBeFocused();
    await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
    await expectAccessible(page, 'light');
  });
});

describe.each(widths)('signing up while no script has loaded, %i pixels', (width) => {
  test('is checked by the server at the first tap, and the field keeps the address', async () => {
    const page = await open('/newsletter', { width, expectedFailures: ['/newsletter'] });
    const release = await delayScripts(page);
    await page.goto('/newsletter', { waitUntil: 'commit' });
    await main(page).getByRole('button').click();
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
    await email(page).fill('ada@');
    await main(page).getByRole('button').click();
    await expect(email(page)).toHaveValue('ada@');
    await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
    await release();
    await email(page).fill(`slow-${width}@reader.example`);
    await main(page).getByRole('button').click();
    await expect(toasts(page)).toContainText('Subscribed!');
  });
});

describe.each(widths)('signing up without script, %i pixels', (width) => {
  test('shows an error for an invalid address, and keeps it', async () => {
    const page = await open('/newsletter', { width, script: false, expectedFailures: ['/newsletter'] });
    await email(page).fill('ada@localhost');
    await main(page).getByRole('button').click();
    await expect(email(page)).toHaveValue('ada@localhost');
    await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
  });

  test('has accessible response pages', async () => {
    // Script is enabled, because axe needs it. The form is submitted without the island.
    const page = await open('/newsletter/subscribed', { width, expectedFailures: ['/newsletter'] });
    await expectAccessible(page, 'light');
    await email(page).fill('ada@localhost');
    await main(page)
      .locator('form')
      .evaluate((form) => HTMLFormElement.prototype.submit.call(form));
    await expect(main(page).getByText('Please enter a complete email address')).toBeVisible();
    await expectAccessible(page, 'light');
  });
});

test('a truncated link shows an error', async () => {
  const page = await open('/newsletter/confirm?token=abc', { expectedFailures: [/\/newsletter\/confirm/] });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is incomplete');
  await expectNoAxeViolations(page);
});

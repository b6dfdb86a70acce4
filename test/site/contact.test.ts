import { describe, expect, test } from 'vitest';
import { mails } from '#platform/mail/tables.server.ts';
import { databaseKindsFor } from '../app.ts';
import { startSmtp } from '../smtp.ts';
import { prepareContactSite, MESSAGE_INPUT } from './contact-site.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

type MessageInput = Readonly<Record<string, unknown>>;

const site = prepareContactSite();
const { open, sendForm, stored } = site;

const sendJson = (input: MessageInput = MESSAGE_INPUT) =>
  site.app.fetch('/api/contact', {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json' },
  });

describe.each(DATABASE_KINDS)('a message, %s', (databaseKind) => {
  test('is stored, then emailed to the owner with a Reply-To; the visitor gets no copy', async () => {
    site.smtp = await startSmtp();
    await open({
      databaseKind,
      env: { SMTP_URL: site.smtp.url, SITE_EMAIL: 'owner@news.example', SITE_NAME: 'The News' },
    });
    const response = await sendForm();
    expect([response.status, response.headers.get('location')]).toEqual([303, '/contact/sent']);
    expect(await stored()).toMatchObject([{ ...MESSAGE_INPUT, state: 'new' }]);
    expect(await site.smtp.received()).toEqual([]);
    await site.app.jobs.runDue();
    const [mail, ...others] = await site.smtp.received();
    expect(others).toEqual([]);
    expect(mail?.envelope).toEqual({ from: 'owner@news.example', to: ['owner@news.example'] });
    expect(mail?.mail).toMatchObject({
      subject: 'A correction',
      to: [{ address: 'owner@news.example' }],
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
    });
    expect(mail?.mail.text).toContain('The engine has 25,000 parts.\n\nNot fewer.');
  });

  test('is accepted from the API as well', async () => {
    await open({ databaseKind });
    const response = await sendJson();
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      message: "Message Sent! Thank you for reaching out. I'll get back to you soon.",
    });
    expect(await stored()).toMatchObject([{ ...MESSAGE_INPUT, state: 'new' }]);
  });

  test('is stored when the mail server is unreachable', async () => {
    // The next attempt does not become due, however long this one takes.
    const now = new Date();
    await open({ databaseKind, clock: () => now, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    expect((await sendForm()).status).toBe(303);
    await site.app.jobs.runDue();
    expect(await stored()).toHaveLength(1);
    expect(await site.app.database.db.select().from(mails)).toMatchObject([
      { status: 'queued', attempts: 1 },
    ]);
  });
});

describe('invalid contact input', () => {
  test.each([
    ['nothing at all', {}, ['name', 'email', 'subject', 'message']],
    ['blanks', { ...MESSAGE_INPUT, subject: ' \t ', message: '\r\n\r\n' }, ['subject', 'message']],
    ['no address', { ...MESSAGE_INPUT, email: 'ada' }, ['email']],
    ['two addresses', { ...MESSAGE_INPUT, email: 'a@example.com, b@example.com' }, ['email']],
    [
      'an address with a header',
      { ...MESSAGE_INPUT, email: 'a@example.com\r\nBcc: b@example.com' },
      ['email'],
    ],
    [
      'too long',
      { ...MESSAGE_INPUT, name: 'x'.repeat(101), message: 'x'.repeat(10_001) },
      ['name', 'message'],
    ],
  ])('%s', async (_, input, wrong) => {
    await open();
    const page = await sendForm(input);
    expect(page.status).toBe(422);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(wrong.length);
    expect(html).toContain('role="alert"');
    const api = await sendJson(input);
    expect(api.status).toBe(422);
    expect(Object.keys(((await api.json()) as { fields: object }).fields).toSorted()).toEqual(
      wrong.toSorted(),
    );
    expect(await stored()).toEqual([]);
  });

  test('is rendered in the form again, escaped', async () => {
    await open();
    const subject = '"><script>alert(1)</script>';
    const html = await (await sendForm({ ...MESSAGE_INPUT, subject, email: 'nobody' })).text();
    expect(html).toContain('value="Ada Lovelace"');
    expect(html).toContain('The engine has 25,000 parts.');
    expect(html).toContain('Please enter a complete email address');
    expect(html).not.toContain('<script>alert');
  });

  test.each([
    ['a number', { ...MESSAGE_INPUT, name: 7 }],
    ['a list', { ...MESSAGE_INPUT, subject: ['a', 'b'] }],
    ['an object', { ...MESSAGE_INPUT, message: { toString: 'x' } }],
    ['null', { ...MESSAGE_INPUT, email: null }],
  ])('is rejected by the API: %s', async (_, input) => {
    await open();
    expect((await sendJson(input)).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  test('a body of five million characters is rejected before it is read completely', async () => {
    await open();
    const message = 'x'.repeat(5_000_000);
    expect((await sendForm({ ...MESSAGE_INPUT, message })).status).toBe(413);
    expect((await sendJson({ ...MESSAGE_INPUT, message })).status).toBe(413);
    expect(await stored()).toEqual([]);
  });

  test('other content types and cross-site requests are rejected', async () => {
    await open();
    const multipart = new FormData();
    for (const [name, value] of Object.entries(MESSAGE_INPUT)) multipart.append(name, value);
    expect((await site.app.fetch('/contact', { method: 'POST', body: multipart })).status).toBe(415);
    expect((await sendForm(MESSAGE_INPUT, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await sendForm(MESSAGE_INPUT, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const text = {
      method: 'POST',
      body: JSON.stringify(MESSAGE_INPUT),
      headers: { 'content-type': 'text/plain' },
    };
    expect((await site.app.fetch('/api/contact', text)).status).toBeGreaterThanOrEqual(400);
    expect(await stored()).toEqual([]);
    expect((await sendForm(MESSAGE_INPUT, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });
});

test('visitor input cannot add header fields or recipients', async () => {
  site.smtp = await startSmtp();
  await open({ env: { SMTP_URL: site.smtp.url } });
  const hostile = 'Hello\r\nBcc: victim@example.net\r\n\r\nBody';
  await sendForm({ ...MESSAGE_INPUT, name: `${hostile} <x@example.net>, y`, subject: hostile });
  await sendJson({ ...MESSAGE_INPUT, subject: 'A bell \u0007 and a half', message: `.\r\n${hostile}\u0007` });
  for (const odd of ['Nul \0', 'half a \ud800 pair'])
    expect((await sendJson({ ...MESSAGE_INPUT, subject: odd })).status).toBe(422);
  await site.app.jobs.runDue();
  const received = await site.smtp.received();
  expect(received).toHaveLength(2);
  for (const { envelope, mail, raw } of received) {
    expect(envelope.to).toEqual(['editor@meridian.example']);
    expect(mail.bcc).toBeUndefined();
    expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/m);
  }
  expect(received[0]?.mail.subject).toBe('Hello Bcc: victim@example.net Body');
  expect(received[0]?.mail.replyTo?.[0]?.address).toBe('ada@example.com');
  expect((await stored()).map(({ subject }) => subject)).toEqual([
    'Hello Bcc: victim@example.net Body',
    'A bell and a half',
  ]);
});

test('visitor input cannot reverse what follows it in the email', async () => {
  site.smtp = await startSmtp();
  await open({ env: { SMTP_URL: site.smtp.url } });
  const name = 'Ada \u202emoc.elpmaxe@rotide \u2066<';
  expect((await sendJson({ ...MESSAGE_INPUT, name, subject: 'A \u202bcorrection' })).status).toBe(201);
  expect((await sendJson({ ...MESSAGE_INPUT, name: '\u202e\u2069' })).status).toBe(422);
  await site.app.jobs.runDue();
  const [{ mail } = {}] = await site.smtp.received();
  expect(mail?.subject).toBe('A correction');
  expect(mail?.text).toContain('Sent by Ada moc.elpmaxe@rotide < <ada@example.com> through');
  expect(await stored()).toMatchObject([{ name: 'Ada moc.elpmaxe@rotide <', subject: 'A correction' }]);
});

test('a filled honeypot archives the message: same response, no email', async () => {
  await open();
  const people = await sendForm();
  const form = await sendForm({ ...MESSAGE_INPUT, website: 'https://spam.example' });
  expect([form.status, form.headers.get('location')]).toEqual([
    people.status,
    people.headers.get('location'),
  ]);
  expect((await sendJson({ ...MESSAGE_INPUT, website: 'x' })).status).toBe(201);
  expect((await stored()).map(({ state, mailId }) => [state, mailId !== null])).toEqual([
    ['new', true],
    ['archived', false],
    ['archived', false],
  ]);
  expect(await site.app.database.db.$count(mails)).toBe(1);
});

test('a network may send ten messages an hour, by form and API together; other networks are not affected', async () => {
  let now = new Date('2026-05-04T12:00:00Z');
  await open({ clock: () => now, env: { TRUST_PROXY: '1' } });
  const from = (address: string) => sendForm(MESSAGE_INPUT, { 'x-forwarded-for': address });
  for (let index = 0; index < 10; index++) expect((await from('203.0.113.7')).status).toBe(303);
  // Invalid input is not counted.
  const refused = await from('203.0.113.7');
  expect(refused.status).toBe(429);
  const html = await refused.text();
  expect(html).toContain('Failed to Send');
  expect(html).toContain('Please try again or email me directly at editor@meridian.example.');
  expect(html).toContain('value="A correction"');
  const api = await site.app.fetch('/api/contact', {
    method: 'POST',
    body: JSON.stringify(MESSAGE_INPUT),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
  });
  expect([api.status, Number(api.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await from('203.0.113.8')).status).toBe(303);
  now = new Date(now.getTime() + 3_600_000);
  expect((await from('203.0.113.7')).status).toBe(303);
  expect(await stored()).toHaveLength(12);
});

test('the confirmation page is the same for everybody, cached, and noindex', async () => {
  await open();
  const page = await site.app.fetch('/contact/sent');
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toContain('public');
  const html = await page.text();
  expect(html).toContain('Message Sent!');
  expect(html).toContain('Thank you for reaching out. I&#x27;ll get back to you soon.');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(await (await site.app.fetch('/contact')).text()).not.toContain('Message Sent!');
});

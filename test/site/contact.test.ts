import { afterEach, describe, expect, test } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { adminHeaders, makeAccount, signIn } from '../accounts.ts';
import { kindsFor, PUBLIC_URL, testApp, type TestApp, type TestAppOptions } from '../app.ts';
import { startSmtp, type TestSmtp } from '../smtp.ts';

const KINDS = kindsFor(import.meta.filename);

const WRITTEN = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A correction',
  message: 'The engine has 25,000 parts.\n\nNot fewer.',
};
type Written = Readonly<Record<string, unknown>>;

let app: TestApp;
let smtp: TestSmtp | undefined;
afterEach(async () => {
  await app.close();
  await smtp?.close();
  smtp = undefined;
});

async function open(options: TestAppOptions = {}): Promise<void> {
  app = await testApp(options);
}

const sendForm = (written: Readonly<Record<string, string>> = WRITTEN, headers = {}) =>
  app.fetch('/contact', {
    method: 'POST',
    body: new URLSearchParams(written).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const sendJson = (written: Written = WRITTEN) =>
  app.fetch('/api/contact', {
    method: 'POST',
    body: JSON.stringify(written),
    headers: { 'content-type': 'application/json' },
  });
const stored = () => app.database.db.select().from(contactMessages).orderBy(contactMessages.id);

describe.each(KINDS)('a message, %s', (on) => {
  test('is stored, then mailed to the owner, who can answer it; the visitor gets no copy', async () => {
    smtp = await startSmtp();
    await open({ on, env: { SMTP_URL: smtp.url, SITE_EMAIL: 'owner@news.example', SITE_NAME: 'The News' } });
    const answer = await sendForm();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/sent']);
    expect(await stored()).toMatchObject([{ ...WRITTEN, state: 'new' }]);
    expect(await smtp.received()).toEqual([]);
    await app.jobs.runDue();
    const [mail, ...others] = await smtp.received();
    expect(others).toEqual([]);
    expect(mail?.envelope).toEqual({ from: 'owner@news.example', to: ['owner@news.example'] });
    expect(mail?.mail).toMatchObject({
      subject: 'A correction',
      to: [{ address: 'owner@news.example' }],
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
    });
    expect(mail?.mail.text).toContain('The engine has 25,000 parts.\n\nNot fewer.');
  });

  test('is as good from the API', async () => {
    await open({ on });
    const answer = await sendJson();
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      message: "Message Sent! Thank you for reaching out. I'll get back to you soon.",
    });
    expect(await stored()).toMatchObject([{ ...WRITTEN, state: 'new' }]);
  });

  test('survives a mail server that is away', async () => {
    await open({ on, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    expect((await sendForm()).status).toBe(303);
    await app.jobs.runDue();
    expect(await stored()).toHaveLength(1);
    expect(await app.database.db.select().from(mails)).toMatchObject([{ status: 'queued', attempts: 1 }]);
  });
});

describe('what does not fit', () => {
  test.each([
    ['nothing at all', {}, ['name', 'email', 'subject', 'message']],
    ['blanks', { ...WRITTEN, subject: ' \t ', message: '\r\n\r\n' }, ['subject', 'message']],
    ['no address', { ...WRITTEN, email: 'ada' }, ['email']],
    ['two addresses', { ...WRITTEN, email: 'a@example.com, b@example.com' }, ['email']],
    ['an address with a header', { ...WRITTEN, email: 'a@example.com\r\nBcc: b@example.com' }, ['email']],
    ['too long', { ...WRITTEN, name: 'x'.repeat(101), message: 'x'.repeat(10_001) }, ['name', 'message']],
  ])('%s', async (_, written, wrong) => {
    await open();
    const page = await sendForm(written);
    expect(page.status).toBe(422);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(wrong.length);
    expect(html).toContain('role="alert"');
    const api = await sendJson(written);
    expect(api.status).toBe(422);
    expect(Object.keys(((await api.json()) as { fields: object }).fields).toSorted()).toEqual(
      wrong.toSorted(),
    );
    expect(await stored()).toEqual([]);
  });

  test('comes back with what was typed, harmlessly', async () => {
    await open();
    const subject = '"><script>alert(1)</script>';
    const html = await (await sendForm({ ...WRITTEN, subject, email: 'nobody' })).text();
    expect(html).toContain('value="Ada Lovelace"');
    expect(html).toContain('The engine has 25,000 parts.');
    expect(html).toContain('Please enter a whole e-mail address');
    expect(html).not.toContain('<script>alert');
  });

  test.each([
    ['a number', { ...WRITTEN, name: 7 }],
    ['a list', { ...WRITTEN, subject: ['a', 'b'] }],
    ['an object', { ...WRITTEN, message: { toString: 'x' } }],
    ['null', { ...WRITTEN, email: null }],
  ])('is refused by the API: %s', async (_, written) => {
    await open();
    expect((await sendJson(written)).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  test('five million characters are not read to the end', async () => {
    await open();
    const message = 'x'.repeat(5_000_000);
    expect((await sendForm({ ...WRITTEN, message })).status).toBe(413);
    expect((await sendJson({ ...WRITTEN, message })).status).toBe(413);
    expect(await stored()).toEqual([]);
  });

  test('another content type, and a page of another site', async () => {
    await open();
    const multipart = new FormData();
    for (const [name, value] of Object.entries(WRITTEN)) multipart.append(name, value);
    expect((await app.fetch('/contact', { method: 'POST', body: multipart })).status).toBe(415);
    expect((await sendForm(WRITTEN, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await sendForm(WRITTEN, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const text = { method: 'POST', body: JSON.stringify(WRITTEN), headers: { 'content-type': 'text/plain' } };
    expect((await app.fetch('/api/contact', text)).status).toBeGreaterThanOrEqual(400);
    expect(await stored()).toEqual([]);
    expect((await sendForm(WRITTEN, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });
});

test('nothing a visitor writes becomes a header field or another recipient', async () => {
  smtp = await startSmtp();
  await open({ env: { SMTP_URL: smtp.url } });
  const hostile = 'Hello\r\nBcc: victim@example.net\r\n\r\nBody';
  await sendForm({ ...WRITTEN, name: `${hostile} <x@example.net>, y`, subject: hostile });
  await sendJson({ ...WRITTEN, subject: 'A bell \u0007 and a half', message: `.\r\n${hostile}\u0007` });
  for (const odd of ['Nul \0', 'half a \ud800 pair'])
    expect((await sendJson({ ...WRITTEN, subject: odd })).status).toBe(422);
  await app.jobs.runDue();
  const received = await smtp.received();
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

test('what a program fills in is put aside: it is told the same, and nobody is mailed', async () => {
  await open();
  const people = await sendForm();
  const form = await sendForm({ ...WRITTEN, website: 'https://spam.example' });
  expect([form.status, form.headers.get('location')]).toEqual([
    people.status,
    people.headers.get('location'),
  ]);
  expect((await sendJson({ ...WRITTEN, website: 'x' })).status).toBe(201);
  expect((await stored()).map(({ state, mailId }) => [state, mailId !== null])).toEqual([
    ['new', true],
    ['archived', false],
    ['archived', false],
  ]);
  expect(await app.database.db.$count(mails)).toBe(1);
});

test('a network writes ten times in an hour, by whichever door; another one is not kept out by it', async () => {
  let now = new Date('2026-05-04T12:00:00Z');
  await open({ clock: () => now, env: { TRUST_PROXY: '1' } });
  const from = (address: string) => sendForm(WRITTEN, { 'x-forwarded-for': address });
  for (let index = 0; index < 10; index++) expect((await from('203.0.113.7')).status).toBe(303);
  // What was not fit to be sent has not counted, and does not count now.
  const refused = await from('203.0.113.7');
  expect(refused.status).toBe(429);
  const html = await refused.text();
  expect(html).toContain('Failed to Send');
  expect(html).toContain('Please try again or email me directly at editor@meridian.example.');
  expect(html).toContain('value="A correction"');
  const api = await app.fetch('/api/contact', {
    method: 'POST',
    body: JSON.stringify(WRITTEN),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
  });
  expect([api.status, Number(api.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await from('203.0.113.8')).status).toBe(303);
  now = new Date(now.getTime() + 3_600_000);
  expect((await from('203.0.113.7')).status).toBe(303);
  expect(await stored()).toHaveLength(12);
});

test('the page that says it was sent is the same for everybody, kept, and not for search engines', async () => {
  await open();
  const page = await app.fetch('/contact/sent');
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toContain('public');
  const html = await page.text();
  expect(html).toContain('Message Sent!');
  expect(html).toContain('Thank you for reaching out. I&#x27;ll get back to you soon.');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(await (await app.fetch('/contact')).text()).not.toContain('Message Sent!');
});

describe('the inbox', () => {
  const ask = (path: string, headers: Record<string, string>, method = 'GET', body?: unknown) =>
    app.fetch(`/api/newsroom/messages${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test('lists what was written with what became of its mail, newest first', async () => {
    smtp = await startSmtp();
    smtp.behave(['refuse', 'accept']);
    await open({ env: { SMTP_URL: smtp.url } });
    const headers = await adminHeaders(app);
    await sendForm({ ...WRITTEN, subject: 'First' });
    await app.jobs.runDue();
    await sendForm({ ...WRITTEN, subject: 'Second' });
    await sendForm({ ...WRITTEN, subject: 'Spam', website: 'x' });
    const answer = await ask('', headers);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const list = (await answer.json()) as { messages: { id: string }[] };
    expect(list).toMatchObject({
      total: 3,
      page: 1,
      page_count: 1,
      counts: { new: 2, read: 0, archived: 1 },
    });
    expect(list.messages).toMatchObject([
      { subject: 'Spam', state: 'archived', delivery: null },
      { subject: 'Second', state: 'new', delivery: { status: 'queued', attempts: 0 } },
      {
        ...WRITTEN,
        subject: 'First',
        state: 'new',
        created_at: expect.stringMatching(/Z$/),
        delivery: { status: 'refused', last_error: expect.stringContaining('550') },
      },
    ]);
    expect(await (await ask('?state=archived', headers)).json()).toMatchObject({
      total: 1,
      counts: { new: 2, read: 0, archived: 1 },
      messages: [{ subject: 'Spam' }],
    });
    expect(await (await ask('?page=2', headers)).json()).toMatchObject({ total: 3, page: 2, messages: [] });
    expect((await ask('?state=lost', headers)).status).toBe(400);
    expect((await ask('?page=0', headers)).status).toBe(400);
  });

  test('marks a message and deletes it, with the mail that has not gone yet', async () => {
    await open();
    const headers = await adminHeaders(app);
    await sendForm();
    const [message] = await stored();
    const path = `/${message?.id}`;
    expect(await (await ask(path, headers)).json()).toMatchObject({ ...WRITTEN, state: 'new' });
    expect(await (await ask(path, headers, 'PATCH', { state: 'read' })).json()).toMatchObject({
      id: message?.id,
      state: 'read',
    });
    expect((await ask(path, headers, 'PATCH', { state: 'lost' })).status).toBe(422);
    expect((await ask(path, headers, 'PATCH', { state: 'read', subject: 'Other' })).status).toBe(422);
    expect((await ask(path, headers, 'DELETE')).status).toBe(204);
    expect((await ask(path, headers, 'DELETE')).status).toBe(404);
    expect((await ask(path, headers)).status).toBe(404);
    expect((await ask(path, headers, 'PATCH', { state: 'new' })).status).toBe(404);
    expect((await ask('/not-an-id', headers, 'DELETE')).status).toBe(400);
    expect(await stored()).toEqual([]);
    expect(await app.database.db.$count(mails, undefined)).toBe(0);
  });

  test('is for administrators', async () => {
    await open();
    await sendForm();
    const [message] = await stored();
    const { access_token: token } = await signIn(app, await makeAccount(app));
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: `Bearer ${token}` }, 403],
    ] as const) {
      expect((await ask('', headers)).status).toBe(status);
      expect((await ask(`/${message?.id}`, headers)).status).toBe(status);
      expect((await ask(`/${message?.id}`, headers, 'PATCH', { state: 'read' })).status).toBe(status);
      expect((await ask(`/${message?.id}`, headers, 'DELETE')).status).toBe(status);
    }
    expect(await stored()).toMatchObject([{ state: 'new' }]);
    expect((await app.fetch(new Request(`${PUBLIC_URL}/api/contact`))).status).toBe(404);
  });
});

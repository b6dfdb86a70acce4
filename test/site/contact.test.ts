import { afterEach, describe, expect, test } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, testApp, type TestApp, type TestAppOptions } from '../app.ts';
import { type Behaviour, type SmtpTestServer, startSmtp } from '../smtp.ts';

const MESSAGE_INPUT = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A correction',
  message: 'The engine has 25,000 parts.\n\nNot fewer.',
};

/** An app to which visitors send messages. Each test opens it. */
let app: TestApp;
let smtp: SmtpTestServer | undefined;
afterEach(async () => {
  await app.close();
  await smtp?.close();
  smtp = undefined;
});

/** @param behaviours of the mail server; without them there is none */
async function open(
  { env, ...options }: TestAppOptions = {},
  behaviours?: readonly Behaviour[],
): Promise<void> {
  smtp = behaviours && (await startSmtp());
  smtp?.setBehaviours([...(behaviours ?? [])]);
  app = await testApp({ ...options, env: { ...env, ...(smtp && { SMTP_URL: smtp.url }) } });
}
const send = (path: string, headers: object, method: string, body?: unknown) =>
  app.fetch(path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** All emails that the mail server has received. */
const received = async () => smtp?.received() ?? [];
const sendForm = (input: Readonly<Record<string, string>> = MESSAGE_INPUT, headers = {}) =>
  app.fetch('/contact', {
    method: 'POST',
    body: new URLSearchParams(input).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const sendJson = (input: Readonly<Record<string, unknown>> = MESSAGE_INPUT, headers = {}) =>
  send('/api/contact', headers, 'POST', input);
/** A request to the inbox in the newsroom. */
const request = (path: string, headers: Record<string, string>, method = 'GET', body?: unknown) =>
  send(`/api/newsroom/messages${path}`, headers, method, body);
const stored = () => app.database.db.select().from(contactMessages).orderBy(contactMessages.id);

describe.each(databaseKindsFor(import.meta.filename))('a message (%s database)', (databaseKind) => {
  test('is stored, then emailed to the owner with a Reply-To; the visitor gets no copy', async () => {
    const env = { SITE_EMAIL: 'owner@news.example', SITE_NAME: 'The News' };
    await open({ databaseKind, env }, ['accept']);
    const response = await sendForm();
    expect([response.status, response.headers.get('location')]).toEqual([303, '/contact/sent']);
    expect(await stored()).toMatchObject([{ ...MESSAGE_INPUT, state: 'new' }]);
    expect(await received()).toEqual([]);
    await app.jobs.runDue();
    const [mail, ...others] = await received();
    expect(others).toEqual([]);
    expect(mail?.envelope).toEqual({ from: 'owner@news.example', to: ['owner@news.example'] });
    expect(mail?.mail).toMatchObject({
      subject: 'A correction',
      to: [{ address: 'owner@news.example' }],
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
    });
    expect(mail?.mail.text).toContain('The engine has 25,000 parts.\n\nNot fewer.');
  });
});

describe('invalid contact input', () => {
  test.each([
    ['nothing at all', {}, ['name', 'email', 'subject', 'message']],
    ['blanks', { ...MESSAGE_INPUT, subject: ' \t ', message: '\r\n\r\n' }, ['subject', 'message']],
    ['two addresses', { ...MESSAGE_INPUT, email: 'a@example.com, b@example.com' }, ['email']],
    ['a header', { ...MESSAGE_INPUT, email: 'a@example.com\r\nBcc: b@example.com' }, ['email']],
    [
      'too long',
      { ...MESSAGE_INPUT, name: 'x'.repeat(101), message: 'x'.repeat(10_001) },
      ['name', 'message'],
    ],
  ])('%s', async (_, input, wrong) => {
    await open();
    const page = await sendForm(input);
    expect([page.status, page.headers.get('cache-control')]).toEqual([422, 'no-store']);
    const html = await page.text();
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(wrong.length);
    expect(html).toContain('role="alert"');
    const api = await sendJson(input);
    const { fields } = (await api.json()) as { fields: object };
    expect([api.status, Object.keys(fields).toSorted()]).toEqual([422, wrong.toSorted()]);
    expect(await stored()).toEqual([]);
  });
});

test('visitor input cannot add header fields or recipients', async () => {
  await open({}, ['accept']);
  const hostile = 'Hello\r\nBcc: victim@example.net\r\n\r\nBody';
  await sendForm({ ...MESSAGE_INPUT, name: `${hostile} <x@example.net>, y`, subject: hostile });
  await sendJson({ ...MESSAGE_INPUT, subject: 'A bell \u0007 and a half', message: `.\r\n${hostile}\u0007` });
  for (const odd of ['Nul \0', 'half a \ud800 pair'])
    expect((await sendJson({ ...MESSAGE_INPUT, subject: odd })).status).toBe(422);
  await app.jobs.runDue();
  const emails = await received();
  expect(emails).toHaveLength(2);
  for (const { envelope, mail, raw } of emails) {
    expect(envelope.to).toEqual(['editor@meridian.example']);
    expect(mail.bcc).toBeUndefined();
    expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/m);
  }
  expect(emails[0]?.mail.subject).toBe('Hello Bcc: victim@example.net Body');
  expect(emails[0]?.mail.replyTo?.[0]?.address).toBe('ada@example.com');
  expect((await stored()).map(({ subject }) => subject)).toEqual([
    'Hello Bcc: victim@example.net Body',
    'A bell and a half',
  ]);
});

test('visitor input cannot reverse what follows it in the email', async () => {
  await open({}, ['accept']);
  const name = 'Ada \u202emoc.elpmaxe@rotide \u2066<';
  expect((await sendJson({ ...MESSAGE_INPUT, name, subject: 'A \u202bcorrection' })).status).toBe(201);
  expect((await sendJson({ ...MESSAGE_INPUT, name: '\u202e\u2069' })).status).toBe(422);
  await app.jobs.runDue();
  const [{ mail } = {}] = await received();
  expect(mail?.subject).toBe('A correction');
  expect(mail?.text).toContain('Sent by Ada moc.elpmaxe@rotide < <ada@example.com> through');
  expect(await stored()).toMatchObject([{ name: 'Ada moc.elpmaxe@rotide <', subject: 'A correction' }]);
});

test('a filled honeypot archives the message: same response, no email', async () => {
  await open();
  const people = await sendForm();
  const form = await sendForm({ ...MESSAGE_INPUT, website: 'https://spam.example' });
  expect(form.status).toBe(people.status);
  expect(form.headers.get('location')).toBe(people.headers.get('location'));
  expect((await sendJson({ ...MESSAGE_INPUT, website: 'x' })).status).toBe(201);
  expect((await stored()).map(({ state, mailId }) => [state, mailId !== null])).toEqual([
    ['new', true],
    ['archived', false],
    ['archived', false],
  ]);
  expect(await app.database.db.$count(mails)).toBe(1);
});

test('a network may send ten messages an hour, by form and API together; other networks are not affected', async () => {
  let now = new Date('2026-05-04T12:00:00Z');
  await open({ clock: () => now, env: { TRUST_PROXY: '1' } });
  const from = (address: string) => sendForm(MESSAGE_INPUT, { 'x-forwarded-for': address });
  for (let index = 0; index < 10; index++) expect((await from('203.0.113.7')).status).toBe(303);
  const refused = await from('203.0.113.7');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(
    /Failed to Send.*email me directly at editor@meridian\.example\..*value="A correction"/s,
  );
  const api = await sendJson(MESSAGE_INPUT, { 'x-forwarded-for': '203.0.113.7' });
  expect([api.status, Number(api.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await from('203.0.113.8')).status).toBe(303);
  now = new Date(now.getTime() + 3_600_000);
  expect((await from('203.0.113.7')).status).toBe(303);
  expect(await stored()).toHaveLength(12);
});

describe('the inbox', () => {
  test('marks a message and deletes it, together with its unsent email', async () => {
    await open();
    const headers = await adminHeaders(app);
    await sendForm();
    const [message] = await stored();
    const path = `/${message?.id}`;
    expect(await (await request(path, headers)).json()).toMatchObject({ ...MESSAGE_INPUT, state: 'new' });
    const marked = await (await request(path, headers, 'PATCH', { state: 'read' })).json();
    expect(marked).toMatchObject({ id: message?.id, state: 'read' });
    expect((await request(path, headers, 'DELETE')).status).toBe(204);
    expect((await request(path, headers, 'DELETE')).status).toBe(404);
    expect((await request(path, headers)).status).toBe(404);
    expect(await stored()).toEqual([]);
    expect(await app.database.db.$count(mails, undefined)).toBe(0);
  });
});

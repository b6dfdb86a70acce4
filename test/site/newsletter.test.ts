import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consentSentence, CONFIRMATIONS_PER_HOUR } from '#domain/newsletter/subscriber.ts';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { postJson } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { endurance } from '../full.ts';
import { dump, makeSubscribers, pathIn, pathsIn, submitForm } from '../newsletter.ts';
import { type Received, startSmtp, type SmtpTestServer } from '../smtp.ts';

/** The sentence as React renders it. */
const CONSENT_IN_HTML = consentSentence('The &lt;Daily&gt;').replace("'", '&#x27;');

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CONFIRM = '/newsletter/confirm?token=';
const UNSUBSCRIBE = '/newsletter/unsubscribe?token=';
const OWN_DATA = '/newsletter/own-data?token=';

describe.each(DATABASE_KINDS)('subscribing to the newsletter, on the %s database', (databaseKind) => {
  let app: TestApp;
  let smtp: SmtpTestServer;
  let now: Date;
  let network: number;

  beforeEach(async () => {
    now = new Date('2026-05-04T12:00:00Z');
    network = 0;
    smtp = await startSmtp();
    const env = {
      TRUST_PROXY: '1',
      SITE_NAME: 'The <Daily>',
      SITE_ADDRESS: '1 High Street; Ur',
      SMTP_URL: smtp.url,
    };
    app = await testApp({ databaseKind, env, clock: () => now });
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await smtp.close();
  });

  /** Each request comes from its own network, so that no rate limit applies. */
  const fromNewNetwork = () => ({
    'x-forwarded-for': `198.51.${Math.floor(network / 250)}.${network++ % 250}`,
  });
  const signUp = (email: string, headers = fromNewNetwork()) =>
    submitForm(app, '/newsletter', { email }, headers);
  const advanceClock = (ms: number) => (now = new Date(now.getTime() + ms));
  const stored = async (email: string) => {
    const [row] = await app.database.db.select().from(subscribers).where(eq(subscribers.email, email));
    return row;
  };
  /** All emails to this address. */
  async function mailbox(email: string): Promise<Received[]> {
    await app.jobs.runDue();
    return (await smtp.received()).filter(({ envelope }) => envelope.to.includes(email));
  }
  async function linkTo(email: string, before: string): Promise<string> {
    const received = await mailbox(email);
    return pathIn(received.at(-1)?.mail.text, before);
  }
  async function subscribed(email: string): Promise<void> {
    await signUp(email);
    await submitForm(app, await linkTo(email, CONFIRM));
    expect((await stored(email))?.status).toBe('confirmed');
  }

  it('stores the address as pending with the consent text, and confirms it', async () => {
    const page = await (await app.fetch('/newsletter')).text();
    expect(page).toContain(CONSENT_IN_HTML);
    const response = await signUp(' Ada@News.Example ');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/newsletter/subscribed']);
    expect(await stored('ada@news.example')).toMatchObject({
      status: 'pending',
      consent: consentSentence('The <Daily>'),
      confirmedAt: null,
    });
    const thanks = await (await app.fetch('/newsletter/subscribed')).text();
    expect(thanks).toContain('Subscribed!');
    expect(thanks).toContain('Thank you for subscribing to the newsletter');
    expect(thanks).not.toContain('ada@');
  });

  it('answers the same for a new, pending, confirmed, unsubscribed and blocked address', async () => {
    for (const status of ['pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked'] as const)
      await makeSubscribers(app.database, [`${status}@news.example`], { status, consent: 'As it was said.' });
    const responses = [];
    for (const name of ['new', 'pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked']) {
      const form = await signUp(`${name}@news.example`);
      const json = await postJson(
        app,
        '/api/newsletter',
        { email: `${name}@news.example` },
        fromNewNetwork(),
      );
      responses.push([form.status, [...form.headers], json.status, [...json.headers], await json.text()]);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    for (const name of ['new', 'pending', 'unsubscribed', 'suspended'])
      expect(await mailbox(`${name}@news.example`)).toHaveLength(1);
    for (const name of ['confirmed', 'blocked']) {
      expect(await mailbox(`${name}@news.example`)).toHaveLength(0);
      // Entering the address again does not replace the stored consent.
      expect(await stored(`${name}@news.example`)).toMatchObject({
        status: name,
        consent: 'As it was said.',
      });
    }
    expect((await stored('unsubscribed@news.example'))?.status).toBe('unsubscribed');
  });

  it('sends a confirmation email with the sender, the postal address and an unsubscribe link', async () => {
    await signUp('ada@news.example');
    const [received, ...others] = await mailbox('ada@news.example');
    expect(others).toEqual([]);
    const { subject, text = '', html = '', headers } = received?.mail ?? { headers: [] };
    expect(subject).toBe('Confirm your subscription to The <Daily>');
    for (const body of [text, html]) {
      expect(pathsIn(body)).toEqual(expect.arrayContaining([expect.stringContaining(CONFIRM)]));
      expect(body).toMatch(/1 High Street/);
      expect(body).not.toMatch(/<img|\/media\//);
    }
    expect(html).toContain('The &lt;Daily&gt;');
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe(`<http://127.0.0.1:3000${pathIn(text, UNSUBSCRIBE)}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('confirms by the button and not by opening the link; a second time as well', async () => {
    await signUp('ada@news.example');
    const path = await linkTo('ada@news.example', CONFIRM);
    const page = await app.fetch(path);
    expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(await page.text()).toContain(`action="${path}"`);
    expect((await stored('ada@news.example'))?.status).toBe('pending');
    for (let time = 0; time < 2; time++) {
      const confirmed = await submitForm(app, path);
      expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, path]);
      expect(await stored('ada@news.example')).toMatchObject({ status: 'confirmed', confirmedAt: now });
    }
    expect(await (await app.fetch(path)).text()).toContain('You are subscribed');
  });

  it('accepts links of any age, and rejects altered tokens', async () => {
    await signUp('ada@news.example');
    const path = await linkTo('ada@news.example', CONFIRM);
    advanceClock(5 * DAY_MS);
    const token = path.slice(CONFIRM.length);
    for (const wrong of [
      '',
      'x',
      `${token}x`,
      token.slice(1),
      `B${token.slice(1)}`,
      `${token.slice(0, -2)}zz`,
    ]) {
      for (const before of [CONFIRM, UNSUBSCRIBE, OWN_DATA]) {
        expect((await app.fetch(before + wrong)).status).toBe(400);
        expect((await submitForm(app, before + wrong)).status).toBe(400);
      }
    }
    // A token is valid for one purpose only.
    expect((await submitForm(app, UNSUBSCRIBE + token)).status).toBe(400);
    expect((await submitForm(app, OWN_DATA + token)).status).toBe(400);
    expect((await stored('ada@news.example'))?.status).toBe('pending');
    expect((await submitForm(app, path)).status).toBe(303);
    expect((await stored('ada@news.example'))?.status).toBe('confirmed');
  });

  it('unsubscribes with the one-click POST of a mail client, and changes nothing else', async () => {
    await subscribed('ada@news.example');
    const path = await linkTo('ada@news.example', UNSUBSCRIBE);
    for (let time = 0; time < 2; time++) {
      const response = await submitForm(app, path, { 'List-Unsubscribe': 'One-Click' });
      expect([response.status, response.headers.get('location')]).toEqual([200, null]);
      expect(await stored('ada@news.example')).toMatchObject({ status: 'unsubscribed', unsubscribedAt: now });
    }
    await submitForm(app, await linkTo('ada@news.example', CONFIRM));
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    expect((await app.fetch(path, { method: 'POST', body })).status).toBe(200);
    expect((await stored('ada@news.example'))?.status).toBe('unsubscribed');
  });

  it('unsubscribes with the button of a page, which offers to subscribe again', async () => {
    await subscribed('ada@news.example');
    const path = await linkTo('ada@news.example', UNSUBSCRIBE);
    expect(await (await app.fetch(path)).text()).toContain('Unsubscribe?');
    expect((await stored('ada@news.example'))?.status).toBe('confirmed');
    const response = await submitForm(app, path);
    expect([response.status, response.headers.get('location')]).toEqual([303, path]);
    const left = await (await app.fetch(path)).text();
    expect(left).toContain('You are unsubscribed');
    const again = /action="([^"]+)"/.exec(left)?.[1] ?? '';
    expect(again.startsWith(CONFIRM)).toBe(true);
    await submitForm(app, again);
    expect(await stored('ada@news.example')).toMatchObject({ status: 'confirmed', unsubscribedAt: null });
  });

  it('shows the stored data, and deletes all of it', async () => {
    await subscribed('ada@news.example');
    const unsubscribe = await linkTo('ada@news.example', UNSUBSCRIBE);
    const page = await (await app.fetch(unsubscribe)).text();
    const path = pathOf(page, OWN_DATA);
    const shown = await (await app.fetch(path)).text();
    expect(shown).toContain('ada@news.example');
    expect(shown).toContain(CONSENT_IN_HTML);
    expect((await submitForm(app, path)).status).toBe(303);
    expect(await stored('ada@news.example')).toBeUndefined();
    expect(await (await app.fetch(path)).text()).not.toContain('ada@');
    // Links in old emails still work.
    expect((await submitForm(app, unsubscribe, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect(await (await app.fetch(unsubscribe)).text()).toContain('No subscription found');
  });

  it('renders the form again with the input when it is not a valid address', async () => {
    for (const email of [
      '',
      'ada',
      'ada@',
      'ada@news',
      'a b@news.example',
      'a@b.example, c@d.example',
      `${'a'.repeat(255)}@b.example`,
    ]) {
      const response = await signUp(email);
      const html = await response.text();
      expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
      expect(html).toContain('aria-invalid="true"');
      expect(html).toContain(`value="${email.slice(0, 254)}"`);
      expect((await postJson(app, '/api/newsletter', { email })).status).toBe(422);
    }
    const hostile = await signUp('"><script>alert(1)</script>@x');
    expect(await hostile.text()).not.toContain('<script>alert');
    expect(await app.database.db.$count(subscribers)).toBe(0);
  });

  it('answers a filled honeypot with the same page, and stores nothing', async () => {
    const fields = { email: 'ada@news.example', website: 'https://spam.example' };
    expect((await submitForm(app, '/newsletter', fields)).status).toBe(303);
    expect((await postJson(app, '/api/newsletter', fields)).status).toBe(202);
    expect(await app.database.db.$count(subscribers)).toBe(0);
  });

  it('accepts twenty sign-ups an hour from one network, and keeps the input of a rejected one', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let time = 0; time < 20; time++)
      expect((await signUp(`r${time}@news.example`, headers)).status).toBe(303);
    const refused = await signUp('one-more@news.example', headers);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('value="one-more@news.example"');
    const json = await postJson(app, '/api/newsletter', { email: 'one-more@news.example' }, headers);
    expect([json.status, Number(json.headers.get('retry-after'))]).toEqual([429, 3600]);
    expect(await stored('one-more@news.example')).toBeUndefined();
    expect((await signUp('one-more@news.example')).status).toBe(303);
  });

  it('rejects a cross-site form', async () => {
    const response = await signUp('ada@news.example', {
      ...fromNewNetwork(),
      'sec-fetch-site': 'cross-site',
    } as never);
    expect(response.status).toBe(403);
    expect(await app.database.db.$count(subscribers)).toBe(0);
  });

  it('sends one confirmation email a day to an address, however often it is entered', async () => {
    for (let time = 0; time < 5; time++) {
      await signUp('ada@news.example');
      expect(await mailbox('ada@news.example')).toHaveLength(1);
      advanceClock(HOUR_MS);
    }
    advanceClock(DAY_MS);
    await signUp('ada@news.example');
    expect(await mailbox('ada@news.example')).toHaveLength(2);
  });

  it('limits confirmation emails per hour for all addresses together, and records the withheld ones', async () => {
    const sent = Array.from({ length: CONFIRMATIONS_PER_HOUR - 1 }, (_, index) => `r${index}@news.example`);
    await makeSubscribers(app.database, sent, { status: 'pending', confirmationMailedAt: now });
    for (const name of ['last', 'one-too-many', 'two-too-many']) await signUp(`${name}@news.example`);
    await app.jobs.runDue();
    expect((await smtp.received()).map(({ envelope }) => envelope.to)).toEqual([['last@news.example']]);
    const withheld = eq(subscribers.confirmationWithheldAt, now);
    expect(await app.database.db.$count(subscribers, withheld)).toBe(2);
    advanceClock(HOUR_MS);
    await signUp('one-too-many@news.example');
    expect(await mailbox('one-too-many@news.example')).toHaveLength(1);
    expect(await stored('one-too-many@news.example')).toMatchObject({ confirmationWithheldAt: null });
  });

  it('changes nothing when every link is opened', async () => {
    await signUp('pending@news.example');
    await subscribed('ada@news.example');
    await app.jobs.runDue();
    const before = await dump(app.database);
    const waiting = (await smtp.received()).flatMap(({ mail }) => pathsIn(`${mail.text}\n${mail.html}`));
    waiting.push('/newsletter', '/newsletter/subscribed', '/newsletter/issues');
    const met = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (met.has(path) || !path.startsWith('/newsletter')) continue;
      met.add(path);
      await app.fetch(path, { method: 'HEAD' });
      const html = await (await app.fetch(path)).text();
      waiting.push(...Array.from(html.matchAll(/(?:href|action)="(\/[^"]*)"/g), ([, found = '']) => found));
    }
    for (const kind of [CONFIRM, UNSUBSCRIBE, OWN_DATA])
      expect([...met].filter((path) => path.startsWith(kind)).length).toBeGreaterThanOrEqual(1);
    await app.jobs.runDue();
    expect(await dump(app.database)).toEqual(before);
  });
});

/** The first link in a page with this prefix. */
function pathOf(html: string, before: string): string {
  const [, path = ''] = html.split(`href="${before}`);
  return before + (path.split('"')[0] ?? '');
}

/** Five of each address. There are more addresses than emails in an hour. */
const SIGN_UPS = endurance('SIGN_UPS', { usual: 1_250, full: 5_000 });

describe('thousands of sign-ups in an hour', () => {
  it('send at most the hourly number of emails, and one per address', async () => {
    const smtp = await startSmtp();
    const now = new Date('2026-05-04T12:00:00Z');
    const app = await testApp({ env: { TRUST_PROXY: '1', SMTP_URL: smtp.url }, clock: () => now });
    const ask = async (index: number) => {
      const headers = { 'x-forwarded-for': `198.51.${index % 10}.${index % 250}` };
      await postJson(app, '/api/newsletter', { email: `r${index % (SIGN_UPS / 5)}@news.example` }, headers);
    };
    for (let from = 0; from < SIGN_UPS; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => ask(from + index)));
    await app.jobs.runDue();
    const mailed = (await smtp.received()).map(({ envelope }) => envelope.to.join());
    expect(mailed).toHaveLength(CONFIRMATIONS_PER_HOUR);
    expect(new Set(mailed).size).toBe(CONFIRMATIONS_PER_HOUR);
    await app.close();
    await smtp.close();
  }, 120_000);
});

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { CONFIRMATIONS_PER_HOUR, consentSentence } from '#domain/newsletter/subscriber.ts';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { postJson } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { dump, makeSubscribers, pathIn, pathsIn, submitForm } from '../newsletter.ts';
import { prepareNewsletterSite } from './newsletter-site.ts';

/** The sentence as React renders it. */
const CONSENT_IN_HTML = consentSentence('The &lt;Daily&gt;').replace("'", '&#x27;');

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const CONFIRM = '/newsletter/confirm?token=';

const UNSUBSCRIBE = '/newsletter/unsubscribe?token=';

const OWN_DATA = '/newsletter/own-data?token=';

/** The first link in a page with this prefix. */
function pathOf(html: string, before: string): string {
  const [, path = ''] = html.split(`href="${before}`);
  return before + (path.split('"')[0] ?? '');
}

/** Five of each address. There are more addresses than emails in an hour. */

describe.each(DATABASE_KINDS)('subscribing to the newsletter, on the %s database', (databaseKind) => {
  const site = prepareNewsletterSite(databaseKind);
  const { fromNewNetwork, signUp, advanceClock, stored, mailbox } = site;

  async function linkTo(email: string, before: string): Promise<string> {
    const received = await mailbox(email);
    return pathIn(received.at(-1)?.mail.text, before);
  }
  async function subscribed(email: string): Promise<void> {
    await signUp(email);
    await submitForm(site.app, await linkTo(email, CONFIRM));
    expect((await stored(email))?.status).toBe('confirmed');
  }

  it('stores the address as pending with the consent text, and sends a confirmation email', async () => {
    expect(await (await site.app.fetch('/newsletter')).text()).toContain(CONSENT_IN_HTML);
    // A filled honeypot stores nothing.
    const spam = { email: 'ada@news.example', website: 'https://spam.example' };
    expect((await submitForm(site.app, '/newsletter', spam)).status).toBe(303);
    expect((await postJson(site.app, '/api/newsletter', spam)).status).toBe(202);
    expect(await site.app.database.db.$count(subscribers)).toBe(0);
    const response = await signUp(' Ada@News.Example ');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/newsletter/subscribed']);
    const consent = consentSentence('The <Daily>');
    expect(await stored('ada@news.example')).toMatchObject({ status: 'pending', consent, confirmedAt: null });
    const thanks = await (await site.app.fetch('/newsletter/subscribed')).text();
    expect(thanks).toMatch(/Subscribed!.*Check your inbox/s);
    expect(thanks).not.toMatch(/no mail server|ada@/);

    const [received, ...others] = await mailbox('ada@news.example');
    expect(others).toEqual([]);
    const { subject, text = '', html = '', headers } = received?.mail ?? { headers: [] };
    expect(subject).toBe('Confirm your subscription to The <Daily>');
    for (const body of [text, html]) {
      expect(pathsIn(body)).toEqual(expect.arrayContaining([expect.stringContaining(CONFIRM)]));
      expect(body).toContain('1 High Street');
      expect(body).not.toMatch(/<img|\/media\//);
    }
    expect(html).toContain('The &lt;Daily&gt;');
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe(`<http://127.0.0.1:3000${pathIn(text, UNSUBSCRIBE)}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  it('answers the same for a new, pending, confirmed, unsubscribed and blocked address', async () => {
    const consent = 'As it was said.';
    const states = ['pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked'] as const;
    for (const status of states)
      await makeSubscribers(site.app.database, [`${status}@news.example`], { status, consent });
    const responses = new Set<string>();
    for (const name of ['new', ...states]) {
      const email = `${name}@news.example`;
      const form = await signUp(email);
      const json = await postJson(site.app, '/api/newsletter', { email }, fromNewNetwork());
      const response = [form.status, [...form.headers], json.status, [...json.headers], await json.text()];
      responses.add(JSON.stringify(response));
    }
    expect(responses.size).toBe(1);
    for (const name of ['new', 'pending', 'unsubscribed', 'suspended'])
      expect(await mailbox(`${name}@news.example`)).toHaveLength(1);
    for (const name of ['confirmed', 'blocked']) {
      expect(await mailbox(`${name}@news.example`)).toHaveLength(0);
      // Entering the address again does not replace the stored consent.
      expect(await stored(`${name}@news.example`)).toMatchObject({ status: name, consent });
    }
    expect((await stored('unsubscribed@news.example'))?.status).toBe('unsubscribed');
  });

  it('confirms by the button and not by opening the link; a second time as well', async () => {
    await signUp('ada@news.example');
    const path = await linkTo('ada@news.example', CONFIRM);
    const page = await site.app.fetch(path);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).toContain(`action="${path}"`);
    expect((await stored('ada@news.example'))?.status).toBe('pending');
    for (let time = 0; time < 2; time++) {
      const confirmed = await submitForm(site.app, path);
      expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, path]);
      expect(await stored('ada@news.example')).toMatchObject({ status: 'confirmed', confirmedAt: site.now });
    }
    expect(await (await site.app.fetch(path)).text()).toContain('You are subscribed');
  });

  it('accepts links of any age, and rejects altered tokens', async () => {
    await signUp('ada@news.example');
    const path = await linkTo('ada@news.example', CONFIRM);
    advanceClock(5 * DAY_MS);
    const token = path.slice(CONFIRM.length);
    const replaced = (index: number) =>
      token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
    // The last character has unused bits.
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), replaced(0), replaced(token.length - 2)]) {
      for (const before of [CONFIRM, UNSUBSCRIBE, OWN_DATA]) {
        expect((await site.app.fetch(before + wrong)).status).toBe(400);
        expect((await submitForm(site.app, before + wrong)).status).toBe(400);
      }
    }
    // A token is valid for one purpose only.
    expect((await submitForm(site.app, UNSUBSCRIBE + token)).status).toBe(400);
    expect((await submitForm(site.app, OWN_DATA + token)).status).toBe(400);
    expect((await stored('ada@news.example'))?.status).toBe('pending');
    expect((await submitForm(site.app, path)).status).toBe(303);
    expect((await stored('ada@news.example'))?.status).toBe('confirmed');
  });

  it('unsubscribes with the one-click POST of a mail client, and changes nothing else', async () => {
    await subscribed('ada@news.example');
    const path = await linkTo('ada@news.example', UNSUBSCRIBE);
    for (let time = 0; time < 2; time++) {
      const response = await submitForm(site.app, path, { 'List-Unsubscribe': 'One-Click' });
      expect([response.status, response.headers.get('location')]).toEqual([200, null]);
      const left = { status: 'unsubscribed', unsubscribedAt: site.now };
      expect(await stored('ada@news.example')).toMatchObject(left);
    }
    await submitForm(site.app, await linkTo('ada@news.example', CONFIRM));
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    expect((await site.app.fetch(path, { method: 'POST', body })).status).toBe(200);
    expect((await stored('ada@news.example'))?.status).toBe('unsubscribed');
  });

  it('unsubscribes with the button of a page, which offers to subscribe again', async () => {
    await subscribed('ada@news.example');
    const path = await linkTo('ada@news.example', UNSUBSCRIBE);
    expect(await (await site.app.fetch(path)).text()).toContain('Unsubscribe?');
    expect((await stored('ada@news.example'))?.status).toBe('confirmed');
    const response = await submitForm(site.app, path);
    expect([response.status, response.headers.get('location')]).toEqual([303, path]);
    const left = await (await site.app.fetch(path)).text();
    expect(left).toContain('You are unsubscribed');
    const again = /action="([^"]+)"/.exec(left)?.[1] ?? '';
    expect(again.startsWith(CONFIRM)).toBe(true);
    await submitForm(site.app, again);
    expect(await stored('ada@news.example')).toMatchObject({ status: 'confirmed', unsubscribedAt: null });
  });

  it('shows the stored data, and deletes all of it', async () => {
    await subscribed('ada@news.example');
    const unsubscribe = await linkTo('ada@news.example', UNSUBSCRIBE);
    const page = await (await site.app.fetch(unsubscribe)).text();
    const path = pathOf(page, OWN_DATA);
    const shown = await (await site.app.fetch(path)).text();
    expect(shown).toContain('ada@news.example');
    expect(shown).toContain(CONSENT_IN_HTML);
    expect((await submitForm(site.app, path)).status).toBe(303);
    expect(await stored('ada@news.example')).toBeUndefined();
    expect(await (await site.app.fetch(path)).text()).not.toContain('ada@');
    // Links in old emails still work.
    expect((await submitForm(site.app, unsubscribe, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect(await (await site.app.fetch(unsubscribe)).text()).toContain('No subscription found');
  });

  it('renders the form again with the input when it is not a valid address', async () => {
    for (const email of ['', 'ada@news', `${'a'.repeat(255)}@b.example`]) {
      const response = await signUp(email);
      const html = await response.text();
      expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
      expect(html).toContain('aria-invalid="true"');
      expect(html).toContain(`value="${email.slice(0, 254)}"`);
      expect((await postJson(site.app, '/api/newsletter', { email })).status).toBe(422);
    }
    const hostile = await signUp('"><script>alert(1)</script>@x');
    expect(await hostile.text()).not.toContain('<script>alert');
    expect(await site.app.database.db.$count(subscribers)).toBe(0);
  });

  it('changes nothing when every link is opened', async () => {
    await signUp('pending@news.example');
    await subscribed('ada@news.example');
    await site.app.jobs.runDue();
    const before = await dump(site.app.database);
    const waiting = (await site.smtp.received()).flatMap(({ mail }) => pathsIn(`${mail.text}\n${mail.html}`));
    waiting.push('/newsletter', '/newsletter/subscribed', '/newsletter/issues');
    const met = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (met.has(path) || !path.startsWith('/newsletter')) continue;
      met.add(path);
      await site.app.fetch(path, { method: 'HEAD' });
      const html = await (await site.app.fetch(path)).text();
      waiting.push(...Array.from(html.matchAll(/(?:href|action)="(\/[^"]*)"/g), ([, found = '']) => found));
    }
    for (const kind of [CONFIRM, UNSUBSCRIBE, OWN_DATA])
      expect([...met].filter((path) => path.startsWith(kind)).length).toBeGreaterThanOrEqual(1);
    await site.app.jobs.runDue();
    expect(await dump(site.app.database)).toEqual(before);
  });

  it('accepts twenty sign-ups an hour from one network, and keeps the input of a rejected one', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let time = 0; time < 20; time++)
      expect((await signUp(`r${time}@news.example`, headers)).status).toBe(303);
    const refused = await signUp('one-more@news.example', headers);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('value="one-more@news.example"');
    const json = await postJson(site.app, '/api/newsletter', { email: 'one-more@news.example' }, headers);
    expect([json.status, Number(json.headers.get('retry-after'))]).toEqual([429, 3600]);
    expect(await stored('one-more@news.example')).toBeUndefined();
    expect((await signUp('one-more@news.example')).status).toBe(303);
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
    await makeSubscribers(site.app.database, sent, { status: 'pending', confirmationMailedAt: site.now });
    for (const name of ['last', 'one-too-many', 'two-too-many']) await signUp(`${name}@news.example`);
    await site.app.jobs.runDue();
    expect((await site.smtp.received()).map(({ envelope }) => envelope.to)).toEqual([['last@news.example']]);
    const withheld = eq(subscribers.confirmationWithheldAt, site.now);
    expect(await site.app.database.db.$count(subscribers, withheld)).toBe(2);
    advanceClock(HOUR_MS);
    await signUp('one-too-many@news.example');
    expect(await mailbox('one-too-many@news.example')).toHaveLength(1);
    expect(await stored('one-too-many@news.example')).toMatchObject({ confirmationWithheldAt: null });
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { CONFIRMATIONS_PER_HOUR } from '#domain/newsletter/subscriber.ts';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { postJson } from '../accounts.ts';
import { databaseKindsFor, testApp } from '../app.ts';
import { endurance } from '../full.ts';
import { makeSubscribers } from '../newsletter.ts';
import { startSmtp } from '../smtp.ts';
import { prepareNewsletterSite } from './newsletter-site.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

/** Five of each address. There are more addresses than emails in an hour. */
const SIGN_UPS = endurance('SIGN_UPS', { usual: 1_250, full: 5_000 });

describe.each(DATABASE_KINDS)('subscribing to the newsletter, on the %s database', (databaseKind) => {
  const site = prepareNewsletterSite(databaseKind);
  const { signUp, advanceClock, stored, mailbox } = site;

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
  });
});

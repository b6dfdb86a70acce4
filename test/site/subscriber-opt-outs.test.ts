import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor, testApp, type TestApp } from '../app.ts';

describe.each(databaseKindsFor(import.meta.filename))('an imported list (%s database)', (databaseKind) => {
  let app: TestApp;
  let headers: { readonly authorization: string };
  let now = new Date();
  beforeAll(async () => {
    app = await testApp({ databaseKind, clock: () => now });
    headers = await adminHeaders(app);
  });
  afterAll(() => app.close());
  afterEach(async () => void (await app.database.db.delete(subscribers)));

  async function bring(csv: string, as: 'pending' | 'confirmed' = 'pending') {
    const response = await app.fetch(`/api/newsroom/newsletter/imports?as=${as}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: csv,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** The status of each address, by the part before the @. */
  async function statuses(): Promise<Record<string, string>> {
    const rows = await app.database.db.select().from(subscribers);
    return Object.fromEntries(rows.map(({ email, status }) => [email.split('@')[0] ?? '', status]));
  }

  it.each([
    ['Ghost', 'email,subscribed_to_emails', 'in@r.example,true\nout@r.example,false'],
    [
      'Substack',
      'email,active_subscription,email_disabled',
      'in@r.example,false,false\nout@r.example,true,true',
    ],
    [
      'the Substack dashboard',
      'Email,Name,Unsubscribed Date',
      'in@r.example,A,\nout@r.example,B,2024-05-01T00:00:00Z',
    ],
    [
      'Mailchimp',
      'Email Address,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON',
      'in@r.example,2024-01-01 10:00:00,,\nout@r.example,2024-01-01 10:00:00,2024-02-01 10:00:00,N/A',
    ],
    ['Mailchimp, cleaned', 'Email Address,CLEAN_TIME', 'in@r.example,\nout@r.example,2023-05-12 15:19:02'],
    ['beehiiv', 'email,status,unsubscribed_at', 'in@r.example,active,\nout@r.example,inactive,'],
    ['Kit', 'email,status', 'in@r.example,active\nout@r.example,bounced\nout2@r.example,cancelled'],
    ['Substack, paid', 'email,email_disabled,type', 'in@r.example,false,gift\nout@r.example,true,comp'],
    ['Buttondown', 'email,type,unsubscription_date', 'in@r.example,regular,\nout@r.example,unsubscribed,'],
    ['a column without a known name', 'email,notes', 'in@r.example,vip\nout@r.example,Unsubscribed'],
    ['a table with boxes', 'email,subscribed', 'in@r.example,checked\nout@r.example,'],
    [
      'two columns of one name',
      'email,status,Subscription Status',
      'in@r.example,active,\nout@r.example,active,cancelled',
    ],
    [
      'names of members of objects',
      'email,constructor,status',
      'in@r.example,__proto__,\nout@r.example,valueOf,removed',
    ],
    ['words for no value', 'email,deleted_at,unsubscribed', 'in@r.example,NULL,-\nout@r.example,null,yes'],
    ['a list of tags', 'email,tags', 'in@r.example,vip\nout@r.example,"vip, unsubscribed"'],
    ['this system', 'email,unsubscribed_at', 'in@r.example,\nout@r.example,2024-02-01'],
  ])('of %s subscribes nobody who has opted out', async (_, header, records) => {
    expect(await bring(`${header}\n${records}\n`)).toMatchObject({ status: 200, body: { refused: 0 } });
    const { in: subscribed, ...others } = await statuses();
    expect(subscribed).toBe('pending');
    expect(new Set(Object.values(others))).toEqual(new Set(['unsubscribed']));
  });

  it('takes words of states for states in columns of states only', async () => {
    await bring('email,name,tags,status\na@r.example,Spam,removed,active\nb@r.example,B,vip,spam\n');
    expect(await statuses()).toEqual({ a: 'pending', b: 'blocked' });
  });

  it.each([
    ['2024-01-01 10:00:00', '2024-01-01 10:30:00'],
    ['2024-06-01', '02/07/2024'],
    ['2024-01-01T10:00:00Z', '2024-01-01'],
  ])('confirmed at %s and unsubscribed at %s subscribes nobody', async (confirmed, unsubscribed) => {
    const csv = `email,consent,confirm_time,unsub_time\na@r.example,form,${confirmed},${unsubscribed}\n`;
    await bring(csv, 'confirmed');
    expect(await statuses()).toEqual({ a: 'unsubscribed' });
  });

  it('blocks who has complained', async () => {
    await bring('email,status\na@r.example,blocklisted\nb@r.example,complained\nb@r.example,unsubscribed\n');
    expect(await statuses()).toEqual({ a: 'blocked', b: 'blocked' });
  });

  it('subscribes nobody who has opted out in another record of the list', async () => {
    const others = Array.from({ length: 600 }, (_, number) => `reader${number}@r.example,active`).join('\n');
    await bring(
      `email,status\nlater@r.example,active\nearlier@r.example,unsubscribed\nnear@r.example,active\nnear@r.example,bounced\n` +
        `${others}\nlater@r.example,unsubscribed\nearlier@r.example,active\n`,
    );
    const { later, earlier, near, reader1 } = await statuses();
    expect({ later, earlier, near, reader1 }).toEqual({
      later: 'unsubscribed',
      earlier: 'unsubscribed',
      near: 'unsubscribed',
      reader1: 'pending',
    });
  });

  it.each([
    ['a date that is none', 'out@r.example,true,31 Feb'],
    ['a broken quote', '"out@r.example"x,true,'],
    ['no other record', 'out@r.example;,true,'],
    ['a comma without quotes', 'out@r.example,,,true'],
  ])('subscribes nobody whose opt-out is refused because of %s', async (_, record) => {
    await bring(`email,unsubscribed,created_at\nOut@r.example,,\n${record}\nin@r.example,,\n`);
    const { in: subscribed, out = 'nobody' } = await statuses();
    expect(subscribed).toBe('pending');
    expect(['unsubscribed', 'nobody']).toContain(out);
  });

  it('ends subscriptions of an earlier import, but none that was confirmed here', async () => {
    const { db } = app.database;
    const proof = 'form,2024-01-01';
    const earlier = `email,consent,confirmed_at,status\nlist@r.example,${proof},confirmed\nhere@r.example,${proof},confirmed\n`;
    await bring(`${earlier}waits@r.example,,,pending\n`, 'confirmed');
    await db.insert(subscribers).values({ email: 'form@r.example', status: 'confirmed', confirmedAt: now });
    const confirmedAt = new Date(now.getTime() + 500);
    await db.update(subscribers).set({ confirmedAt }).where(eq(subscribers.email, 'here@r.example'));
    now = new Date(now.getTime() + 1_000);
    const gone = ['list', 'here', 'waits', 'form'].map((name) => `${name}@r.example,unsubscribed`);
    const { body } = await bring(`email,status\n${gone.join('\n')}\n`);
    expect(body).toMatchObject({ added: 0, known: 4, ended: 2, refused: 0 });
    expect(await statuses()).toEqual({
      list: 'unsubscribed',
      waits: 'unsubscribed',
      here: 'confirmed',
      form: 'confirmed',
    });
  });

  it('as confirmed subscribes again who has confirmed after unsubscribing', async () => {
    const csv =
      'email,consent,confirmed_at,unsubscribed_at\n' +
      'back@r.example,form,2024-03-01,2024-02-01\ngone@r.example,form,2024-02-01,2024-03-01\n';
    await bring(csv, 'confirmed');
    expect(await statuses()).toEqual({ back: 'confirmed', gone: 'unsubscribed' });
  });

  it.each(['Marketing permission', 'gdpr_status', 'Opt-in level', 'Do not contact', 'Removed', 'Active'])(
    'with the unclear column %s is not imported',
    async (name) => {
      const { status, body } = await bring(`email,${name}\na@r.example,maybe\n`);
      expect(status).toBe(422);
      expect(body['detail']).toContain(`may say who has unsubscribed: “${name}”`);
      expect(await statuses()).toEqual({});
    },
  );
});

import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { CONFIRMATIONS_PER_HOUR } from '#domain/newsletter/subscriber.ts';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { adminHeaders } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { newsletterRequest, makeSubscribers, rejections, submitForm } from '../newsletter.ts';
import { prepareMailSiteOfAdmin } from './mail-site.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('the subscribers of the newsletter, on the %s database', (databaseKind) => {
  const site = prepareMailSiteOfAdmin({
    databaseKind,
    start: '2026-05-06T12:00:00Z',
    env: { TRUST_PROXY: '1' },
  });
  const { advanceClock } = site;

  const newsroom = (path: string, body?: unknown) => newsletterRequest(site.app, site.headers, path, body);
  const all = () => site.app.database.db.select().from(subscribers).orderBy(asc(subscribers.email));
  const daysAgo = (days: number) => new Date(site.now.getTime() - days * DAY_MS);
  const bring = async (csv: string, as: 'pending' | 'confirmed', type = 'text/csv') => {
    const response = await site.app.fetch(`/api/newsroom/newsletter/imports?as=${as}`, {
      method: 'POST',
      headers: { ...site.headers, 'content-type': type },
      body: csv,
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it('are in the audit log as an import if one was added', async () => {
    const imports = async () =>
      site.app.database.db.$count(auditEvents, eq(auditEvents.action, 'subscribers_imported'));
    const added = 'email\nada@r.example\n';
    for (const [csv, status, expected] of [
      ['name\nAda', 422, 0],
      ['email\nnobody', 200, 0],
      [added, 200, 1],
      [added, 200, 1],
      [`email\nbob@r.example\n"`, 200, 2],
    ] as const)
      expect([csv, (await bring(csv, 'pending')).status, await imports()]).toEqual([csv, status, expected]);
  });

  it('are deleted and blocked on request', async () => {
    const [one, other] = await makeSubscribers(site.app.database, ['one@r.example', 'other@r.example']);
    expect((await newsroom(`DELETE /subscribers/${one?.id}`)).status).toBe(204);
    expect((await newsroom(`DELETE /subscribers/${one?.id}`)).status).toBe(404);
    expect((await newsroom(`PATCH /subscribers/${other?.id}`, { blocked: true })).status).toBe(204);
    const blocked = { email: 'other@r.example', status: 'blocked', unsubscribedAt: site.now };
    expect(await all()).toMatchObject([blocked]);
    const network = { 'x-forwarded-for': '198.51.100.1' };
    await submitForm(site.app, '/newsletter', { email: 'other@r.example' }, network);
    await site.app.jobs.runDue();
    expect(site.smtp.rawMails).toEqual([]);
    expect((await newsroom(`PATCH /subscribers/${other?.id}`, { blocked: false })).status).toBe(204);
    expect(await all()).toMatchObject([{ status: 'unsubscribed' }]);
  });

  it('are exported as CSV without formulas, and imported again unchanged', async () => {
    await makeSubscribers(site.app.database, ['+ada@r.example', '-x@r.example'], {
      consent: 'I agree, "fully"\r\nto =everything',
      createdAt: daysAgo(20),
    });
    await makeSubscribers(site.app.database, ['gone@r.example'], {
      status: 'unsubscribed',
      createdAt: daysAgo(9),
      unsubscribedAt: daysAgo(3),
    });
    const { body } = await newsroom('GET /subscribers.csv');
    const csv = String(body);
    expect(csv).toMatch(/^email,status,source,consent,subscribed_at,confirmed_at,unsubscribed_at\r\n/);
    expect(csv).toContain('\r\n\'+ada@r.example,confirmed,form,"I agree, ""fully""\r\nto =everything",');
    expect(csv).not.toMatch(/^[=+\-@]/m);
    const before = await all();
    await site.app.database.db.delete(subscribers);
    const imported = await bring(csv, 'confirmed');
    expect(imported).toMatchObject({ status: 200, body: { added: 3, known: 0, refused: 0 } });
    const fields = ['email', 'status', 'consent', 'createdAt', 'confirmedAt', 'unsubscribedAt'] as const;
    const comparable = (row: (typeof before)[number]) => fields.map((field) => row[field]);
    expect((await all()).map(comparable)).toEqual(before.map(comparable));
  });

  it('are imported as confirmed only with a consent record, and unsubscribed ones are not added again', async () => {
    await makeSubscribers(site.app.database, ['left@r.example'], { status: 'unsubscribed' });
    const csv = [
      'Email,Consent,Confirmed_At',
      'Ada@R.example,They ticked a box,2025-05-01',
      'noproof@r.example,,2025-05-01',
      'nodate@r.example,They ticked a box,',
      'future@r.example,They ticked a box,2027-01-01',
      'left@r.example,They ticked a box,2025-05-01',
      'nobody,They ticked a box,2025-05-01',
      'ada@r.example,Twice,2025-05-01',
    ].join('\n');
    const errors = rejections({
      2: 'confirmed needs consent and confirmed_at',
      3: 'confirmed needs consent and confirmed_at',
      4: 'Confirmed_At is in the future',
      6: 'Email is not an email address',
    });
    const report = { added: 1, known: 2, refused: 4, errors };
    expect(await bring(csv, 'confirmed')).toMatchObject({ status: 200, body: report });
    expect(await all()).toMatchObject([
      { email: 'ada@r.example', status: 'confirmed', source: 'import', consent: 'They ticked a box' },
      { email: 'left@r.example', status: 'unsubscribed' },
    ]);
  });

  it('are imported as pending, and get confirmation emails on request, limited per hour', async () => {
    const many = Array.from({ length: CONFIRMATIONS_PER_HOUR + 3 }, (_, index) => `r${index}@r.example`);
    expect(await bring(['email', ...many].join('\n'), 'pending')).toMatchObject({
      body: { added: many.length },
    });
    await site.app.jobs.runDue();
    expect(site.smtp.rawMails).toEqual([]);
    expect((await newsroom('GET ')).body).toMatchObject({ confirmations: { withheld: many.length } });
    expect((await newsroom('POST /withheld/release')).status).toBe(202);
    await site.app.jobs.runDue();
    expect(site.smtp.rawMails).toHaveLength(CONFIRMATIONS_PER_HOUR);
    // Nobody has entered these addresses in the form.
    const [first] = await site.smtp.received();
    expect(first?.mail.text).toContain('This address is on a list of readers that');
    expect(`${first?.mail.text}${first?.mail.html}`).not.toContain('hopefully you');
    advanceClock(HOUR_MS + 60_000);
    await site.app.jobs.runDue();
    expect(new Set(site.smtp.rawMails.map(({ envelope }) => envelope.to.join())).size).toBe(many.length);
    site.headers = await adminHeaders(site.app);
    expect((await newsroom('GET ')).body).toMatchObject({ confirmations: { withheld: 0 } });
  });

  it('that are withheld are deleted on request', async () => {
    const withheld = { confirmationWithheldAt: site.now };
    await makeSubscribers(site.app.database, ['bot@r.example'], { ...withheld, status: 'pending' });
    await makeSubscribers(site.app.database, ['was@r.example'], { ...withheld, status: 'unsubscribed' });
    expect((await newsroom('DELETE /withheld')).status).toBe(204);
    expect(await all()).toMatchObject([{ email: 'was@r.example', confirmationWithheldAt: null }]);
  });

  it('are not imported from an invalid list', async () => {
    for (const [csv, status, words] of [
      ['name,age\nada,3', 422, 'including “email”'],
      ['"email\nada@r.example', 422, 'ends within quotes'],
      [`email\n${'"a"b\n'.repeat(1_001)}`, 422, 'More than 1,000 lines are not valid CSV'],
      [`email\nnew@r.example\n${'nobody\n'.repeat(100_000)}`, 413, 'at most 100,000 addresses'],
      [`email\n${`${'x'.repeat(200)}@r.example\n`.repeat(60_000)}`, 413, 'Nothing was imported'],
    ] as const)
      expect(await bring(csv, 'pending')).toMatchObject({
        status,
        body: { detail: expect.stringContaining(words) },
      });
    expect(await site.app.database.db.$count(subscribers)).toBe(0);
  });

  it('are imported except for a record with a broken quote, and every record is counted', async () => {
    const csv =
      'email,name\nnew@r.example,A\nagain@r.example,B\nagain@r.example,C\n"x" y,z\nnobody,D\nlast@r.example,"E';
    const { status, body } = await bring(csv, 'pending');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      added: 2,
      unconfirmed: 2,
      known: 1,
      refused: 3,
      errors: [
        { record: 4, reason: 'Line 5 continues after a closing quote.' },
        { record: 5, reason: 'email is not an email address' },
        { record: 6, reason: 'Line 7 ends within quotes.' },
      ],
    });
    expect((await all()).map(({ email }) => email)).toEqual(['again@r.example', 'new@r.example']);
  });
});

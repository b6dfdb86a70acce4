import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comments } from '#domain/comments/tables.server.ts';
import { contactMessages } from '#domain/contact/tables.server.ts';
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscribers as subscribers,
} from '#domain/newsletter/tables.server.ts';
import { backup } from '#cli/backup/backup.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { createLog } from '#platform/log.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { makeAccount, postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL, type TestApp, testApp } from '../app.ts';
import { type ArticleRow, makeArticle, makeComment } from '../factories.ts';
import { dump, makeSubscribers, pathIn, submitForm } from '../newsletter.ts';
import { startSmtp, type SmtpTestServer } from '../smtp.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const HOUR_MS = 3_600_000;
const DATA_PAGE = '/your-data/held?token=';
const ADA = 'ada@canary.example';
const EVE = 'eve@other.example';

/** Columns that may contain an address, and where it is exported: in the page and the download, or why not. */
const ADDRESS_COLUMNS: Readonly<Record<string, string>> = {
  'comments.user_email': 'comments',
  'newsletter_subscribers.email': 'newsletter',
  'contact_messages.email': 'contact_messages',
  'mails.content': 'waiting_mails',
  'jobs.payload': 'waiting_work',
  'user.email': 'account',
  // Not about readers:
  'user.email_verified': 'whether an address is confirmed, and no address',
  'session.ip_address': 'the network of an account, which is named with the account',
};

describe.each(DATABASE_KINDS)('the personal data of an address, on the %s database', (databaseKind) => {
  let app: TestApp;
  let smtp: SmtpTestServer;
  let now: Date;
  let network: number;
  let lines: string[];
  let article: ArticleRow;

  beforeEach(async () => {
    now = new Date('2026-05-04T12:00:00Z');
    network = 0;
    lines = [];
    smtp = await startSmtp();
    app = await testApp({
      databaseKind,
      env: { TRUST_PROXY: '1', SMTP_URL: smtp.url, SITE_EMAIL: 'owner@news.example' },
      clock: () => now,
      log: createLog('trace', (line) => void lines.push(line)),
    });
    article = await makeArticle(app.database, { slug: 'story', title: 'A story' });
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await smtp.close();
  });

  const advanceClock = (ms: number) => (now = new Date(now.getTime() + ms));
  const fromNewNetwork = () => ({ 'x-forwarded-for': `198.51.100.${network++ % 250}` });
  const request = (email: string, headers: Readonly<Record<string, string>> = fromNewNetwork()) =>
    submitForm(app, '/your-data', { email }, headers);
  const text = async (path: string) => (await app.fetch(path)).text();

  async function mailbox(email: string) {
    await app.jobs.runDue();
    return (await smtp.received()).filter(({ envelope }) => envelope.to.includes(email));
  }
  async function tokenFor(email: string): Promise<string> {
    expect((await request(email)).status).toBe(303);
    const received = await mailbox(email);
    return pathIn(received.at(-1)?.mail.text, DATA_PAGE).slice(DATA_PAGE.length);
  }
  async function download(token: string): Promise<Record<string, unknown>> {
    const response = await app.fetch(`/your-data/held/download?token=${token}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  }

  /** Creates rows in every table that can contain an address, through HTTP where possible. */
  async function createPersonalData(email: string, word: string): Promise<void> {
    await makeComment(app.database, article, { userEmail: email, commentText: `${word} published` });
    await makeComment(app.database, article, {
      userEmail: email,
      commentText: `${word} waiting`,
      status: 'held',
      reasons: ['links'],
    });
    await makeComment(app.database, article, {
      userEmail: email,
      commentText: `${word} removed`,
      status: 'deleted',
      decidedAt: now,
    });
    const [subscriber] = await makeSubscribers(app.database, [email], { consent: `${word} consent` });
    await app.database.db.insert(newsletterIssues).values({
      id: uuidv7(),
      status: 'sent',
      subject: `Issue ${word}`,
      number: (await app.database.db.$count(newsletterIssues)) + 1,
      sendAt: now,
      startedAt: now,
      sentAt: now,
    });
    const [issue] = await app.database.db
      .select()
      .from(newsletterIssues)
      .where(eq(newsletterIssues.subject, `Issue ${word}`));
    await app.database.db.insert(newsletterDeliveries).values({
      id: uuidv7(),
      issueId: issue?.id ?? '',
      subscriberId: subscriber?.id ?? '',
      status: 'accepted',
      dueAt: now,
      changedAt: now,
    });
    smtp.setBehaviours(['defer']);
    // Stored as it was entered.
    const enteredEmail = email.replace(/^./, (letter) => letter.toUpperCase());
    const message = {
      name: 'Ada',
      email: enteredEmail,
      subject: `${word} subject`,
      message: `${word} message`,
    };
    expect((await postJson(app, '/api/contact', message, fromNewNetwork())).status).toBeLessThan(300);
    expect((await postJson(app, '/api/password-resets', { email }, fromNewNetwork())).status).toBe(202);
  }

  const rowsWith = async (needle: string): Promise<string[]> =>
    Object.entries(await dump(app.database)).flatMap(([table, rows]) =>
      rows.filter((row) => row.toLowerCase().includes(needle)).map(() => table),
    );

  /** The contents of a backup created now. */
  async function backedUp(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-your-data-'));
    const file = join(folder, 'backup.tar.gz');
    const config = readConfig({ DATA_DIR: folder });
    await backup.run([file], { config, database: app.database, print: () => {} });
    const contents = gunzipSync(readFileSync(file)).toString('latin1').toLowerCase();
    rmSync(folder, { recursive: true });
    return contents;
  }

  it('covers every column that may contain an address', async () => {
    const { rows } = await app.database.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public')
        and (column_name ~* 'mail|address' or (data_type in ('json', 'jsonb') and table_name <> 'settings'))
        and not (column_name in ('mail_id', 'confirmation_mailed_at'))
        -- Names of authors, which are published.
        and column_name <> 'bylines'
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(ADDRESS_COLUMNS).toSorted());
  });

  it('is shown, exported and deleted completely through the link of an email', async () => {
    await createPersonalData(ADA, 'canary');
    await createPersonalData(EVE, 'other');
    const token = await (async () => {
      smtp.setBehaviours(['defer']);
      await request(ADA);
      await app.jobs.runDue();
      smtp.setBehaviours(['accept']);
      advanceClock(60_000);
      // The emails to the owner are still queued, so the outbox is not empty.
      const [row] = await app.database.db
        .select()
        .from(mails)
        .where(sql`content #>> '{to,address}' = ${ADA}`);
      return pathIn(row?.content?.text, DATA_PAGE).slice(DATA_PAGE.length);
    })();

    await app.database.db.insert(jobs).values({
      kind: 'test.given-up',
      payload: { about: [{ email: 'ADA@canary.example' }] },
      dueAt: now,
      failedAt: now,
      leaseSeconds: 60,
      maxAttempts: 1,
    });

    const dataPage = await app.fetch(DATA_PAGE + token);
    expect(dataPage.headers.get('cache-control')).toBe('no-store');
    expect(dataPage.headers.get('referrer-policy')).toBe('no-referrer');
    const shown = await dataPage.text();
    for (const expected of [
      ADA,
      'canary published',
      'canary waiting',
      'Awaiting review',
      'canary removed',
      'canary consent',
      'canary subject',
      'canary message',
      'A story',
    ])
      expect(shown).toContain(expected);
    expect(shown).not.toContain('other');

    const json = await download(token);
    expect(json).toMatchObject({
      address: ADA,
      comments: [
        { text: 'canary removed', state: 'deleted' },
        { text: 'canary waiting', state: 'held' },
        {
          text: 'canary published',
          state: 'published',
          article: { title: 'A story', url: `${PUBLIC_URL}/article/story` },
        },
      ],
      newsletter: { status: 'confirmed', consent: 'canary consent', issues_sent: 1 },
      contact_messages: [
        { subject: 'canary subject', message: 'canary message', email: 'Ada@canary.example' },
      ],
      account: null,
    });
    expect(json['waiting_mails']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject: 'canary subject', to: 'owner@news.example' }),
      ]),
    );
    expect(json['waiting_work']).toMatchObject([{ kind: 'test.given-up' }]);
    expect(JSON.stringify(json)).not.toMatch(/other|eve@/);
    const told = new Set(Object.values(ADDRESS_COLUMNS).filter((where) => !where.includes(' ')));
    expect(Object.keys(json)).toEqual(expect.arrayContaining([...told]));

    const others = await rowsWith('eve@');
    expect(await text('/article/story')).toContain('canary published');
    const confirm = await text(`/your-data/held/deletion?token=${token}`);
    expect(confirm).toContain('3 comments');
    expect(await rowsWith(ADA)).not.toEqual([]);
    expect(await backedUp()).toContain(ADA);
    const done = await submitForm(app, `/your-data/held/deletion?token=${token}`);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/your-data/deleted']);

    expect(await rowsWith(ADA)).toEqual([]);
    expect(await rowsWith('canary')).toEqual(['newsletter_issues']);
    expect(await rowsWith('eve@')).toEqual(others);
    expect(await backedUp()).not.toContain(ADA);
    const page = await text('/article/story');
    expect(page).not.toContain('canary published');
    expect(page).toContain('other published');
    expect(page).toContain('1 comment');
    expect(await text(DATA_PAGE + token)).toContain('We hold nothing about this address.');
    expect(await download(token)).toMatchObject({ comments: [], contact_messages: [], newsletter: null });
    // A second deletion is not an error.
    expect((await submitForm(app, `/your-data/held/deletion?token=${token}`)).status).toBe(303);

    // Later jobs send no email and restore nothing.
    advanceClock(24 * HOUR_MS);
    await app.jobs.runDue();
    expect((await smtp.received()).some(({ raw }) => raw.includes('canary'))).toBe(false);
    expect(await rowsWith(ADA)).toEqual([]);
    expect(lines.join('')).not.toContain(token);
    expect(lines.join('')).not.toContain(ADA);
  });

  it('answers the same for every address, and sends a link only if there is stored data', async () => {
    await makeComment(app.database, article, { userEmail: ADA });
    const responses = [];
    for (const email of [ADA, EVE, ` ${ADA.toUpperCase()} `]) {
      const response = await request(email);
      responses.push([response.status, [...response.headers], await response.text()]);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]?.[0]).toBe(303);
    expect(await mailbox(ADA)).toHaveLength(1);
    expect(await mailbox(EVE)).toHaveLength(0);
    // The request itself is not stored either.
    expect(await rowsWith('eve@')).toEqual([]);
    expect(await rowsWith('ada@')).toEqual(['comments']);
  });

  it('limits emails to one an hour and three a day per address, and requests to ten an hour per network', async () => {
    await makeComment(app.database, article, { userEmail: ADA });
    for (let hour = 0; hour < 6; hour++) {
      for (let time = 0; time < 3; time++) expect((await request(ADA)).status).toBe(303);
      expect(await mailbox(ADA)).toHaveLength(Math.min(hour + 1, 3));
      advanceClock(HOUR_MS);
    }
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let time = 0; time < 10; time++)
      expect((await request(`reader-${time}@news.example`, headers)).status).toBe(303);
    const refused = await request(EVE, headers);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect(await refused.text()).toContain(`value="${EVE}"`);
    expect((await request(EVE)).status).toBe(303);
  });

  it('renders the form again for an invalid address, and rejects a cross-site form', async () => {
    for (const email of ['', 'ada', 'a b@news.example', 'a@b.example, c@d.example']) {
      const response = await request(email);
      expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
      expect(await response.text()).toContain('aria-invalid="true"');
    }
    expect((await request(ADA, { ...fromNewNetwork(), 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await app.database.db.$count(jobs, eq(jobs.kind, 'readers.mail-link'))).toBe(0);
  });

  it('opens only with its own token, for a day', async () => {
    await makeComment(app.database, article, { userEmail: ADA, commentText: 'canary words' });
    await makeComment(app.database, article, { userEmail: EVE, commentText: 'other words' });
    const [ada, eve] = [await tokenFor(ADA), await tokenFor(EVE)];
    expect(await text(DATA_PAGE + ada)).not.toContain('other words');
    expect(await text(DATA_PAGE + eve)).not.toContain('canary words');
    const broken = ada.slice(0, 40) + eve.slice(40);
    const routes = [
      ['GET', '/held'],
      ['GET', '/held/download'],
      ['GET', '/held/deletion'],
      ['POST', '/held/withdrawal'],
      ['POST', '/held/unsubscription'],
      ['POST', '/held/deletion'],
    ] as const;
    const expectRefused = async (token: string, status: number) => {
      for (const [method, path] of routes) {
        const asked = `/your-data${path}?token=${token}`;
        const response = await (method === 'GET' ? app.fetch(asked) : submitForm(app, asked));
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([
          path,
          status,
          'no-store',
        ]);
        expect(response.headers.get('referrer-policy')).toBe('no-referrer');
        expect(await response.text()).not.toMatch(/words|@canary/);
      }
    };
    for (const token of [broken, `${ada}x`, '', 'x'.repeat(5000)]) await expectRefused(token, 400);
    // The form of a page that was opened yesterday.
    advanceClock(24 * HOUR_MS);
    await expectRefused(ada, 410);
    expect(await text(DATA_PAGE + ada)).toContain('This link has expired');
    expect(await app.database.db.$count(comments)).toBe(2);
  });

  it('deletes a single comment, and unsubscribes', async () => {
    const mine = await makeComment(app.database, article, {
      userEmail: ADA,
      commentText: 'mine to take back',
    });
    await makeComment(app.database, article, { userEmail: ADA, commentText: 'mine that stays' });
    const hers = await makeComment(app.database, article, { userEmail: EVE });
    await makeSubscribers(app.database, [ADA, EVE]);
    const token = await tokenFor(ADA);
    expect(await text('/article/story')).toContain('mine to take back');
    for (const comment of [hers.id, 'nonsense', mine.id, mine.id])
      await submitForm(app, `/your-data/held/withdrawal?token=${token}`, { comment });
    expect(await app.database.db.$count(comments)).toBe(2);
    const page = await text('/article/story');
    expect(page).not.toContain('mine to take back');
    expect(page).toContain('mine that stays');
    expect(page).toContain('2 comments');
    const left = await submitForm(app, `/your-data/held/unsubscription?token=${token}`);
    expect(await text(left.headers.get('location') ?? '')).toContain('You are unsubscribed');
    const states = await app.database.db.select().from(subscribers).orderBy(subscribers.email);
    expect(states.map(({ status }) => status)).toEqual(['unsubscribed', 'confirmed']);
  });

  it('changes nothing when every link is opened repeatedly', async () => {
    await createPersonalData(ADA, 'canary');
    smtp.setBehaviours(['accept']);
    const token = await tokenFor(ADA);
    await app.jobs.runDue();
    const before = await dump(app.database);
    const waiting = ['/your-data', DATA_PAGE + token];
    const met = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (met.has(path) || !path.startsWith('/your-data')) continue;
      met.add(path);
      await app.fetch(path, { method: 'HEAD' });
      const response = await app.fetch(path);
      const found = (await response.text()).matchAll(/(?:href|action)="(\/[^"]*)"/g);
      waiting.push(...Array.from(found, ([, to = '']) => to.replaceAll('&amp;', '&')));
    }
    for (const path of ['', '/download', '/withdrawal', '/unsubscription', '/deletion'])
      expect([...met]).toContain(`/your-data/held${path}?token=${token}`);
    expect(await dump(app.database)).toEqual(before);
  });

  it('names an account, and does not delete it', async () => {
    await makeAccount(app, { email: ADA, name: 'Ada Editor', role: 'admin' });
    const token = await tokenFor(ADA);
    expect(await text(DATA_PAGE + token)).toContain('Ada Editor');
    expect(await download(token)).toMatchObject({
      account: { name: 'Ada Editor', email_verified: true, role: 'admin', signed_in_at: null },
    });
    await submitForm(app, `/your-data/held/deletion?token=${token}`);
    expect(await rowsWith('ada@')).toEqual(['user']);
  });

  it('does not delete emails that were delivered to the owner', async () => {
    smtp.setBehaviours(['defer']);
    const message = { name: 'Eve', email: EVE, subject: 'To the owner', message: 'other words' };
    await postJson(app, '/api/contact', message, fromNewNetwork());
    await makeComment(app.database, article, { userEmail: 'owner@news.example' });
    await app.jobs.runDue();
    smtp.setBehaviours(['accept']);
    const token = await tokenFor('owner@news.example');
    expect(await text(DATA_PAGE + token)).not.toContain('To the owner');
    await submitForm(app, `/your-data/held/deletion?token=${token}`);
    advanceClock(24 * HOUR_MS);
    await app.jobs.runDue();
    expect((await smtp.received()).filter(({ mail }) => mail.subject === 'To the owner')).toHaveLength(1);
  });

  it('deletes everything or nothing', async () => {
    await createPersonalData(ADA, 'canary');
    smtp.setBehaviours(['accept']);
    const token = await tokenFor(ADA);
    const before = await rowsWith('ada@');
    // The last domain fails.
    await app.database.db.execute(sql`alter table jobs rename to jobs_elsewhere`);
    const failed = await submitForm(app, `/your-data/held/deletion?token=${token}`);
    await app.database.db.execute(sql`alter table jobs_elsewhere rename to jobs`);
    expect(failed.status).toBe(503);
    expect(await rowsWith('ada@')).toEqual(before);
    expect(await text('/article/story')).toContain('canary published');
  });

  it('shows fifty comments a page, and exports all of them', async () => {
    const many = Array.from({ length: 451 }, (_, index) => ({
      articleId: article.id,
      userEmail: ADA,
      commentText: `number ${index}.`,
    }));
    await app.database.db.insert(comments).values(many);
    const token = await tokenFor(ADA);
    const first = await text(DATA_PAGE + token);
    expect(first).toContain('Comments (451)');
    expect(first).toContain('number 450.');
    expect(first).not.toContain('number 400.');
    const next = /href="([^"]+before=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await text(next)).toContain('number 400.');
    const json = await download(token);
    expect(new Set((json['comments'] as { text: string }[]).map(({ text: expected }) => expected)).size).toBe(
      451,
    );
  });

  it('shows twenty messages, and says how many older ones the download contains', async () => {
    const addMessages = (count: number) =>
      app.database.db.insert(contactMessages).values(
        Array.from({ length: count }, () => ({
          name: 'Ada',
          email: ADA,
          subject: 'Rain',
          message: 'It rains.',
        })),
      );
    await addMessages(21);
    const token = await tokenFor(ADA);
    expect(await text(DATA_PAGE + token)).toContain('>1 older message is included in the download.<');
    await addMessages(1);
    expect(await text(DATA_PAGE + token)).toContain('>2 older messages are included in the download.<');
  });

  it('keeps a deleted blocked address blocked by its hash', async () => {
    await makeSubscribers(app.database, [ADA], { status: 'blocked' });
    const token = await tokenFor(ADA);
    await submitForm(app, `/your-data/held/deletion?token=${token}`);
    expect(await rowsWith('ada@')).toEqual([]);
    const before = (await smtp.received()).length;
    expect((await submitForm(app, '/newsletter', { email: ADA }, fromNewNetwork())).status).toBe(303);
    await app.jobs.runDue();
    expect(await smtp.received()).toHaveLength(before);
    expect(await rowsWith('ada@')).toEqual([]);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { authors } from '#domain/articles/authors/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { newsletterSubscribers as subscribers } from '#domain/newsletter/tables.server.ts';
import { backup } from '#cli/backup/backup.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { makeAccount, postJson } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeComment } from '../factories.ts';
import { makeSubscribers, pathIn, submitForm } from '../newsletter.ts';
import { preparePersonalDataSite, DATA_PAGE, ADA, EVE, ADDRESS_COLUMNS } from './personal-data-site.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('the personal data of an address, on the %s database', (databaseKind) => {
  const site = preparePersonalDataSite(databaseKind);
  const { advanceClock, fromNewNetwork, request, text, tokenFor, download, createPersonalData, rowsWith } =
    site;

  /** The contents of a backup created now. */
  async function backedUp(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-your-data-'));
    const file = join(folder, 'backup.tar.gz');
    const config = readConfig({ DATA_DIR: folder });
    await backup.run([file], { config, database: site.app.database, print: () => {} });
    const contents = gunzipSync(readFileSync(file)).toString('latin1').toLowerCase();
    rmSync(folder, { recursive: true });
    return contents;
  }

  it('is shown, exported and deleted completely through the link of an email', async () => {
    await createPersonalData(ADA, 'canary');
    await createPersonalData(EVE, 'other');
    const token = await (async () => {
      site.smtp.setBehaviours(['defer']);
      await request(ADA);
      await site.app.jobs.runDue();
      site.smtp.setBehaviours(['accept']);
      advanceClock(60_000);
      // The emails to the owner are still queued, so the outbox is not empty.
      const [row] = await site.app.database.db
        .select()
        .from(mails)
        .where(sql`content #>> '{to,address}' = ${ADA}`);
      return pathIn(row?.content?.text, DATA_PAGE).slice(DATA_PAGE.length);
    })();

    await site.app.database.db.insert(jobs).values({
      kind: 'test.given-up',
      payload: { about: [{ email: 'ADA@canary.example' }] },
      dueAt: site.now,
      failedAt: site.now,
      leaseSeconds: 60,
      maxAttempts: 1,
    });

    const dataPage = await site.app.fetch(DATA_PAGE + token);
    expect(dataPage.headers.get('cache-control')).toBe('no-store');
    expect(dataPage.headers.get('referrer-policy')).toBe('no-referrer');
    const shown = await dataPage.text();
    for (const part of ['published', 'waiting', 'removed', 'consent', 'subject', 'message'])
      expect(shown).toContain(`canary ${part}`);
    for (const part of [ADA, 'Awaiting review', 'A story']) expect(shown).toContain(part);
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
      contact_messages: [{ subject: 'canary subject', message: 'canary message', email: ADA }],
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
    expect(confirm).not.toContain('The account with this address');
    expect(await rowsWith(ADA)).not.toEqual([]);
    expect(await backedUp()).toContain(ADA);
    const done = await submitForm(site.app, `/your-data/held/deletion?token=${token}`);
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
    expect((await submitForm(site.app, `/your-data/held/deletion?token=${token}`)).status).toBe(303);

    // Later jobs send no email and restore nothing.
    advanceClock(24 * HOUR_MS);
    await site.app.jobs.runDue();
    expect((await site.smtp.received()).some(({ raw }) => raw.includes('canary'))).toBe(false);
    expect(await rowsWith(ADA)).toEqual([]);
    expect(site.lines.join('')).not.toContain(token);
    expect(site.lines.join('')).not.toContain(ADA);
  });

  it('deletes a single comment, and unsubscribes', async () => {
    const mine = await makeComment(site.app.database, site.article(), {
      userEmail: ADA,
      commentText: 'mine to take back',
    });
    await makeComment(site.app.database, site.article(), { userEmail: ADA, commentText: 'mine that stays' });
    const hers = await makeComment(site.app.database, site.article(), { userEmail: EVE });
    await makeSubscribers(site.app.database, [ADA, EVE]);
    const token = await tokenFor(ADA);
    expect(await text('/article/story')).toContain('mine to take back');
    for (const comment of [hers.id, 'nonsense', mine.id, mine.id])
      await submitForm(site.app, `/your-data/held/withdrawal?token=${token}`, { comment });
    expect(await site.app.database.db.$count(comments)).toBe(2);
    const page = await text('/article/story');
    expect(page).not.toContain('mine to take back');
    expect(page).toContain('mine that stays');
    expect(page).toContain('2 comments');
    const left = await submitForm(site.app, `/your-data/held/unsubscription?token=${token}`);
    expect(await text(left.headers.get('location') ?? '')).toContain('You are unsubscribed');
    const states = await site.app.database.db.select().from(subscribers).orderBy(subscribers.email);
    expect(states.map(({ status }) => status)).toEqual(['unsubscribed', 'confirmed']);
  });

  it('names an account, and does not delete it', async () => {
    const account = await makeAccount(site.app, { email: ADA, name: 'Ada Editor', role: 'admin' });
    const scopes = ['articles:read'] as const;
    for (const name of ['Site builder', 'Backup']) await insertToken(site.app, account, { scopes, name });
    const token = await tokenFor(ADA);
    expect(await text(DATA_PAGE + token)).toContain('Ada Editor');
    expect(await download(token)).toMatchObject({
      account: {
        name: 'Ada Editor',
        email_verified: true,
        role: 'admin',
        signed_in_at: null,
        api_tokens: ['Site builder', 'Backup'],
        author_profile: null,
      },
    });
    expect(await text(DATA_PAGE + token)).not.toContain('The public profile');
    const { db } = site.app.database;
    const [owner] = await db.select().from(user).where(eq(user.email, ADA));
    const links = ['https://ada.example'];
    await db
      .insert(authors)
      .values({ slug: 'ada-e', name: 'Ada E.', bio: 'Covers rivers.', links, userId: owner?.id ?? '' });
    await db.insert(authors).values({ slug: 'someone-else', name: 'Someone Else' });
    expect(await text(DATA_PAGE + token)).toMatch(
      /The public profile of.*href="\/author\/ada-e"[^>]*>Ada E\.</,
    );
    const exported = await download(token);
    const profile = { name: 'Ada E.', biography: 'Covers rivers.', picture: null, links };
    expect(exported).toMatchObject({
      account: { author_profile: { ...profile, url: `${PUBLIC_URL}/author/ada-e` } },
    });
    expect(JSON.stringify(exported)).not.toContain('Someone Else');
    await makeComment(site.app.database, site.article(), { userEmail: ADA });
    const deletion = `/your-data/held/deletion?token=${token}`;
    expect(await text(deletion)).toContain('The account with this address is not deleted.');
    await submitForm(site.app, deletion);
    expect(await rowsWith('ada@')).toEqual(['user']);
  });

  it('does not delete emails that were delivered to the owner', async () => {
    site.smtp.setBehaviours(['defer']);
    const message = { name: 'Eve', email: EVE, subject: 'To the owner', message: 'other words' };
    await postJson(site.app, '/api/contact', message, fromNewNetwork());
    await makeComment(site.app.database, site.article(), { userEmail: 'owner@news.example' });
    await site.app.jobs.runDue();
    site.smtp.setBehaviours(['accept']);
    const token = await tokenFor('owner@news.example');
    expect(await text(DATA_PAGE + token)).not.toContain('To the owner');
    await submitForm(site.app, `/your-data/held/deletion?token=${token}`);
    advanceClock(24 * HOUR_MS);
    await site.app.jobs.runDue();
    expect((await site.smtp.received()).filter(({ mail }) => mail.subject === 'To the owner')).toHaveLength(
      1,
    );
  });

  it('deletes everything or nothing', async () => {
    await createPersonalData(ADA, 'canary');
    site.smtp.setBehaviours(['accept']);
    const token = await tokenFor(ADA);
    const before = await rowsWith('ada@');
    // The last domain fails.
    await site.app.database.db.execute(sql`alter table jobs rename to jobs_elsewhere`);
    const failed = await submitForm(site.app, `/your-data/held/deletion?token=${token}`);
    await site.app.database.db.execute(sql`alter table jobs_elsewhere rename to jobs`);
    expect(failed.status).toBe(503);
    expect(await rowsWith('ada@')).toEqual(before);
    expect(await text('/article/story')).toContain('canary published');
  });

  it('keeps a deleted blocked address blocked by its hash', async () => {
    await makeSubscribers(site.app.database, [ADA], { status: 'blocked' });
    const token = await tokenFor(ADA);
    await submitForm(site.app, `/your-data/held/deletion?token=${token}`);
    expect(await rowsWith('ada@')).toEqual([]);
    const before = (await site.smtp.received()).length;
    expect((await submitForm(site.app, '/newsletter', { email: ADA }, fromNewNetwork())).status).toBe(303);
    await site.app.jobs.runDue();
    expect(await site.smtp.received()).toHaveLength(before);
    expect(await rowsWith('ada@')).toEqual([]);
  });
});

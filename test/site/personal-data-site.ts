import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { newsletterDeliveries, newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { createLog } from '#platform/log.server.ts';
import { postJson } from '../accounts.ts';
import { type ArticleRow, makeArticle, makeComment } from '../factories.ts';
import { dump, makeSubscribers, pathIn, submitForm } from '../newsletter.ts';
import { prepareMailSite } from './mail-site.ts';

export const DATA_PAGE = '/your-data/held?token=';

export const ADA = 'ada@canary.example';

export const EVE = 'eve@other.example';

/** Columns that may contain an address, and where it is exported: in the page and the download, or why not. */
export const ADDRESS_COLUMNS: Readonly<Record<string, string>> = {
  'comments.user_email': 'comments',
  'newsletter_subscribers.email': 'newsletter',
  'contact_messages.email': 'contact_messages',
  'mails.content': 'waiting_mails',
  'jobs.payload': 'waiting_work',
  'user.email': 'account',
  // Not about readers:
  'user.email_verified': 'whether an address is confirmed, and no address',
  'session.ip_address': 'the network of an account, which is named with the account',
  'webhook_deliveries.data': 'ids of comments and subscribers, and no address',
  'about_revisions.blocks': 'texts of the About page, which are published',
};

/** A site with an article, and readers who ask for their data. */
export function preparePersonalDataSite(databaseKind: 'embedded' | 'server') {
  const lines: string[] = [];
  const site = prepareMailSite({
    databaseKind,
    start: '2026-05-04T12:00:00Z',
    env: { TRUST_PROXY: '1', SITE_EMAIL: 'owner@news.example' },
    log: createLog('trace', (line) => void lines.push(line)),
  });
  const { fromNewNetwork, mailbox } = site;
  let article: ArticleRow;
  beforeEach(async () => {
    lines.length = 0;
    article = await makeArticle(site.app.database, { slug: 'story', title: 'A story' });
  });

  const request = (email: string, headers: Readonly<Record<string, string>> = fromNewNetwork()) =>
    submitForm(site.app, '/your-data', { email }, headers);
  const text = async (path: string) => (await site.app.fetch(path)).text();

  async function tokenFor(email: string): Promise<string> {
    expect((await request(email)).status).toBe(303);
    const received = await mailbox(email);
    const mail = received.at(-1)?.mail;
    const path = pathIn(mail?.text, DATA_PAGE);
    expect(mail?.html).toContain(`${path}"`);
    return path.slice(DATA_PAGE.length);
  }
  async function download(token: string): Promise<Record<string, unknown>> {
    const response = await site.app.fetch(`/your-data/held/download?token=${token}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  }

  /** Creates rows in every table that can contain an address, through HTTP where possible. */
  async function createPersonalData(email: string, word: string): Promise<void> {
    await makeComment(site.app.database, article, { userEmail: email, commentText: `${word} published` });
    await makeComment(site.app.database, article, {
      userEmail: email,
      commentText: `${word} waiting`,
      status: 'held',
      reasons: ['links'],
    });
    await makeComment(site.app.database, article, {
      userEmail: email,
      commentText: `${word} removed`,
      status: 'deleted',
      decidedAt: site.now,
    });
    const [subscriber] = await makeSubscribers(site.app.database, [email], { consent: `${word} consent` });
    await site.app.database.db.insert(newsletterIssues).values({
      id: uuidv7(),
      status: 'sent',
      subject: `Issue ${word}`,
      number: (await site.app.database.db.$count(newsletterIssues)) + 1,
      sendAt: site.now,
      startedAt: site.now,
      sentAt: site.now,
    });
    const [issue] = await site.app.database.db
      .select()
      .from(newsletterIssues)
      .where(eq(newsletterIssues.subject, `Issue ${word}`));
    await site.app.database.db.insert(newsletterDeliveries).values({
      id: uuidv7(),
      issueId: issue?.id ?? '',
      subscriberId: subscriber?.id ?? '',
      status: 'accepted',
      dueAt: site.now,
      changedAt: site.now,
    });
    site.smtp.setBehaviours(['defer']);
    // Stored as it was entered.
    const enteredEmail = email.replace(/^./, (letter) => letter.toUpperCase());
    const message = {
      name: 'Ada',
      email: enteredEmail,
      subject: `${word} subject`,
      message: `${word} message`,
    };
    expect((await postJson(site.app, '/api/contact', message, fromNewNetwork())).status).toBeLessThan(300);
    expect((await postJson(site.app, '/api/password-resets', { email }, fromNewNetwork())).status).toBe(202);
  }

  const rowsWith = async (needle: string): Promise<string[]> =>
    Object.entries(await dump(site.app.database)).flatMap(([table, rows]) =>
      rows.filter((row) => row.toLowerCase().includes(needle)).map(() => table),
    );

  const members = { lines, request, text, tokenFor, download, createPersonalData, rowsWith };
  return Object.assign(site, members, {
    /** The article of this test. */
    article: () => article,
  });
}

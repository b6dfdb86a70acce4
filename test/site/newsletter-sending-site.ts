import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, expect } from 'vitest';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { adminHeaders } from '../accounts.ts';
import { makeArticle } from '../factories.ts';
import { type IssueJson, issueRequest } from '../newsletter.ts';
import type { Behaviour } from '../smtp.ts';
import { prepareMailSiteOfAdmin } from './mail-site.ts';

/** Addresses of readers. */
export const readers = (count: number, name = 'r') =>
  Array.from({ length: count }, (_, index) => `${name}${index}@reader.example`);

/** Starts an app, a mail server and a clock before each test, and stops them after it. */
export function prepareSendingSite(databaseKind: 'embedded' | 'server') {
  const logged: string[] = [];
  // Registered before the site, so that it runs after the app has been closed.
  afterEach(() => {
    const linesWithAddress = logged.splice(0).filter((line) => line.includes('@reader.example'));
    if (linesWithAddress.length > 0) throw new Error(`an address in the log:\n${linesWithAddress.join('')}`);
  });
  const site = prepareMailSiteOfAdmin({
    databaseKind,
    start: '2026-05-05T08:00:00Z',
    env: { TRUST_PROXY: '1' },
    // Not the log of the site, which redacts addresses: they must not even reach it.
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  });

  const getIssue = async (id: string): Promise<IssueJson> => {
    site.headers = await adminHeaders(site.app);
    return (await issueRequest(site.app, site.headers, `GET /issues/${id}`)).body;
  };
  const mailed = () => site.smtp.rawMails.map(({ envelope }) => envelope.to.join()).toSorted();

  /** An issue whose scheduled time has just been reached. */
  async function createDueIssue(): Promise<string> {
    site.headers = await adminHeaders(site.app);
    await makeArticle(site.app.database, { publishDate: new Date(site.now.getTime() - HOUR_MS) });
    const { body, etag } = await issueRequest(site.app, site.headers, 'POST /issues');
    const response = await issueRequest(
      site.app,
      { ...site.headers, 'if-match': etag },
      `PUT /issues/${body.id}/approval`,
    );
    expect(response.body.status).toBe('approved');
    site.advanceClock(10 * MINUTE_MS);
    return body.id;
  }

  /** Delays every response of the mail server, by recipient, until the test releases it. */
  function delayResponses(): Map<string, (behaviour: Behaviour) => void> {
    const responses = new Map<string, (behaviour: Behaviour) => void>();
    site.smtp.setBehaviourOf((email) => new Promise((resolve) => responses.set(email, resolve)));
    return responses;
  }

  /** Advances the clock by two days, in steps. */
  async function waitUntilSent(): Promise<void> {
    for (let step = 0; step < 60; step++) {
      await site.app.jobs.runDue();
      const [open] = await site.app.database.db
        .select()
        .from(newsletterIssues)
        .where(eq(newsletterIssues.status, 'sending'));
      if (open === undefined) return;
      site.advanceClock(step < 20 ? 2 * MINUTE_MS : HOUR_MS);
    }
    throw new Error('the issue was not sent within two days');
  }

  return Object.assign(site, { getIssue, mailed, createDueIssue, delayResponses, waitUntilSent });
}

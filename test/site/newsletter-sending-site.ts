import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { type IssueJson, issueRequest } from '../newsletter.ts';
import { type Behaviour, startSmtp, type SmtpTestServer } from '../smtp.ts';

/** Addresses of readers. */
export const readers = (count: number, name = 'r') =>
  Array.from({ length: count }, (_, index) => `${name}${index}@reader.example`);

/** Starts an app, a mail server and a clock before each test, and stops them after it. */
export function prepareSendingSite(databaseKind: 'embedded' | 'server') {
  let app: TestApp;
  let smtp: SmtpTestServer;
  let now: Date;
  let headers: Record<string, string>;
  let logged: string[];
  let openApp: (query: string) => Promise<void>;

  beforeEach(async () => {
    now = new Date('2026-05-05T08:00:00Z');
    logged = [];
    smtp = await startSmtp();
    // Not the log of the site, which redacts addresses: they must not even reach it.
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    openApp = async (query) => {
      const env = { SMTP_URL: smtp.url + query, TRUST_PROXY: '1' };
      app = await testApp({ databaseKind, env, log, clock: () => now });
      headers = await adminHeaders(app);
      logged = [];
    };
    await openApp('?socketTimeout=400');
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await smtp.close();
    const linesWithAddress = logged.filter((line) => line.includes('@reader.example'));
    if (linesWithAddress.length > 0) throw new Error(`an address in the log:\n${linesWithAddress.join('')}`);
  });

  const advanceClock = (ms: number) => (now = new Date(now.getTime() + ms));
  const getIssue = async (id: string): Promise<IssueJson> => {
    headers = await adminHeaders(app);
    return (await issueRequest(app, headers, `GET /issues/${id}`)).body;
  };
  const mailed = () => smtp.rawMails.map(({ envelope }) => envelope.to.join()).toSorted();

  /** An issue whose scheduled time has just been reached. */
  async function createDueIssue(): Promise<string> {
    headers = await adminHeaders(app);
    await makeArticle(app.database, { publishDate: new Date(now.getTime() - HOUR_MS) });
    const { body, etag } = await issueRequest(app, headers, 'POST /issues');
    const response = await issueRequest(
      app,
      { ...headers, 'if-match': etag },
      `PUT /issues/${body.id}/approval`,
    );
    expect(response.body.status).toBe('approved');
    advanceClock(10 * MINUTE_MS);
    return body.id;
  }

  /** Delays every response of the mail server, by recipient, until the test releases it. */
  async function delayResponses(): Promise<Map<string, (behaviour: Behaviour) => void>> {
    await app.close();
    // Independent of the speed of the machine.
    await openApp('');
    const responses = new Map<string, (behaviour: Behaviour) => void>();
    smtp.setBehaviourOf((email) => new Promise((resolve) => responses.set(email, resolve)));
    return responses;
  }

  /** Advances the clock by two days, in steps. */
  async function waitUntilSent(): Promise<void> {
    for (let step = 0; step < 60; step++) {
      await app.jobs.runDue();
      const [open] = await app.database.db
        .select()
        .from(newsletterIssues)
        .where(eq(newsletterIssues.status, 'sending'));
      if (open === undefined) return;
      advanceClock(step < 20 ? 2 * MINUTE_MS : HOUR_MS);
    }
    throw new Error('the issue was not sent within two days');
  }

  return {
    get app() {
      return app;
    },
    get smtp() {
      return smtp;
    },
    get now() {
      return now;
    },
    get headers() {
      return headers;
    },
    set headers(value) {
      headers = value;
    },
    getIssue,
    advanceClock,
    mailed,
    createDueIssue,
    delayResponses,
    waitUntilSent,
  };
}

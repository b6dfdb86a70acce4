import { afterEach, beforeEach } from 'vitest';
import type { Log } from '#platform/log.server.ts';
import { adminHeaders } from '../accounts.ts';
import { type TestApp, testApp, type TestAppOptions } from '../app.ts';
import { type Received, type SmtpTestServer, startSmtp } from '../smtp.ts';

/** An app that sends emails to a mail server, and has its own clock. All exist while tests run. */
export interface MailSite {
  readonly app: TestApp;
  readonly smtp: SmtpTestServer;
  now: Date;
  advanceClock(ms: number): Date;
  /** Headers of a request from a network of its own, so that no rate limit applies. Needs `TRUST_PROXY`. */
  fromNewNetwork(): { 'x-forwarded-for': string };
  /** All emails to this address, after the jobs that are due have run. */
  mailbox(email: string): Promise<Received[]>;
  /** Replaces the app by an empty one whose `SMTP_URL` has this query, with options of the connection. */
  reopen(smtpQuery: string): Promise<void>;
}

interface MailSiteOptions extends Pick<TestAppOptions, 'databaseKind' | 'env'> {
  /** The time at which each test starts. */
  readonly start: string;
  readonly log?: Log;
  /** Whether the mail server offers SMTPUTF8; by default true. */
  readonly smtpUtf8?: boolean;
}

/** Starts an app and a mail server before each test of the enclosing `describe`, and stops both after it. */
export function prepareMailSite({ start, env, smtpUtf8 = true, ...options }: MailSiteOptions): MailSite {
  let app: TestApp;
  let smtp: SmtpTestServer;
  let network: number;
  beforeEach(async () => {
    site.now = new Date(start);
    network = 0;
    smtp = await startSmtp({ smtpUtf8 });
    await open();
  });
  afterEach(async () => {
    await app.close();
    await smtp.close();
  });
  async function open(query = ''): Promise<void> {
    app = await testApp({ ...options, env: { SMTP_URL: smtp.url + query, ...env }, clock: () => site.now });
  }
  const site: MailSite = {
    get app() {
      return app;
    },
    get smtp() {
      return smtp;
    },
    now: new Date(start),
    advanceClock: (ms) => (site.now = new Date(site.now.getTime() + ms)),
    fromNewNetwork: () => ({
      'x-forwarded-for': `198.51.${Math.floor(network / 250)}.${network++ % 250}`,
    }),
    async mailbox(email) {
      await app.jobs.runDue();
      return (await smtp.received()).filter(({ envelope }) => envelope.to.includes(email));
    },
    async reopen(query) {
      await app.close();
      await open(query);
    },
  };
  return site;
}

/** `prepareMailSite` with the headers of an administrator, who signs in before each test. */
export function prepareMailSiteOfAdmin(
  options: MailSiteOptions,
): MailSite & { headers: Record<string, string> } {
  const site = Object.assign(prepareMailSite(options), { headers: {} });
  beforeEach(async () => {
    site.headers = await adminHeaders(site.app);
  });
  return site;
}

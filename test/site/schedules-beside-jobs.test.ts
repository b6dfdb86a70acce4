import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#platform/durations.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { adminHeaders } from '../accounts.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { allowOnly } from '../remote-site.ts';
import { changeSettings } from '../settings.ts';
import { type SmtpTestServer, startSmtp } from '../smtp.ts';

/** More than the runner runs at a time. */
const WAITING_JOBS = 6;

interface SilentHub {
  readonly url: string;
  /** Number of requests. */
  readonly attempts: () => number;
  /** The largest number of requests that waited for a response at once. */
  readonly mostWaiting: () => number;
  close(): void;
}

/** A WebSub hub that accepts requests and never answers. */
async function startSilentHub(): Promise<SilentHub> {
  let attempts = 0;
  let waiting = 0;
  let mostWaiting = 0;
  const server: Server = createServer((_request, response) => {
    attempts += 1;
    waiting += 1;
    mostWaiting = Math.max(mostWaiting, waiting);
    response.once('close', () => (waiting -= 1));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`,
    attempts: () => attempts,
    mostWaiting: () => mostWaiting,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.each(DATABASE_KINDS)('a scheduled publication, on the %s database,', (databaseKind) => {
  let app: TestApp;
  let newsroom: NewsroomApi;
  let smtp: SmtpTestServer;
  let hub: SilentHub;
  let now: Date;
  beforeEach(async () => {
    now = new Date('2026-05-04T12:00:00Z');
    smtp = await startSmtp();
    smtp.setBehaviours(['hang']);
    hub = await startSilentHub();
    app = await testApp({
      databaseKind,
      outbound: allowOnly('127.0.0.1'),
      clock: () => now,
      env: { SMTP_URL: smtp.url },
    });
    newsroom = await newsroomApi(app);
    const { id, revision } = await newsroom.create({ slug: 'timed' });
    const schedule = { action: 'publish', at: new Date(now.getTime() + HOUR_MS).toISOString() };
    await newsroom.request('PUT', `/articles/${id}/schedule`, schedule, { 'if-match': `"${revision}"` });
  });
  afterEach(async () => {
    // Their runs end at once.
    await smtp.close();
    hub.close();
    await app.close();
  });

  /** Starts the jobs at the moment of the schedule, and waits until one of them has sent a request. */
  async function runJobs(attempts: () => number): Promise<void> {
    now = new Date(now.getTime() + HOUR_MS);
    app.jobs.start();
    await expect.poll(attempts).toBeGreaterThan(0);
  }

  test('does not wait for emails that a mail server delays', async () => {
    await app.database.transaction(async (tx) => {
      for (let index = 0; index < WAITING_JOBS; index++)
        await enqueueMail(tx, { to: { address: `${index}@example.com` }, subject: 'Waiting', text: 'Text' });
    });
    await runJobs(smtp.attempts);
    await expect.poll(async () => (await app.fetch('/article/timed')).status).toBe(200);
    expect(smtp.attempts()).toBe(1);
  });

  test('does not wait for a hub that never answers', async () => {
    await changeSettings(app, await adminHeaders(app), { discovery_hub: hub.url });
    for (let index = 0; index < WAITING_JOBS; index++)
      await newsroom.create({ slug: `published-${index}`, is_draft: false });
    await runJobs(hub.attempts);
    await expect.poll(async () => (await app.fetch('/article/timed')).status).toBe(200);
    // Each request ends after ten seconds, and then another job may send one.
    expect(hub.mostWaiting()).toBe(1);
  });
});

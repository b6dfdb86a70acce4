import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveIssue, isSent } from '../newsletter.ts';
import { startSmtp, type SmtpTestServer } from '../smtp.ts';
import { createDeliveryReport, deliveryIdOf } from './delivery-report.ts';
import {
  fillSubscribers,
  listInFlight,
  type NewsletterSite,
  oneProcessSite,
  signInAdmin,
  twoProcessSite,
} from './newsletter-site.ts';

const RECIPIENTS = Number(process.env['RELIABILITY_RECIPIENTS'] ?? 5000);
const KILLS = Number(process.env['RELIABILITY_KILLS'] ?? 6);
/** Emails sent at the same time. A crash can leave the outcome of this many unknown. */
const CONCURRENT_SENDS = 4;
/** A deferred email is retried after a minute, and later only after further deferrals. */
const RETRY_MS = 60_000;

/** One in forty is deferred once, one in fifty is refused. */
const recipients = Array.from({ length: RECIPIENTS }, (_, index) => {
  const kind = index % 40 === 7 ? 'busy' : index % 50 === 13 ? 'gone' : 'fine';
  return `${kind}${index}@reader.example`;
});
const countOf = (kind: string) => recipients.filter((email) => email.startsWith(kind)).length;

/** One mail server for each process. */
let servers: SmtpTestServer[];
let site: NewsletterSite;
beforeEach(async () => {
  const attempted = new Set<string>();
  servers = [await startSmtp(), await startSmtp()];
  for (const smtp of servers)
    smtp.setBehaviourOf((email) => {
      const isFirst = !attempted.has(email);
      attempted.add(email);
      if (email.startsWith('busy') && isFirst) return 'defer';
      return email.startsWith('gone') ? 'refuse' : 'accept';
    });
});
afterEach(async () => {
  await site.stop();
  for (const smtp of servers) await smtp.close();
  await site.close();
});

const urls = () => servers.map(({ url }) => url);
const arrived = () => servers.flatMap(({ rawMails }) => rawMails);
const arrivals = () => servers.reduce((sum, { rawMails }) => sum + rawMails.length, 0);
const report = (line: string) => void process.stdout.write(`  ${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Polls a condition, with the timeout of the test. */
async function waitUntil(condition: () => boolean | Promise<boolean>, ms = 10): Promise<void> {
  while (!(await condition())) await sleep(ms);
}

/** Inserts subscribers and an approved issue, and starts the processes. */
async function startSending(): Promise<string> {
  const issueId = await site.withDatabase(async (database) => {
    await fillSubscribers(database, recipients);
    return approveIssue(database);
  });
  await site.start();
  return issueId;
}

const createReport = (issueId: string) =>
  site.withDatabase((database) =>
    createDeliveryReport(database, issueId, { receivedMails: arrived(), recipients }),
  );

describe.each([
  { name: 'one process, embedded database', open: oneProcessSite },
  { name: 'two processes, PostgreSQL', open: twoProcessSite },
])('$name', ({ name, open }) => {
  test('deferred and refused recipients do not delay the others', async () => {
    site = await open(urls());
    const issueId = await startSending();
    await waitUntil(() => arrivals() > 0);
    const start = performance.now();
    await waitUntil(() => arrivals() >= countOf('fine'));
    const first = performance.now() - start;
    await waitUntil(() => arrivals() >= countOf('fine') + countOf('busy'));
    const all = performance.now() - start;
    await sleep(2_000);
    await site.stop();
    const { states, ...wrong } = await createReport(issueId);
    report(
      `${name}: ${countOf('fine')} of ${RECIPIENTS} accepted in ${seconds(first)}, ` +
        `${countOf('busy')} deferred, accepted after ${seconds(all)}; ${JSON.stringify({ ...states, ...wrong })}`,
    );
    expect(states).toMatchObject({
      accepted: countOf('fine') + countOf('busy'),
      refused: countOf('gone'),
      unknown: 0,
    });
    expect(wrong).toEqual({ duplicates: 0, missing: 0, unexpected: 0, unknownArrived: 0 });
  });
});

/** The index of the process whose mail server receives the next email. */
async function findSender(): Promise<number> {
  const before = servers.map(({ rawMails }) => rawMails.length);
  let sender = -1;
  await waitUntil(() => {
    sender = servers.findIndex(({ rawMails }, index) => rawMails.length > (before[index] ?? 0));
    return sender >= 0;
  }, 1);
  return sender;
}

test(`two processes, the sending process is killed ${KILLS} times`, async () => {
  site = await twoProcessSite(urls());
  const issueId = await startSending();
  const waits: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = arrivals() + Math.random() * (countOf('fine') / (KILLS + 1));
    await waitUntil(() => arrivals() >= enough, 1);
    const sender = await findSender();
    await sleep(Math.random() * 20);
    await site.kill(sender);
    const at = performance.now();
    // Emails in transit have arrived by then.
    await sleep(500);
    const before = arrivals();
    const restarting = site.restart(sender);
    await waitUntil(() => arrivals() > before);
    waits.push(performance.now() - at);
    await restarting;
  }
  await waitUntil(() => site.withDatabase((database) => isSent(database, issueId)), 500);
  await site.stop();
  const { states, unknownArrived, ...wrong } = await createReport(issueId);
  report(
    `two processes, ${KILLS} kills: ${JSON.stringify({ ...states, unknownArrived, ...wrong })}; ` +
      `sending resumed after ${waits.map(seconds).join(', ')}`,
  );
  expect(wrong).toEqual({ duplicates: 0, missing: 0, unexpected: 0 });
  expect(states.unknown).toBeLessThanOrEqual(KILLS * CONCURRENT_SENDS);
});

test('two processes, sending is stopped', async () => {
  site = await twoProcessSite(urls());
  const issueId = await startSending();
  const [first] = site.servers;
  if (first === undefined) throw new Error('no process has started');
  const token = await site.withDatabase((database) => signInAdmin(database, first));
  await waitUntil(() => arrivals() >= RECIPIENTS / 4, 1);
  const response = await fetch(`${first.url}/api/newsroom/newsletter/issues/${issueId}/stop`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const inFlight = await site.withDatabase((database) => listInFlight(database, issueId));
  const before = arrivals();
  // Covers the retry interval of deferred emails, and a crash and restart of both processes.
  for (const index of [0, 1]) {
    await site.kill(index);
    await site.restart(index);
  }
  await sleep(RETRY_MS + 30_000);
  const { states, unknownArrived, ...wrong } = await createReport(issueId);
  const lateIds = new Set(arrived().map(deliveryIdOf));
  const late = arrivals() - before;
  report(
    `two processes, stopped after ${before} emails: ${late} arrived later, ${inFlight.length} had been handed over; ` +
      JSON.stringify({ ...states, unknownArrived, ...wrong }),
  );
  expect(late).toBeLessThanOrEqual(inFlight.filter((id) => lateIds.has(id)).length);
  expect(inFlight.length).toBeLessThanOrEqual(CONCURRENT_SENDS);
  expect(wrong).toEqual({ duplicates: 0, missing: 0, unexpected: 0 });
  expect(states.skipped).toBeGreaterThan(0);
  expect(await site.withDatabase((database) => isSent(database, issueId))).toBe(true);
});

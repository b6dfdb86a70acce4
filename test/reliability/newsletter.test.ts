import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '../smtp.ts';
import { accountFor, copyIdOf } from './accounting.ts';
import {
  approveIssue,
  fillSubscribers,
  isSent,
  listInFlight,
  type NewsletterSite,
  oneProcess,
  signInAdmin,
  twoProcesses,
} from './newsletter-site.ts';

const RECIPIENTS = Number(process.env['RELIABILITY_RECIPIENTS'] ?? 5000);
const KILLS = Number(process.env['RELIABILITY_KILLS'] ?? 6);
/** Mails under way at once: as many as a crash may leave in doubt. */
const LANES = 4;
/** A copy that was put off is tried again after a minute; longer waits only follow further refusals. */
const RETRY_MS = 60_000;

/** One in forty is put off at first, one in fifty is refused. */
const recipients = Array.from({ length: RECIPIENTS }, (_, index) => {
  const kind = index % 40 === 7 ? 'busy' : index % 50 === 13 ? 'gone' : 'fine';
  return `${kind}${index}@reader.example`;
});
const countOf = (kind: string) => recipients.filter((email) => email.startsWith(kind)).length;

/** Of each process its own. */
let servers: TestSmtp[];
let site: NewsletterSite;
beforeEach(async () => {
  const asked = new Set<string>();
  servers = [await startSmtp(), await startSmtp()];
  for (const smtp of servers)
    smtp.behaveTo((email) => {
      const isFirst = !asked.has(email);
      asked.add(email);
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
const arrived = () => servers.flatMap(({ taken }) => taken);
const arrivals = () => servers.reduce((sum, { taken }) => sum + taken.length, 0);
const report = (line: string) => void process.stdout.write(`  ${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Waits, limited by the time of the test only. */
async function until(isSo: () => boolean | Promise<boolean>, ms = 10): Promise<void> {
  while (!(await isSo())) await sleep(ms);
}

/** Starts the processes with an approved issue waiting for them. */
async function begin(): Promise<string> {
  const issueId = await site.borrow(async (database) => {
    await fillSubscribers(database, recipients);
    return approveIssue(database);
  });
  await site.start();
  return issueId;
}

const account = (issueId: string) =>
  site.borrow((database) => accountFor(database, issueId, { taken: arrived(), recipients }));

describe.each([
  { name: 'one process, embedded database', open: oneProcess },
  { name: 'two processes, PostgreSQL', open: twoProcesses },
])('$name', ({ name, open }) => {
  test('nobody waits for those who are put off or refused', async () => {
    site = await open(urls());
    const issueId = await begin();
    await until(() => arrivals() > 0);
    const began = performance.now();
    await until(() => arrivals() >= countOf('fine'));
    const first = performance.now() - began;
    await until(() => arrivals() >= countOf('fine') + countOf('busy'));
    const all = performance.now() - began;
    await sleep(2_000);
    await site.stop();
    const { states, ...wrong } = await account(issueId);
    report(
      `${name}: ${countOf('fine')} of ${RECIPIENTS} accepted in ${seconds(first)}, ` +
        `${countOf('busy')} that were put off after ${seconds(all)}; ${JSON.stringify({ ...states, ...wrong })}`,
    );
    expect(states).toMatchObject({
      accepted: countOf('fine') + countOf('busy'),
      refused: countOf('gone'),
      unknown: 0,
    });
    expect(wrong).toEqual({ doubles: 0, silentlyMissed: 0, unaccounted: 0, unknownArrived: 0 });
  });
});

/** The process whose mail server got the last mail. */
async function findSender(): Promise<number> {
  const before = servers.map(({ taken }) => taken.length);
  let sender = -1;
  await until(() => {
    sender = servers.findIndex(({ taken }, index) => taken.length > (before[index] ?? 0));
    return sender >= 0;
  }, 1);
  return sender;
}

test(`two processes, the one that sends is killed ${KILLS} times`, async () => {
  site = await twoProcesses(urls());
  const issueId = await begin();
  const waits: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = arrivals() + Math.random() * (countOf('fine') / (KILLS + 1));
    await until(() => arrivals() >= enough, 1);
    const sender = await findSender();
    await sleep(Math.random() * 20);
    await site.kill(sender);
    const at = performance.now();
    // What was on its way to the mail server has arrived by then.
    await sleep(500);
    const before = arrivals();
    const restarting = site.restart(sender);
    await until(() => arrivals() > before);
    waits.push(performance.now() - at);
    await restarting;
  }
  await until(() => site.borrow((database) => isSent(database, issueId)), 500);
  await site.stop();
  const { states, unknownArrived, ...wrong } = await account(issueId);
  report(
    `two processes, ${KILLS} kills: ${JSON.stringify({ ...states, unknownArrived, ...wrong })}; ` +
      `sending resumed after ${waits.map(seconds).join(', ')}`,
  );
  expect(wrong).toEqual({ doubles: 0, silentlyMissed: 0, unaccounted: 0 });
  expect(states.unknown).toBeLessThanOrEqual(KILLS * LANES);
});

test('two processes, Stop', async () => {
  site = await twoProcesses(urls());
  const issueId = await begin();
  const [first] = site.servers;
  if (first === undefined) throw new Error('no process has started');
  const token = await site.borrow((database) => signInAdmin(database, first));
  await until(() => arrivals() >= RECIPIENTS / 4, 1);
  const response = await fetch(`${first.url}/api/newsroom/newsletter/issues/${issueId}/stop`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const inFlight = await site.borrow((database) => listInFlight(database, issueId));
  const before = arrivals();
  // Longer than anything that was put off would wait, and through a crash and a start of both processes.
  for (const index of [0, 1]) {
    await site.kill(index);
    await site.restart(index);
  }
  await sleep(RETRY_MS + 30_000);
  const { states, unknownArrived, ...wrong } = await account(issueId);
  const lateIds = new Set(arrived().map(copyIdOf));
  const late = arrivals() - before;
  report(
    `two processes, Stop after ${before} mails: ${late} arrived later, ${inFlight.length} had been handed over; ` +
      JSON.stringify({ ...states, unknownArrived, ...wrong }),
  );
  expect(late).toBeLessThanOrEqual(inFlight.filter((id) => lateIds.has(id)).length);
  expect(inFlight.length).toBeLessThanOrEqual(LANES);
  expect(wrong).toEqual({ doubles: 0, silentlyMissed: 0, unaccounted: 0 });
  expect(states.skipped).toBeGreaterThan(0);
  expect(await site.borrow((database) => isSent(database, issueId))).toBe(true);
});

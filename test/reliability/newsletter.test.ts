import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type DeliveryState, DELIVERY_STATES } from '#domain/newsletter/delivery.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { allowNewSecrets, fillDataDir, openServerTestDatabase } from '../databases.ts';
import { listDeliveries } from '../deliveries.ts';
import { approveIssue, makeSubscribers } from '../newsletter.ts';
import { startServer } from '../server.ts';
import { startSmtp, type SmtpTestServer } from '../smtp.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';

const RECIPIENTS = Number(process.env['RELIABILITY_RECIPIENTS'] ?? 5000);

/** One in forty is deferred once, one in fifty is refused. */
const recipients = Array.from({ length: RECIPIENTS }, (_, index) => {
  const kind = index % 40 === 7 ? 'busy' : index % 50 === 13 ? 'gone' : 'fine';
  return `${kind}${index}@reader.example`;
});
const countOf = (kind: string) => recipients.filter((email) => email.startsWith(kind)).length;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function startMailServer(): Promise<SmtpTestServer> {
  const attempted = new Set<string>();
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  smtp.setBehaviourOf((email) => {
    const isFirst = !attempted.has(email);
    attempted.add(email);
    if (email.startsWith('busy') && isFirst) return 'defer';
    return email.startsWith('gone') ? 'refuse' : 'accept';
  });
  return smtp;
}

/** Polls a condition, with the timeout of the test. */
async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

const dataDir = useTemporaryFolder();

test.each([
  ['one process, embedded database', 1],
  ['two processes, PostgreSQL', 2],
])('%s: deferred and refused recipients do not delay the others', async (name, processes) => {
  const server = processes === 2 ? await openServerTestDatabase() : undefined;
  onTestFinished(() => server?.close());
  if (server === undefined) await fillDataDir(dataDir);
  else allowNewSecrets(dataDir);
  const open = async () => server?.database ?? openDatabase({ dataDir });
  const database = await open();
  for (let from = 0; from < RECIPIENTS; from += 1000)
    await makeSubscribers(database, recipients.slice(from, from + 1000));
  const issueId = await approveIssue(database);
  // An embedded database is opened by one process at a time.
  if (server === undefined) await database.close();

  const smtp = await startMailServer();
  const env: Record<string, string> = {
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'error',
    ...(server?.url !== undefined && { DATABASE_URL: server.url }),
  };
  const sites = [];
  for (let index = 0; index < processes; index++)
    sites.push(await startServer({ samples: false, dataDir, env }));
  const arrivals = () => smtp.rawMails.length;
  await waitUntil(() => arrivals() > 0);
  const start = performance.now();
  await waitUntil(() => arrivals() >= countOf('fine'));
  const first = performance.now() - start;
  await waitUntil(() => arrivals() >= countOf('fine') + countOf('busy'));
  const all = performance.now() - start;
  await sleep(2_000);
  for (const site of sites) await site.stop();
  process.stdout.write(
    `  ${name}: ${countOf('fine')} of ${RECIPIENTS} accepted in ${seconds(first)}, ` +
      `${countOf('busy')} deferred, accepted after ${seconds(all)}\n`,
  );

  const stored = await open();
  const deliveries = await listDeliveries(stored, issueId);
  if (server === undefined) await stored.close();
  const inState = (state: DeliveryState) => deliveries.filter(({ status }) => status === state);
  const counts = DELIVERY_STATES.map((state) => [state, inState(state).length]);
  expect(Object.fromEntries(counts)).toMatchObject({
    accepted: countOf('fine') + countOf('busy'),
    refused: countOf('gone'),
    unknown: 0,
  });
  // Each accepted recipient has one email, and no other has any.
  const mailed = smtp.rawMails.map(({ envelope }) => envelope.to.join()).toSorted();
  expect(mailed).toEqual(
    inState('accepted')
      .map(({ email }) => String(email))
      .toSorted(),
  );
});

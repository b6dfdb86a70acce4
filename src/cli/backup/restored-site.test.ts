import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiTokens } from '#domain/accounts/api-tokens/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { adminHeaders, makeAccount } from '../../../test/accounts.ts';
import { bearer, insertToken } from '../../../test/api-tokens.ts';
import { databaseKindsFor, type TestApp, testApp } from '../../../test/app.ts';
import { approveIssue, isSent, issueRequest, makeSubscribers } from '../../../test/newsletter.ts';
import { newsroomApi } from '../../../test/newsroom-api.ts';
import { startSmtp, type SmtpTestServer } from '../../../test/smtp.ts';
import {
  createWebhook,
  deliveriesOf,
  startWebhookReceiver,
  verifySignature,
} from '../../../test/webhook-receiver.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';

describe.each(databaseKindsFor(import.meta.filename))(
  'a restored site, on the %s database',
  (databaseKind) => {
    let folder: string;
    let smtp: SmtpTestServer;
    let original: TestApp;
    let restored: TestApp;
    let now: Date;
    let printed: string[];

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'meridian-restored-site-'));
      smtp = await startSmtp();
      now = new Date();
      printed = [];
      const env = { SMTP_URL: smtp.url, WEBHOOK_PRIVATE_ADDRESSES: 'on' };
      const open = (name: string) =>
        testApp({ databaseKind, dataDir: join(folder, name), env, clock: () => now });
      original = await open('original');
      // As after a restore into an empty folder, which takes the secrets of the backup.
      mkdirSync(join(folder, 'restored'));
      cpSync(join(original.dataDir, 'secrets.json'), join(folder, 'restored/secrets.json'));
      restored = await open('restored');
    });
    afterEach(async () => {
      await original.close();
      await restored.close();
      await smtp.close();
      rmSync(folder, { recursive: true });
    });

    const file = () => join(folder, 'backup.tar.gz');
    const createBackup = () => backup.run([file()], commandContext(original.database, original.dataDir));
    const restoreBackup = () =>
      restore.run([file()], commandContext(restored.database, restored.dataDir, { printed }));
    const mailed = () => smtp.rawMails.flatMap(({ envelope }) => envelope.to).toSorted();
    /** Runs everything that is due within the next days. */
    async function wait(
      app: TestApp,
      { days, stepHours }: { days: number; stepHours: number },
    ): Promise<void> {
      for (let hour = 0; hour < days * 24; hour += stepHours) {
        now = new Date(now.getTime() + stepHours * HOUR_MS);
        await app.jobs.runDue();
      }
    }
    const waitTwoDays = (app: TestApp) => wait(app, { days: 2, stepHours: 12 });
    const getIssue = async (id: string) =>
      (await issueRequest(restored, await adminHeaders(restored), `GET /issues/${id}`)).body;

    test('sends no issue again to those who got it after the backup, unless a person decides so', async () => {
      await makeSubscribers(original.database, ['a@reader.example', 'b@reader.example', 'c@reader.example']);
      smtp.setBehaviourOf((email) => (email === 'a@reader.example' ? 'accept' : 'defer'));
      const id = await approveIssue(original.database);
      // The issue is due now, and deferred deliveries an hour later.
      now = new Date();
      await original.jobs.runDue();
      await createBackup();
      await restoreBackup();
      smtp.setBehaviourOf(() => 'accept');
      await waitTwoDays(original);
      expect(await isSent(original.database, id)).toBe(true);
      expect(mailed()).toEqual(['a@reader.example', 'b@reader.example', 'c@reader.example']);

      await waitTwoDays(restored);
      expect(mailed()).toHaveLength(3);
      expect(printed.join('\n')).toContain('Nothing is sent again automatically');
      expect(await getIssue(id)).toMatchObject({
        status: 'sent',
        copies: { accepted: 1, unknown: 2, queued: 0, handed_over: 0 },
      });
      const resending = `POST /issues/${id}/resending`;
      expect((await issueRequest(restored, await adminHeaders(restored), resending)).status).toBe(200);
      await restored.jobs.runDue();
      expect(mailed()).toHaveLength(5);
      expect((await getIssue(id)).copies).toMatchObject({ accepted: 3, unknown: 0 });
    });

    test('has an approved issue as a draft, which says why', async () => {
      await makeSubscribers(original.database, ['a@reader.example']);
      const id = await approveIssue(original.database);
      await createBackup();
      await restoreBackup();
      // The time at which the issue of the week is drafted is among them. That one does not replace it.
      await wait(restored, { days: 8, stepHours: 24 });
      expect(mailed()).toEqual([]);
      const issue = await getIssue(id);
      expect(issue).toMatchObject({ status: 'draft', send_at: null });
      expect(issue.problem).toContain('restored');
    });

    test('accepts no API token of the backup, and says so', async () => {
      const owner = await makeAccount(original, { role: 'author' });
      const token = await insertToken(original, owner, { scopes: ['articles:read'], name: 'Site builder' });
      const statusAt = async (app: TestApp) =>
        (await app.fetch('/api/newsroom/articles', { headers: bearer(token) })).status;
      await createBackup();
      await restoreBackup();
      expect([await statusAt(original), await statusAt(restored)]).toEqual([200, 401]);
      expect(await restored.database.db.select().from(apiTokens)).toMatchObject([
        { name: 'Site builder', revokedAt: expect.any(Date) },
      ]);
      expect(printed.join('\n')).toContain('All API tokens of the backup are revoked.');
    });

    test('sends no old event to webhooks automatically, and new ones with the same secret', async () => {
      const receiver = await startWebhookReceiver();
      const before = await newsroomApi(original);
      const { webhook, secret } = await createWebhook(before, receiver.url);
      await before.create({ slug: 'before-the-backup', is_draft: false });
      await createBackup();
      await original.jobs.runDue();
      expect(receiver.received).toHaveLength(1);
      await restoreBackup();
      expect(printed.join('\n')).toContain('Events for webhooks that were not sent');
      await restored.jobs.runDue();
      expect(receiver.received).toHaveLength(1);

      const after = await newsroomApi(restored);
      const [canceled] = await deliveriesOf(after, webhook.id);
      expect(canceled).toMatchObject({ state: 'canceled', id: receiver.received[0]?.id });
      expect(canceled?.error).toContain('restored from a backup');
      await after.request('POST', `/webhooks/${webhook.id}/deliveries/${canceled?.id}/repetitions`);
      await after.create({ slug: 'after-the-restore', is_draft: false });
      await restored.jobs.runDue();
      expect(receiver.received).toHaveLength(3);
      for (const event of receiver.received) verifySignature(event, secret);
      receiver.close();
    });
  },
);

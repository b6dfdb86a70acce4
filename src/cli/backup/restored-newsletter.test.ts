import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#platform/durations.ts';
import { adminHeaders } from '../../../test/accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../../../test/app.ts';
import { approveIssue, isSent, issueRequest, makeSubscribers } from '../../../test/newsletter.ts';
import { startSmtp, type SmtpTestServer } from '../../../test/smtp.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';

describe.each(databaseKindsFor(import.meta.filename))(
  'a restored issue of the newsletter, on the %s database',
  (databaseKind) => {
    let folder: string;
    let smtp: SmtpTestServer;
    let original: TestApp;
    let restored: TestApp;
    let now: Date;
    const printed: string[] = [];

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'meridian-restored-newsletter-'));
      smtp = await startSmtp();
      now = new Date();
      const open = (name: string) => {
        const dataDir = join(folder, name);
        return testApp({ databaseKind, dataDir, env: { SMTP_URL: smtp.url }, clock: () => now });
      };
      original = await open('original');
      restored = await open('restored');
    });
    afterEach(async () => {
      await original.close();
      await restored.close();
      await smtp.close();
      rmSync(folder, { recursive: true });
    });

    async function restoreBackup(): Promise<void> {
      const file = join(folder, 'backup.tar.gz');
      await backup.run([file], commandContext(original.database, original.dataDir));
      await restore.run([file], commandContext(restored.database, restored.dataDir, { printed }));
    }
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

    test('is not sent again to those who got it after the backup, unless a person decides so', async () => {
      await makeSubscribers(original.database, ['a@reader.example', 'b@reader.example', 'c@reader.example']);
      smtp.setBehaviourOf((email) => (email === 'a@reader.example' ? 'accept' : 'defer'));
      const id = await approveIssue(original.database);
      // The issue is due now, and deferred deliveries an hour later.
      now = new Date();
      await original.jobs.runDue();
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

    test('that was approved is a draft, which says why', async () => {
      await makeSubscribers(original.database, ['a@reader.example']);
      const id = await approveIssue(original.database);
      await restoreBackup();
      // The time at which the issue of the week is drafted is among them. That one does not replace it.
      await wait(restored, { days: 8, stepHours: 24 });
      expect(mailed()).toEqual([]);
      const issue = await getIssue(id);
      expect(issue).toMatchObject({ status: 'draft', send_at: null });
      expect(issue.problem).toContain('restored');
    });
  },
);

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { newsroomApi } from '../../../test/newsroom-api.ts';
import {
  createWebhook,
  deliveriesOf,
  startWebhookReceiver,
  verifySignature,
  type WebhookReceiver,
} from '../../../test/webhook-receiver.ts';
import { backup } from './backup.server.ts';
import { commandContext } from './context.fixture.ts';
import { restore } from './restore.server.ts';

let folder: string;
let receiver: WebhookReceiver;
let original: TestApp;
let restored: TestApp;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-restored-webhooks-'));
  receiver = await startWebhookReceiver();
  const open = (name: string) =>
    testApp({ dataDir: join(folder, name), env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  original = await open('original');
  // As after a restore into an empty folder, which takes the secrets of the backup.
  mkdirSync(join(folder, 'restored'));
  cpSync(join(original.dataDir, 'secrets.json'), join(folder, 'restored/secrets.json'));
  restored = await open('restored');
});
afterEach(async () => {
  await original.close();
  await restored.close();
  receiver.close();
  rmSync(folder, { recursive: true });
});

test('a restored site sends no old event automatically, and new ones with the same secret', async () => {
  const before = await newsroomApi(original);
  const { webhook, secret } = await createWebhook(before, receiver.url);
  await before.create({ slug: 'before-the-backup', is_draft: false });
  const file = join(folder, 'backup.tar.gz');
  const printed: string[] = [];
  await backup.run([file], commandContext(original.database, original.dataDir));
  await original.jobs.runDue();
  expect(receiver.received).toHaveLength(1);
  await restore.run([file], commandContext(restored.database, restored.dataDir, { printed }));
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
});

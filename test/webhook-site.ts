import type { DatabaseKind } from './full.ts';
import { prepareClockedNewsroomSite } from './site/newsroom-site.ts';
import { prepareWebhookReceiver } from './webhook-receiver.ts';

/** A site for all tests of a suite, with a receiver for each test. */
export function webhookContext(databaseKind: DatabaseKind) {
  const site = prepareClockedNewsroomSite({
    databaseKind,
    env: { WEBHOOK_PRIVATE_ADDRESSES: 'on', TRUST_PROXY: '1' },
  });
  const receiver = prepareWebhookReceiver(() => site.app);
  let number = 0;

  const newSlug = () => `piece-${(number += 1)}`;
  /** Runs the jobs and takes what the receiver got since the last call. */
  async function receive() {
    await site.app.jobs.runDue();
    return receiver().received.splice(0);
  }

  return Object.assign(site, { receiver, newSlug, receive });
}

import { z } from 'zod';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { postMail } from '#platform/mail/posting.server.ts';
import { takeForNetwork } from '#platform/rate-limit/network-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import { LINK_HOURS, sealLink } from './data-link.server.ts';
import { isAnythingHeld } from './holding.server.ts';
import { linkMail } from './link-mail.ts';
import { ReaderAddress } from './reader-address.ts';
import type { ReadersParts } from './readers-parts.server.ts';

/** For a household, an office or a school. */
const FOR_NETWORK = { limit: 10, windowSeconds: 3_600 };
/** Each is a mail to that address, wherever it was asked for: nobody's mailbox is to be filled. */
const FOR_ADDRESS = { limit: 1, windowSeconds: 3_600 };
const FOR_ADDRESS_DAILY = { limit: 3, windowSeconds: 86_400 };

const linkMailing = defineJobKind({
  kind: 'readers.mail-link',
  payload: z.object({ address: ReaderAddress }),
  personal: true,
});

/**
 * Asks for a link by mail. Resolves for every address in the same way: whether anything is kept about it is looked up
 * later, in a job. Refuses (`too_many`) a network that asks too often.
 */
export async function askForLink(
  { database, rateLimit }: ReadersParts,
  address: string,
  network: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeForNetwork(
    rateLimit,
    (name) => `readers:network:${name}`,
    network,
    FOR_NETWORK,
  );
  if (!allowed) throw new Refusal('too_many', '', { retryAfterSeconds });
  const hour = await rateLimit.take(`readers:address:${address}`, FOR_ADDRESS);
  if (!hour.allowed) return;
  const day = await rateLimit.take(`readers:address-day:${address}`, FOR_ADDRESS_DAILY);
  if (!day.allowed) return;
  await database.transaction((tx) => enqueue(tx, linkMailing, { address }));
}

/** Mails the link, if there is anything to show: strangers whose address somebody types get nothing from us. */
export function linkMailingJob({ database, clock, site, key }: ReadersParts): Job {
  return defineJob({
    ...linkMailing,
    run: ({ address }) =>
      database.transaction(async (tx) => {
        if (!(await isAnythingHeld(tx, address))) return;
        const token = sealLink(key, address, clock());
        await postMail(tx, linkMail(site, address, { token, hours: LINK_HOURS }));
      }),
  });
}

import { z } from 'zod';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import { DomainError } from '#platform/domain-error.ts';
import { LINK_HOURS, createLinkToken } from './link-token.server.ts';
import { hasPersonalData } from './queries.server.ts';
import { personalDataLinkMail } from './link-mail.ts';
import { ReaderAddress } from './reader-address.ts';
import type { PersonalDataDeps } from './personal-data-deps.server.ts';

/** A network may be an office or a school. */
const NETWORK_LIMIT = { limit: 10, windowSeconds: 3_600 };
/** Each request sends an email to that address, so these limits protect the mailbox. */
const ADDRESS_LIMIT = { limit: 1, windowSeconds: 3_600 };
const ADDRESS_DAILY_LIMIT = { limit: 3, windowSeconds: 86_400 };

const sendLink = defineJobKind({
  kind: 'readers.mail-link',
  payload: z.object({ address: ReaderAddress }),
  personal: true,
});

/**
 * Requests a link by email. Resolves in the same way for every address: a job looks up later whether any data about it is
 * stored. Throws `too_many` above the rate limit of a network. Above the limit of an address it sends nothing.
 */
export async function requestLink(
  { database, rateLimit, addresses }: PersonalDataDeps,
  address: string,
  network: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await consumeForNetwork(
    rateLimit,
    (name) => `readers:network:${name}`,
    network,
    NETWORK_LIMIT,
  );
  if (!allowed) throw new DomainError('too_many', '', { retryAfterSeconds });
  addresses.require(address);
  const hour = await rateLimit.consume(`readers:address:${address}`, ADDRESS_LIMIT);
  if (!hour.allowed) return;
  const day = await rateLimit.consume(`readers:address-day:${address}`, ADDRESS_DAILY_LIMIT);
  if (!day.allowed) return;
  await database.transaction((tx) => enqueue(tx, sendLink, { address }));
}

/** Sends the link if any data is stored about the address, so that unrelated people get no email. */
export function sendLinkJob({ database, clock, site, key }: PersonalDataDeps): Job {
  return defineJob({
    ...sendLink,
    run: ({ address }) =>
      database.transaction(async (tx) => {
        if (!(await hasPersonalData(tx, address))) return;
        const token = createLinkToken(key, address, clock());
        await enqueueMail(tx, personalDataLinkMail(site(), address, { token, hours: LINK_HOURS }));
      }),
  });
}

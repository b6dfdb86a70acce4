import { consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { DomainError } from '#platform/domain-error.ts';

/** Many readers may share one address, for example behind a school or a mobile operator. */
const RATE_LIMIT = { limit: 10, windowSeconds: 600 };

/** Counts one submission. Throws `too_many` above the limit of the network, which includes rejected submissions. */
export async function requireCommentRate(
  limit: Pick<RateLimit, 'consume' | 'peek'>,
  network: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await consumeForNetwork(
    limit,
    (name) => `comment:${name}`,
    network,
    RATE_LIMIT,
  );
  if (allowed) return;
  const message = 'Too many comments from your network. Please try again in a few minutes.';
  throw new DomainError('too_many', message, { retryAfterSeconds });
}

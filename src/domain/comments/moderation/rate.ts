import { takeForNetwork } from '#platform/rate-limit/network-limit.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { Refusal } from '#platform/refusal.ts';

/** A school or a mobile operator has many readers behind one address, and none of them writes a comment a second. */
const ALLOWANCE = { limit: 10, windowSeconds: 600 };

/** Refuses (`too_many`) a network that has sent its forms of these ten minutes, whatever became of them. */
export async function checkRate(limit: Pick<RateLimit, 'take'>, network: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeForNetwork(
    limit,
    (name) => `comment:${name}`,
    network,
    ALLOWANCE,
  );
  if (allowed) return;
  const message = 'Many comments have come from your network. Please try again in a few minutes.';
  throw new Refusal('too_many', message, { retryAfterSeconds });
}

import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Phase } from './phase.ts';

/** A school or a mobile operator has many readers behind one address, and none of them writes a comment a second. */
const ALLOWANCE = { limit: 10, windowSeconds: 600 };

/** Each network may post so many in ten minutes, whatever becomes of them. */
export const rate =
  (limit: Pick<RateLimit, 'take'>, network: string): Phase =>
  async () => {
    const { allowed, retryAfterSeconds } = await limit.take(`comment:${network}`, ALLOWANCE);
    if (allowed) return null;
    const message = 'Many comments have come from your network. Please try again in a few minutes.';
    return { refuse: new Refusal('too_many', message, { retryAfterSeconds }) };
  };

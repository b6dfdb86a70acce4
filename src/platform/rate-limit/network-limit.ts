import type { RateLimitRule, RateLimit, RateLimitResult } from './rate-limit.server.ts';

/**
 * Factor by which the limit of a /48 is larger than that of a /64. Providers assign anything from a /64 to a /48 to one
 * customer, so 65,536 networks may be one person, or the phones of a city.
 */
const SITE_FACTOR = 16;

/**
 * Counts one attempt of a network, as returned by `networkOf`, and of the surrounding /48 for IPv6. Refused when either
 * limit is exceeded.
 *
 * @param nameFor returns the counter name of a network
 */
export async function consumeForNetwork(
  rateLimit: Pick<RateLimit, 'consume' | 'peek'>,
  nameFor: (network: string) => string,
  network: string,
  allowance: RateLimitRule,
): Promise<RateLimitResult> {
  const site = siteOf(network);
  if (site === null) return rateLimit.consume(nameFor(network), allowance);
  const allowanceOfSite = { ...allowance, limit: allowance.limit * SITE_FACTOR };
  // First, so that the networks of a refused /48 write no row each.
  const before = await rateLimit.peek(nameFor(site), allowanceOfSite);
  if (!before.allowed) return before;
  const result = await rateLimit.consume(nameFor(network), allowance);
  return result.allowed ? rateLimit.consume(nameFor(site), allowanceOfSite) : result;
}

/** Reverts one `consumeForNetwork`. */
export async function refundForNetwork(
  rateLimit: Pick<RateLimit, 'refund'>,
  nameFor: (network: string) => string,
  network: string,
): Promise<void> {
  await rateLimit.refund(nameFor(network));
  const site = siteOf(network);
  if (site !== null) await rateLimit.refund(nameFor(site));
}

/** `2001:db8:1::/48` of `2001:db8:1:2::/64`; null for anything but an IPv6 network. */
function siteOf(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':', 3).join(':')}::/48` : null;
}

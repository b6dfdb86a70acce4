import type { Allowance, RateLimit, Verdict } from './rate-limit.server.ts';

/**
 * Times the allowance of one /64 that the /48 around it has. A provider gives one customer anything from a /64 to a /48,
 * so 65,536 networks may be one person, or the telephones of a city.
 */
const SITE_FACTOR = 16;

/**
 * Counts one attempt of a network, as `networkOf` names it, and of the /48 around that of an IPv6 address. Refused as
 * soon as either has none left.
 *
 * @param nameFor the name under which a network is counted
 */
export async function takeForNetwork(
  rateLimit: Pick<RateLimit, 'take'>,
  nameFor: (network: string) => string,
  network: string,
  allowance: Allowance,
): Promise<Verdict> {
  const verdict = await rateLimit.take(nameFor(network), allowance);
  const site = siteOf(network);
  if (!verdict.allowed || site === null) return verdict;
  return rateLimit.take(nameFor(site), { ...allowance, limit: allowance.limit * SITE_FACTOR });
}

/** Takes back what `takeForNetwork` counted. */
export async function giveBackForNetwork(
  rateLimit: Pick<RateLimit, 'giveBack'>,
  nameFor: (network: string) => string,
  network: string,
): Promise<void> {
  await rateLimit.giveBack(nameFor(network));
  const site = siteOf(network);
  if (site !== null) await rateLimit.giveBack(nameFor(site));
}

/** `2001:db8:1::/48` of `2001:db8:1:2::/64`; null for anything but an IPv6 network. */
function siteOf(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':', 3).join(':')}::/48` : null;
}

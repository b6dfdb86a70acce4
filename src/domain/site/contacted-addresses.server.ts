import { DomainError } from '#platform/domain-error.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { checkedUrl, FetchError } from '#platform/outbound/checked-request.server.ts';
import type { SettingName, SettingsPatch } from './settings.ts';

/** The settings with addresses to which the server sends requests. */
const CONTACTED = ['discovery_hub'] as const satisfies readonly SettingName[];

/**
 * Throws `unprocessable`, with the reason for each setting, for an address that no request would be sent to: it would look as if it
 * worked.
 */
export function requireAllowedAddresses(patch: SettingsPatch, policy: OutboundPolicy): void {
  const errors = CONTACTED.flatMap((name) => {
    const address = patch[name] ?? '';
    const reason = address === '' ? null : findRefusal(address, policy);
    return reason === null ? [] : [[name, `${reason}.`] as const];
  });
  if (errors.length > 0) throw new DomainError('unprocessable', '', { fields: Object.fromEntries(errors) });
}

function findRefusal(address: string, policy: OutboundPolicy): string | null {
  try {
    checkedUrl(address, policy);
    return null;
  } catch (error) {
    if (error instanceof FetchError) return error.message;
    throw error;
  }
}

import { checkedUrl, FetchError } from '#platform/outbound/checked-request.server.ts';
import type { ReceiverPolicy } from './webhook-deps.server.ts';

/** Parses the address of a receiver. Throws a FetchError, whose message may be shown, for one that is not allowed. */
export function requireReceiverUrl(address: string, { addresses, allowsHttp }: ReceiverPolicy): URL {
  const url = checkedUrl(address, addresses);
  if (url.protocol === 'http:' && !allowsHttp) throw new FetchError('Only https addresses are supported');
  return url;
}

import type { OutboundPolicy } from './address-policy.server.ts';
import { checkedUrl, FetchError, sendChecked } from './checked-request.server.ts';

interface PostFormOptions {
  readonly policy: OutboundPolicy;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/**
 * Posts form fields to a URL from the settings. The response is not read beyond its head, and a redirect is not followed.
 *
 * @throws FetchError for an address that the policy does not allow, for any status but 2xx, and when the other site cannot
 *   be reached; the reason of `signal` when that aborts
 */
export async function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  { policy, signal }: PostFormOptions,
): Promise<void> {
  const body = new URLSearchParams(fields).toString();
  const response = await sendChecked(checkedUrl(address, policy), {
    policy,
    signal,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  });
  response.destroy();
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) throw new FetchError(`The other site answers with status ${status}`);
}

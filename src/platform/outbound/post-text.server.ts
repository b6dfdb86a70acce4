import type { OutboundPolicy } from './address-policy.server.ts';
import { checkedUrl, sendChecked } from './checked-request.server.ts';

export interface PostOptions {
  readonly policy: OutboundPolicy;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /** `content-length` is added. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The head of a response. */
export interface PostResponse {
  readonly status: number;
  /** The header `Retry-After`; undefined without one. */
  readonly retryAfter: string | undefined;
}

/**
 * Posts a text to an untrusted URL and resolves with the head of the response. Nothing of the response is read beyond that, and a
 * redirect is not followed.
 *
 * @throws FetchError for an address that the policy does not allow, and when the other site cannot be reached; the reason of
 *   `signal` when that aborts
 */
export async function postText(
  address: string,
  body: string,
  { policy, signal, headers }: PostOptions,
): Promise<PostResponse> {
  const response = await sendChecked(checkedUrl(address, policy), {
    policy,
    signal,
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    body,
  });
  response.destroy();
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
}

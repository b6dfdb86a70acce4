import { lookup } from 'node:dns';
import {
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type RequestOptions,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundPolicy } from './address-policy.server.ts';

/** The request was not sent or not answered as expected. The message may be shown to users. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  /** Seconds after which the other site wants to be asked again; null if it does not say so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    { cause, retryAfterSeconds = null }: { cause?: unknown; retryAfterSeconds?: number | null } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const NOT_ALLOWED = 'The address is not on the public internet';
/** Informational responses (100 to 199) before the response. Reading an endless number of them would occupy the process. */
const MAX_INFORMATIONAL = 20;
export const NO_ANSWER = 'The other site cannot be reached';

/** Parses an address and checks its scheme (http or https), its port and, if it is an IP address, the address. */
export function checkedUrl(address: string, policy: OutboundPolicy, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FetchError('This is not a web address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchError('Only http and https addresses are supported');
  if (url.username !== '' || url.password !== '')
    throw new FetchError('Addresses with a password are not supported');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const host = hostOf(url);
  // Host names are checked when they are resolved.
  const isAllowed = policy.isAllowedPort(port) && (isIP(host) === 0 || policy.isAllowedAddress(host));
  if (!isAllowed) throw new FetchError(NOT_ALLOWED);
  return url;
}

/** Without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

export interface CheckedRequestOptions {
  readonly policy: OutboundPolicy;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends a request to a URL from `checkedUrl` and resolves with the head of the response. Checks every address the host
 * name resolves to. The connection uses a checked address, which prevents DNS rebinding. Sends no credentials and no
 * cookies, and follows no redirect.
 *
 * @throws FetchError for an address that is not allowed and when the other site cannot be reached; the reason of `signal`
 *   when that aborts
 */
export function sendChecked(
  url: URL,
  { policy, signal, method, headers, body }: CheckedRequestOptions,
): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions = {
    method,
    // A new connection, because a pooled one was not checked for this request.
    agent: false,
    lookup: checkedLookup(policy),
    signal,
    headers: { 'user-agent': 'Meridian', ...headers },
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent: ClientRequest = request(url, options);
  sent.on('response', resolve);
  let informational = 0;
  sent.on('information', () => {
    if (++informational > MAX_INFORMATIONAL) sent.destroy(new FetchError(NO_ANSWER));
  });
  sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : toFetchError(error)));
  // Without a response and without an error, as after a change of the protocol (101).
  sent.on('close', () => reject(new FetchError(NO_ANSWER)));
  sent.end(body);
  return promise;
}

const toFetchError = (error: Error) =>
  error instanceof FetchError ? error : new FetchError(NO_ANSWER, { cause: error });

/** A DNS lookup that fails unless every returned address is allowed. */
function checkedLookup(policy: OutboundPolicy): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const isRefused = error === null && !found.every(({ address }) => policy.isAllowedAddress(address));
      const problem = isRefused ? new FetchError(NOT_ALLOWED) : error;
      const [first] = found ?? [];
      if (problem !== null || first === undefined) callback(problem ?? new FetchError(NO_ANSWER), []);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundPolicy } from './address-policy.server.ts';

/** The file was not fetched, or not completely. The message may be shown to users. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

export interface FetchBytesOptions {
  readonly policy: OutboundPolicy;
  /** Accepted media types, without parameters. */
  readonly types: readonly string[];
  /** The body must be smaller than this. */
  readonly byteLimit: number;
  /** Aborts the whole operation. */
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const NOT_ALLOWED = 'The address is not on the public internet';
const NO_ANSWER = 'The other site cannot be reached';

/**
 * Fetches a file from an untrusted URL. Every hop is checked by the policy: its scheme (http or https), its port and
 * every address its host name resolves to. The connection uses a checked address, which prevents DNS rebinding. Sends
 * no credentials and no cookies.
 *
 * @throws FetchError for an address that is not allowed, for anything but a response with status 200 and one of the
 *   types, for too many bytes or redirects, and when the other site cannot be reached; the reason of `signal` when that
 *   aborts
 */
export async function fetchBytes(address: string, options: FetchBytesOptions): Promise<Uint8Array> {
  let url = checkedUrl(address, options.policy);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await get(url, options);
    const location = response.headers.location;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined)
      return readBody(response, options);
    response.destroy();
    url = checkedUrl(location, options.policy, url);
  }
  throw new FetchError('Too many redirects');
}

function checkedUrl(address: string, policy: OutboundPolicy, base?: URL): URL {
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

function get(url: URL, { policy, signal, types }: FetchBytesOptions): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions = {
    // A new connection, because a pooled one was not checked for this request.
    agent: false,
    lookup: checkedLookup(policy),
    signal,
    headers: { accept: types.join(', '), 'accept-encoding': 'identity', 'user-agent': 'Meridian' },
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, options);
  sent.on('response', resolve);
  sent.on('error', (error) => reject(signal.aborted ? (signal.reason as Error) : toFetchError(error)));
  sent.end();
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

async function readBody(response: IncomingMessage, options: FetchBytesOptions): Promise<Uint8Array> {
  try {
    checkHead(response, options);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size >= options.byteLimit) throw tooLarge(options);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    options.signal.throwIfAborted();
    throw error instanceof FetchError ? error : new FetchError(NO_ANSWER, { cause: error });
  } finally {
    response.destroy();
  }
}

function checkHead({ statusCode, headers }: IncomingMessage, { types, byteLimit }: FetchBytesOptions): void {
  if (statusCode !== 200) throw new FetchError(`The other site answers with status ${statusCode}`);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) throw new FetchError('The file is not an image of a supported type');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new FetchError('The other site sends an unsupported content encoding');
  if (Number(headers['content-length'] ?? 0) >= byteLimit) throw tooLarge({ byteLimit });
}

const tooLarge = ({ byteLimit }: Pick<FetchBytesOptions, 'byteLimit'>) =>
  new FetchError(`It is larger than ${byteLimit / 1024 / 1024} MB`);

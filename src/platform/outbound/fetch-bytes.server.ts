import type { IncomingMessage } from 'node:http';
import type { OutboundPolicy } from './address-policy.server.ts';
import { checkedUrl, FetchError, NO_ANSWER, sendChecked } from './checked-request.server.ts';

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

const get = (url: URL, { policy, signal, types }: FetchBytesOptions): Promise<IncomingMessage> =>
  sendChecked(url, {
    policy,
    signal,
    method: 'GET',
    headers: { accept: types.join(', '), 'accept-encoding': 'identity' },
  });

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

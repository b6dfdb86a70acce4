import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Assets } from './assets.server.ts';
import { connectionLimit } from './connection-limit.server.ts';
import type { HeaderSet } from './middleware/header-set.ts';
import { installFastPath } from './fast-path/fast-path.server.ts';
import { MAX_HEAD_BYTES } from './fast-path/request-head.ts';
import { isPlainPath } from './page-cache/canonical-key.ts';
import type { PageCache } from './page-cache/page-cache.server.ts';
import { KEEP_ALIVE_SECONDS } from './page-cache/wire.server.ts';

export interface WebServerOptions {
  readonly pages: Pick<PageCache, 'serve' | 'find'>;
  readonly assets: Pick<Assets, 'serve' | 'find'>;
  /** The application, for everything the two do not have; the second argument tells it of the socket. */
  readonly fetch: (request: Request, bindings: object) => Response | Promise<Response>;
  readonly headersFor: HeaderSet;
  /** Whether plain requests for what lies ready are answered before node:http has seen them. Default true. */
  readonly fastPath?: boolean;
  readonly limits?: Partial<ConnectionLimits>;
}

export interface ConnectionLimits {
  /** Connections open at once. Default: what the limit of file descriptors leaves room for. */
  readonly maxConnections: number;
  /** Milliseconds a client may take to send its first byte. Default 15,000. */
  readonly firstByteTimeout: number;
  /** Milliseconds without a byte in either direction between requests, or while a response is sent. Default 66,000. */
  readonly idleTimeout: number;
  /** Milliseconds without a byte in either direction while node:http receives or answers a request. Default 120,000. */
  readonly inactivityTimeout: number;
}

/** Against clients that send slowly or much: milliseconds and bytes. */
const LIMITS = {
  headersTimeout: 15_000,
  // a picture of 5 MB over a poor line
  requestTimeout: 120_000,
  keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
  connectionsCheckingInterval: 10_000,
  maxHeaderSize: MAX_HEAD_BYTES,
};
/** Milliseconds after the advertised time that a connection is kept, as node:http does: a request may be on its way. */
const KEEP_ALIVE_MARGIN = 1_000;
const LONGEST_URL = 8 * 1024;

/**
 * The site on node:http, not yet listening. Kept pages and files are answered here; what is left goes to the
 * application. Addresses are checked as they arrived, before any URL parser has tidied them up.
 */
export function createWebServer(options: WebServerOptions): Server {
  const { pages, assets, fetch, headersFor, fastPath = true, limits = {} } = options;
  const application = getRequestListener((request, bindings) => fetch(request, bindings));
  const refuse = refusal(headersFor);
  const server = createServer({ ...LIMITS, optimizeEmptyRequests: true }, (request, response) => {
    if (pages.serve(request, response) || assets.serve(request, response)) return;
    const url = request.url ?? '';
    if (url.length > LONGEST_URL) refuse(request, response, 414, 'The address is too long.\n');
    else if (!isWellFormed(url)) refuse(request, response, 400, 'The address is malformed.\n');
    else void application(request, response);
  });
  server.timeout = limits.inactivityTimeout ?? LIMITS.requestTimeout;
  if (fastPath) {
    installFastPath(server, {
      find: (head) => pages.find(head) ?? assets.find(head),
      maxConnections: connectionLimit(),
      firstByteTimeout: LIMITS.headersTimeout,
      idleTimeout: LIMITS.keepAliveTimeout + KEEP_ALIVE_MARGIN,
      ...limits,
    });
  }
  return server;
}

/** `/path?query`, or the absolute form proxies use (RFC 9112 section 3.2); `*` and authorities are for others. */
function isWellFormed(url: string): boolean {
  const target = url.startsWith('/') ? url : (/^https?:\/\/[^/?#]+(\/.*)$/.exec(url)?.[1] ?? '');
  const end = target.search(/[?#]/);
  return isPlainPath(end === -1 ? target : target.slice(0, end)) && !target.includes('#');
}

function refusal(headersFor: HeaderSet) {
  const type = 'text/plain; charset=utf-8';
  const headers = { 'cache-control': 'no-store', ...headersFor(type), 'content-type': type };
  return (request: IncomingMessage, response: ServerResponse, status: number, text: string): void => {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
}

/** Accepts nothing new, lets what runs finish, and after `withinMs` ends what has not. */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // Connections that become idle while the last requests are answered would else be kept open for their clients.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), withinMs);
  await promise;
  clearInterval(sweep);
  clearTimeout(timer);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Assets } from './assets.server.ts';
import { connectionLimit } from './connection-limit.server.ts';
import type { HeaderSet } from './middleware/header-set.ts';
import { installFastPath } from './fast-path/fast-path.server.ts';
import { MAX_HEAD_BYTES } from './fast-path/request-head.ts';
import { isPlainPath } from '#platform/plain-path.ts';
import type { PageCache } from './page-cache/page-cache.server.ts';
import { KEEP_ALIVE_SECONDS } from './page-cache/raw-response.server.ts';

export interface WebServerOptions {
  readonly pages: Pick<PageCache, 'serve' | 'find'>;
  readonly assets: Pick<Assets, 'serve' | 'find'>;
  /** The application, for everything that pages and assets do not have. The second argument contains the socket. */
  readonly fetch: (request: Request, bindings: object) => Response | Promise<Response>;
  readonly headersFor: HeaderSet;
  /** Whether GET requests for cached pages and files are answered before node:http parses them. Default true. */
  readonly fastPath?: boolean;
  readonly limits?: Partial<ConnectionLimits>;
}

export interface ConnectionLimits {
  /** Maximum of open connections. Default: derived from the limit of file descriptors. */
  readonly maxConnections: number;
  /** Milliseconds a client may take to send its first byte. Default 15,000. */
  readonly firstByteTimeout: number;
  /** Milliseconds without a byte in either direction between requests, or while a response is sent. Default 66,000. */
  readonly idleTimeout: number;
  /** Milliseconds without a byte in either direction while node:http receives or answers a request. Default 120,000. */
  readonly inactivityTimeout: number;
}

/** Limits for slow clients and large requests, in milliseconds and bytes. */
const LIMITS = {
  headersTimeout: 15_000,
  // An image of 5 MB over a slow connection.
  requestTimeout: 120_000,
  keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
  connectionsCheckingInterval: 10_000,
  maxHeaderSize: MAX_HEAD_BYTES,
};
/** Milliseconds a connection stays open after the advertised time, as in node:http: a request may be on its way. */
const KEEP_ALIVE_MARGIN = 1_000;
const MAX_URL_LENGTH = 8 * 1024;

/**
 * Creates the HTTP server, not yet listening. It answers cached pages and files itself and passes other requests to the
 * application. Request targets are checked as received, before a URL parser normalizes them.
 */
export function createWebServer(options: WebServerOptions): Server {
  const { pages, assets, fetch, headersFor, fastPath = true, limits = {} } = options;
  const application = getRequestListener((request, bindings) => fetch(request, bindings), {
    errorHandler: createErrorHandler(headersFor),
  });
  const reject = createReject(headersFor);
  const server = createServer({ ...LIMITS, optimizeEmptyRequests: true }, (request, response) => {
    if (hasSeveralHosts(request)) return reject(request, response, 400, 'The request is malformed.\n');
    if (pages.serve(request, response) || assets.serve(request, response)) return;
    const url = request.url ?? '';
    if (url.length > MAX_URL_LENGTH) reject(request, response, 414, 'The address is too long.\n');
    else if (!isWellFormed(url)) reject(request, response, 400, 'The address is malformed.\n');
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

/** RFC 9112 section 3.2. node:http uses the first one, and a proxy might use another. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/**
 * `/path?query`, or the absolute form for proxies (RFC 9112 section 3.2); `*` and the authority form are not supported.
 */
function isWellFormed(url: string): boolean {
  const target = url.startsWith('/') ? url : (/^https?:\/\/[^/?#]+(\/.*)$/.exec(url)?.[1] ?? '');
  const end = target.search(/[?#]/);
  return isPlainPath(end === -1 ? target : target.slice(0, end)) && !target.includes('#');
}

/** The headers of a text that the server itself responds with. */
function textHeaders(headersFor: HeaderSet) {
  const type = 'text/plain; charset=utf-8';
  return { 'cache-control': 'no-store', ...headersFor(type), 'content-type': type };
}

/**
 * For a request that cannot reach the application, such as one with an invalid `Host`, and for a failure of the application
 * itself.
 */
function createErrorHandler(headersFor: HeaderSet) {
  const headers = textHeaders(headersFor);
  return (error: unknown) =>
    error instanceof RequestError
      ? new Response('The request is malformed.\n', { status: 400, headers })
      : new Response('The server failed to respond.\n', { status: 500, headers });
}

function createReject(headersFor: HeaderSet) {
  const headers = textHeaders(headersFor);
  return (request: IncomingMessage, response: ServerResponse, status: number, text: string): void => {
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
}

/** Stops accepting connections, waits for running requests, and after `withinMs` closes the remaining connections. */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // Connections that become idle after `close` would otherwise stay open until their keep-alive timeout.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), withinMs);
  await promise;
  clearInterval(sweep);
  clearTimeout(timer);
}

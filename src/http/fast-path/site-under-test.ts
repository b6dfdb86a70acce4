import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { cacheUnderTest, source } from '../page-cache/cache-under-test.ts';
import type { PageCache } from '../page-cache/page-cache.server.ts';
import { type ConnectionLimits, closeServer, createWebServer } from '../web-server.server.ts';

export interface Site {
  readonly cache: PageCache;
  /** Method and path of the requests that reached the application. */
  readonly appRequests: string[];
  /** Targets of the requests that node:http parsed, whether it or the application answered them. */
  readonly httpRequests: string[];
  open(): Promise<ClientConnection>;
  /** Number of open connections of the server. */
  connections(): Promise<number>;
  close(withinMs: number): Promise<void>;
}

/** A raw client connection. */
export interface ClientConnection {
  readonly socket: Socket;
  send(text: string): void;
  /** All complete responses received so far, once there are at least `count`. */
  responses(count: number): Promise<string[]>;
  /** All bytes received, once the server has closed the connection. */
  untilClosed(): Promise<string>;
}

export interface SiteOptions {
  readonly fastPath?: boolean;
  readonly limits?: Partial<ConnectionLimits>;
  /** Whether the cache adds brotli to the pages, 0.3 s after they were stored. Default: true. */
  readonly brotli?: boolean;
}

/** `/a` and `/b` are cached; the application responses `/slow` and `/big`, and echoes the request for anything else. */
export async function site({ fastPath = true, limits = {}, brotli = true }: SiteOptions = {}): Promise<Site> {
  const { cache } = cacheUnderTest();
  // A closed cache still stores and serves pages.
  if (!brotli) cache.close();
  const appRequests: string[] = [];
  const httpRequests: string[] = [];
  const server = createWebServer({
    pages: cache,
    assets: { serve: () => false, find: () => null },
    headersFor: () => ({}),
    fastPath,
    limits,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      appRequests.push(`${request.method} ${pathname}`);
      if (pathname === '/slow') await delay(50);
      if (pathname === '/big') return new Response(new Uint8Array(4_000_000));
      const fields = [...request.headers].map((field) => field.join(': ')).join('\n');
      const text = `app ${await request.text()}\n${request.method} ${request.url}\n${fields}`;
      return new Response(text, { headers: { 'x-from': pathname } });
    },
  });
  server.prependListener('request', ({ url = '' }) => void httpRequests.push(url));
  for (const [path, text] of [
    ['/a', 'Page A'],
    ['/b', 'Page B'],
  ] as const) {
    await cache.respond(path, new Request(`http://x${path}`), source(text, [path]).render);
  }
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    cache,
    appRequests,
    httpRequests,
    open: () => open(port),
    connections: () => new Promise((done) => void server.getConnections((_, count) => done(count))),
    close: (withinMs) => closeServer(server, withinMs),
  };
}

async function open(port: number): Promise<ClientConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  // Some tests expect the server to reset the connection.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((done) => void socket.once('close', () => done(received)));
  onTestFinished(() => void socket.destroy());
  await new Promise((done) => socket.once('connect', done));
  return {
    socket,
    send: (text) => void socket.write(text, 'latin1'),
    async responses(count) {
      const until = Date.now() + 10_000;
      while (split(received).length < count && Date.now() < until) await delay(2);
      return split(received);
    },
    untilClosed: () => closed,
  };
}

/** Splits the received bytes into responses by their Content-Length; an incomplete one is left out. */
export function split(received: string): string[] {
  const responses: string[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return responses;
    const hasBody = !rest.startsWith('HTTP/1.1 304');
    const length = hasBody ? Number(/content-length: (\d+)/i.exec(rest.slice(0, end))?.[1] ?? 0) : 0;
    if (rest.length < end + 4 + length) return responses;
    responses.push(rest.slice(0, end + 4 + length));
    rest = rest.slice(end + 4 + length);
  }
}

export const get = (path: string, ...fields: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${['Host: x', ...fields].join('\r\n')}\r\n\r\n`;

/** For each response its title, the path that the application received, or its status. */
export const titles = (responses: readonly string[]): (string | undefined)[] =>
  responses
    .map((response) =>
      /<title>([^<]*)<\/title>|x-from: (\S+)|HTTP\/1\.1 (\d+)/g.exec(response.replace(/^HTTP\/1\.1 200/, '')),
    )
    .map((found) => found?.[1] ?? found?.[2] ?? found?.[3]);

export const withoutDate = (response = ''): string => response.replaceAll(/Date: .*/g, 'Date');

/** The responses to one request on its own connection. */
export async function sendRequest({ open: openConnection }: Site, request: string): Promise<string[]> {
  const connection = await openConnection();
  connection.send(request);
  return connection.responses(1);
}

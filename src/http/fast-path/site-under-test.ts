import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { cacheUnderTest, source } from '../page-cache/cache-under-test.ts';
import type { PageCache } from '../page-cache/page-cache.server.ts';
import type { ConnectionLimits } from '../server.server.ts';
import { closeServer, createWebServer } from '../server.server.ts';

export interface Site {
  readonly cache: PageCache;
  /** Paths that reached the application. */
  readonly asked: string[];
  /** Paths that node:http has read, whoever answered them then. */
  readonly readByHttp: string[];
  open(): Promise<Line>;
  /** Connections that the server has open. */
  connections(): Promise<number>;
  close(withinMs: number): Promise<void>;
}

/** A connection, held by hand. */
export interface Line {
  readonly socket: Socket;
  send(text: string): void;
  /** Everything received so far, once it holds so many answers with their bodies. */
  answers(count: number): Promise<string[]>;
  /** Everything received, once the server has closed the connection. */
  untilClosed(): Promise<string>;
}

export interface SiteOptions {
  readonly fastPath?: boolean;
  readonly limits?: Partial<ConnectionLimits>;
}

/** `/a` and `/b` are kept; the application knows `/slow` and `/big` and repeats the request for anything else. */
export async function site({ fastPath = true, limits = {} }: SiteOptions = {}): Promise<Site> {
  const { cache } = cacheUnderTest();
  const asked: string[] = [];
  const readByHttp: string[] = [];
  const server = createWebServer({
    pages: cache,
    assets: { serve: () => false, find: () => null },
    headersFor: () => ({}),
    fastPath,
    limits,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(`${request.method} ${pathname}`);
      if (pathname === '/slow') await delay(50);
      if (pathname === '/big') return new Response(new Uint8Array(4_000_000));
      const fields = [...request.headers].map((field) => field.join(': ')).join('\n');
      const text = `app ${await request.text()}\n${request.method} ${request.url}\n${fields}`;
      return new Response(text, { headers: { 'x-from': pathname } });
    },
  });
  server.prependListener('request', ({ url = '' }) => void readByHttp.push(url));
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
    asked,
    readByHttp,
    open: () => open(port),
    connections: () => new Promise((done) => void server.getConnections((_, count) => done(count))),
    close: (withinMs) => closeServer(server, withinMs),
  };
}

async function open(port: number): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  // a reset by the other side is what some tests wait for
  socket.on('error', () => undefined);
  const closed = new Promise<string>((done) => void socket.once('close', () => done(received)));
  onTestFinished(() => void socket.destroy());
  await new Promise((done) => socket.once('connect', done));
  return {
    socket,
    send: (text) => void socket.write(text, 'latin1'),
    async answers(count) {
      const until = Date.now() + 10_000;
      while (split(received).length < count && Date.now() < until) await delay(2);
      return split(received);
    },
    untilClosed: () => closed,
  };
}

/** Cuts what was received into answers by their Content-Length; an unfinished one is left out. */
export function split(received: string): string[] {
  const answers: string[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return answers;
    const hasBody = !rest.startsWith('HTTP/1.1 304');
    const length = hasBody ? Number(/content-length: (\d+)/i.exec(rest.slice(0, end))?.[1] ?? 0) : 0;
    if (rest.length < end + 4 + length) return answers;
    answers.push(rest.slice(0, end + 4 + length));
    rest = rest.slice(end + 4 + length);
  }
}

export const get = (path: string, ...fields: string[]): string =>
  `GET ${path} HTTP/1.1\r\n${['Host: x', ...fields].join('\r\n')}\r\n\r\n`;

/** For each answer its title, or the path the application was asked for, or its status. */
export const titles = (answers: readonly string[]): (string | undefined)[] =>
  answers
    .map((answer) =>
      /<title>([^<]*)<\/title>|x-from: (\S+)|HTTP\/1\.1 (\d+)/g.exec(answer.replace(/^HTTP\/1\.1 200/, '')),
    )
    .map((found) => found?.[1] ?? found?.[2] ?? found?.[3]);

export const withoutDate = (answer = ''): string => answer.replaceAll(/Date: .*/g, 'Date');

/** The answers to one request on a connection of its own. */
export async function ask({ open: openLine }: Site, request: string): Promise<string[]> {
  const line = await openLine();
  line.send(request);
  return line.answers(1);
}

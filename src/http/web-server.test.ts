import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, createWebServer } from './web-server.server.ts';

async function start(fetch: (request: Request) => Response | Promise<Response>): Promise<{
  raw(head: string): Promise<string>;
  close(withinMs: number): Promise<void>;
  requests: string[];
}> {
  const requests: string[] = [];
  const server = createWebServer({
    pages: { serve: () => false, find: () => null },
    assets: { serve: () => false, find: () => null },
    headersFor: () => ({ 'x-frame-options': 'DENY' }),
    fetch(request) {
      requests.push(request.url);
      return fetch(request);
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const raw = (head: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
      socket.on('end', () => resolve(answer)).on('error', reject);
    });
  return { raw, requests, close: (withinMs) => closeServer(server, withinMs) };
}

const request = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: site.example\r\nConnection: close\r\n\r\n`;

describe('createWebServer', () => {
  it.each([
    '/a/../b',
    '/%2e%2e/etc/passwd',
    '//evil.example',
    '/a%2fb',
    '/a\\b',
    '*',
    '/a#b',
    'ftp://x/y',
    `/${'a'.repeat(3000)}`,
  ])('rejects %s before it is normalized', async (target) => {
    const { raw, requests } = await start(() => new Response('hello'));
    const answer = await raw(request(target));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
    expect(answer.toLowerCase()).toContain('x-frame-options: deny');
    expect(requests).toEqual([]);
  });

  it.each(['Host: a b@c', 'Host: site.example\r\nHOST: other.example'])(
    'rejects the host %j',
    async (host) => {
      const { raw, requests } = await start(() => new Response('hello'));
      const answer = await raw(`GET / HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
      expect(answer.toLowerCase()).toContain('x-frame-options: deny');
      expect(requests).toEqual([]);
    },
  );

  it('answers a failure of the application without its message', async () => {
    const { raw } = await start(() => Promise.reject(new Error('secret')));
    const answer = await raw(request('/'));
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer.toLowerCase()).toContain('x-frame-options: deny');
    expect(answer).not.toContain('secret');
  });

  it('rejects targets and headers that are too long', async () => {
    const { raw } = await start(() => new Response('hello'));
    expect(await raw(request(`/?q=${'a'.repeat(9_000)}`))).toMatch(/^HTTP\/1\.1 414 /);
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  it('finishes running requests when it is closed', async () => {
    const pending = Promise.withResolvers<void>();
    const { raw, close, requests } = await start(async () => {
      await pending.promise;
      return new Response('finished');
    });
    const answer = raw(request('/'));
    await expect.poll(() => requests).toHaveLength(1);
    const closed = close(5_000);
    pending.resolve();
    expect(await answer).toContain('finished');
    await closed;
  });
});

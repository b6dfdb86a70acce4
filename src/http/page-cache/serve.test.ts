import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cacheUnderTest, source } from './cache-under-test.ts';
import type { PageCache } from './page-cache.server.ts';
import type { Render } from './rendered.ts';

interface TestResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type SendRequest = (path: string, headers?: Record<string, string>, method?: string) => Promise<TestResponse>;

/** Two servers for one cache: the first tries `serve` before `respond`, the second always uses `respond`. */
async function startServers(
  cache: PageCache,
  render: Render,
): Promise<{ direct: SendRequest; application: SendRequest; servedDirectly: string[] }> {
  const listener = getRequestListener((request) =>
    cache.respond(new URL(request.url).pathname, request, render),
  );
  const servedDirectly: string[] = [];
  const direct = await listen((request, response) => {
    if (cache.serve(request, response)) servedDirectly.push(request.url ?? '');
    else void listener(request, response);
  });
  return {
    direct,
    application: await listen((request, response) => void listener(request, response)),
    servedDirectly,
  };
}

async function listen(handler: Parameters<typeof createServer>[1]): Promise<SendRequest> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        { port, path, headers, method, host: '127.0.0.1', agent: false },
        (response) => {
          let body = '';
          response.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
          response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
        },
      );
      request.on('error', reject).end();
    });
}

describe('serve', () => {
  it('answers exactly as respond does', async () => {
    const { cache } = cacheUnderTest({ headersFor: () => ({ 'x-content-type-options': 'nosniff' }) });
    const { direct, application, servedDirectly } = await startServers(
      cache,
      source('Rain', ['list']).render,
    );
    const etag = (await application('/a')).headers.etag ?? '';
    const cases: [Record<string, string>, string][] = [
      [{}, 'GET'],
      [{ 'accept-encoding': 'gzip' }, 'GET'],
      [{ 'accept-encoding': 'identity;q=0, gzip' }, 'GET'],
      [{ 'accept-encoding': 'identity;q=0' }, 'GET'],
      [{ 'if-none-match': etag }, 'GET'],
      [{ 'if-none-match': '"other"' }, 'GET'],
      [{ 'accept-encoding': 'gzip' }, 'HEAD'],
      [{ 'if-none-match': '*' }, 'HEAD'],
    ];
    for (const [headers, method] of cases) {
      const [actual, expected] = [
        await direct('/a', headers, method),
        await application('/a', headers, method),
      ];
      delete actual.headers.date;
      delete expected.headers.date;
      expect(actual).toEqual(expected);
    }
    expect(servedDirectly).toHaveLength(cases.length - 1);
  });

  it('passes to the application what it cannot serve', async () => {
    const { cache } = cacheUnderTest({ maxQueuedRevalidations: 0 });
    const page = source('Rain', ['list']);
    const { direct, servedDirectly } = await startServers(cache, page.render);
    await direct('/a');
    await direct('/a?utm_source=newsletter');
    await direct('/a', {}, 'POST');
    await direct('/b');
    cache.invalidate(['list']);
    await direct('/a');
    expect(servedDirectly).toEqual([]);
    await direct('/a');
    expect(servedDirectly).toEqual(['/a']);
  });
});

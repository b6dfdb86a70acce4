import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cacheUnderTest, source } from './cache-under-test.ts';
import type { PageCache } from './page-cache.server.ts';
import type { Render } from './rendered.ts';

interface Got {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Ask = (path: string, headers?: Record<string, string>, method?: string) => Promise<Got>;

/** Two servers before one cache: one may take the short way, the other goes through `respond` always. */
async function bothWays(
  cache: PageCache,
  render: Render,
): Promise<{ short: Ask; long: Ask; shortcuts: string[] }> {
  const listener = getRequestListener((request) =>
    cache.respond(new URL(request.url).pathname, request, render),
  );
  const shortcuts: string[] = [];
  const short = await listen((request, response) => {
    if (cache.serve(request, response)) shortcuts.push(request.url ?? '');
    else void listener(request, response);
  });
  return { short, long: await listen((request, response) => void listener(request, response)), shortcuts };
}

async function listen(handler: Parameters<typeof createServer>[1]): Promise<Ask> {
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
    const { short, long, shortcuts } = await bothWays(cache, source('Rain', ['list']).render);
    const etag = (await long('/a')).headers.etag ?? '';
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
      const [mine, theirs] = [await short('/a', headers, method), await long('/a', headers, method)];
      delete mine.headers.date;
      delete theirs.headers.date;
      expect(mine).toEqual(theirs);
    }
    expect(shortcuts).toHaveLength(cases.length - 1);
  });

  it('sends the date', async () => {
    const { cache } = cacheUnderTest();
    const { short } = await bothWays(cache, source('Rain').render);
    await short('/a');
    expect(new Date((await short('/a')).headers.date ?? 0).getTime()).toBeGreaterThan(Date.now() - 5_000);
  });

  it('leaves to the application what it does not have', async () => {
    const { cache } = cacheUnderTest({ renewalLimit: 0 });
    const page = source('Rain', ['list']);
    const { short, shortcuts } = await bothWays(cache, page.render);
    await short('/a');
    await short('/a?utm_source=letter');
    await short('/a', {}, 'POST');
    await short('/b');
    cache.touch(['list']);
    await short('/a');
    expect(shortcuts).toEqual([]);
    await short('/a');
    expect(shortcuts).toEqual(['/a']);
  });

  it('does not find the not-found page under its key', async () => {
    const { cache } = cacheUnderTest();
    const page = source('Oops');
    page.status = 404;
    const { short, shortcuts } = await bothWays(cache, page.render);
    await short('/nowhere');
    await short('/404');
    expect(shortcuts).toEqual([]);
  });
});

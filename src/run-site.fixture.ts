import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSite } from './run-site.server.ts';

const siteName = () => 'The Daily Test';

/** A minimal site for the tests of the process. */
await runSite(async ({ database }) => {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wait = Number(new URL(request.url ?? '/', 'http://site').searchParams.get('wait'));
    if (wait > 0) process.stdout.write(`waiting ${wait} ms\n`);
    await sleep(wait);
    await database.checkWritable();
    response.end('finished');
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(503).end());
  });
  const jobs = { start: () => {}, stop: () => Promise.resolve() };
  return { server, jobs, siteName, close: () => Promise.resolve() };
});

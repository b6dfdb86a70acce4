/**
 * Starts the built site, with a clock and rules that a test sets through messages of the parent process
 * (`test/controlled-site.ts`). The code of the site is that of `dist/server`; a release does not contain this entry.
 *
 * Its jobs run only on request, accounts that tests insert have cheap password hashes, and `CONTROLLED_SITE_OUTBOUND` may name
 * the one address that the site fetches pictures from.
 */
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';
import type { createApp as CreateApp } from '../src/app.ts';
import type { runSite as RunSite } from '../src/run-site.server.ts';
import type { SiteRequest, SiteResponse } from './controlled-site.ts';
import { testHasher } from './password-hashing.ts';
import { allowOnly } from './remote-site.ts';

const server = resolve(import.meta.dirname, '../dist/server');
const load = (file: string): Promise<unknown> => import(pathToFileURL(join(server, file)).href);

const { createApp } = (await load('app.js')) as { createApp: typeof CreateApp };
const { runSite } = (await load('run-site.js')) as { runSite: typeof RunSite };

let offsetMs = 0;
const clock = () => new Date(Date.now() + offsetMs);

const address = process.env['CONTROLLED_SITE_OUTBOUND'];
const outbound = address === undefined ? {} : { outbound: allowOnly(address) };

await runSite(async (deps) => {
  const app = await createApp({ ...deps, ...outbound, clock, hashing: testHasher });
  const handle = async (request: SiteRequest): Promise<number> => {
    if (request.type === 'run due jobs') return app.jobs.runDue();
    offsetMs = request.offsetMs;
    return 0;
  };
  process.on('message', (request: SiteRequest) => {
    const respond = (result: Omit<SiteResponse, 'id'>) => process.send?.({ id: request.id, ...result });
    handle(request).then(
      (count) => respond({ count }),
      (error: unknown) => respond({ error: String(error) }),
    );
  });
  // Without the parent there is nobody to stop the process.
  process.once('disconnect', () => process.exit(1));
  return { ...app, jobs: { start: () => {}, stop: () => app.jobs.stop() } };
});

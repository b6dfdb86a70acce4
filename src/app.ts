import type { Server } from 'node:http';
import { join } from 'node:path';
import { Hono } from 'hono';
import { offerSamples } from '#domain/articles/samples.server.ts';
import { siteFrom } from '#domain/site/site.ts';
import { loadAssets } from '#http/assets.server.ts';
import { describeError } from '#http/errors.server.ts';
import { health } from '#http/health.server.ts';
import { respondMedia } from '#http/media.server.ts';
import { canonicalPath } from '#http/middleware/canonical-path.ts';
import { readerHeaders } from '#http/middleware/header-set.ts';
import { readOnly } from '#http/middleware/method-guard.ts';
import { requestLog } from '#http/middleware/request-log.server.ts';
import { securityHeaders } from '#http/middleware/security-headers.ts';
import { createPageCache } from '#http/page-cache/page-cache.server.ts';
import { createWebServer } from '#http/server.server.ts';
import { SPECULATION_RULES_PATH, speculationRules } from '#http/speculation-rules.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.server.ts';
import { separateChanges } from '#platform/db/changes.server.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import { loadSecrets } from '#platform/secrets.server.ts';
import { diskStorage } from '#platform/storage/disk.server.ts';
import type { Publication } from '#reader/publication.ts';
import { readerRouter } from '#reader/router.server.ts';
import { unavailablePage } from '#reader/unavailable/unavailable-page.tsx';
import { READER_ROUTES } from './routes.ts';

export interface AppOptions {
  readonly config: Config;
  /** Open and migrated. Stays open when the app closes: whoever opened it closes it. */
  readonly database: Database;
  readonly log: Log;
  readonly clock?: Clock;
}

export interface App {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The same over a socket, with kept pages and files answered before anything else. Not yet listening. */
  readonly server: Server;
  readonly close: () => Promise<void>;
}

/** Puts the parts together. All wiring and no logic: what a part does is written where the part lives. */
export async function createApp({ config, database, log, clock = systemClock }: AppOptions): Promise<App> {
  const headersFor = readerHeaders({ publicUrl: config.publicUrl });
  const assets = loadAssets(join(packageRoot, 'dist/client'), headersFor);
  const storage = diskStorage(join(config.dataDir, 'media'));
  const secrets = await loadSecrets(config.dataDir);

  if (config.sampleContent) await offerSamples(database, { storage, now: clock() });

  const publication: Publication = {
    db: database.db,
    site: siteFrom(config.site),
    assets,
    pseudonymKey: secrets.pseudonymKey,
  };
  const unavailable = unavailablePage(publication);
  const pages = createPageCache({
    clock,
    log,
    headersFor,
    maxBytes: config.pageCacheBytes,
    unavailablePage: () => unavailable,
  });
  const stopListening = database.onChange((changes) => {
    const { touched, dropped } = separateChanges(changes);
    pages.drop(dropped);
    pages.touch(touched);
  });

  const app = new Hono()
    .use(requestLog(log), securityHeaders(headersFor), canonicalPath())
    .route('/', health({ ping: database.ping }))
    .get(SPECULATION_RULES_PATH, () => speculationRules())
    .get('/media/*', ({ req }) => respondMedia(storage, req.path.slice('/media/'.length), req.raw))
    .use(readOnly())
    .route('/', readerRouter({ routes: READER_ROUTES, publication, pages, log }));
  app.onError((error, context) => {
    const { status, message } = describeError(error, log);
    return context.text(`${message}\n`, status, { 'cache-control': 'no-store' });
  });

  const fetch = async (request: Request) => assets.respond(request) ?? app.fetch(request);
  return {
    fetch,
    server: createWebServer({ pages, assets, fetch: app.fetch, headersFor }),
    // oxlint-disable-next-line require-await
    close: async () => {
      stopListening();
      pages.close();
    },
  };
}

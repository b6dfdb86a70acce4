import type { Server } from 'node:http';
import { Hono } from 'hono';
import { newsroomShell } from '#admin/shell.server.tsx';
import { createApi } from '#api/api.server.ts';
import { robotsTagHeader } from '#domain/site/ai-crawlers.ts';
import { icoKey } from '#domain/site/appearance/logo.ts';
import { createSocialPicturesOnRequest } from '#domain/articles/derived-pictures/social-pictures-on-request.server.ts';
import { lockedSettings } from '#domain/site/locked-settings.ts';
import { withPictureCopies } from '#domain/images/picture-copies.server.ts';
import { formRoutes } from '#forms/form-routes.server.ts';
import { toPublicError, retryAfterHeader } from '#http/errors.server.ts';
import { allowedMethods } from '#http/allowed-methods.ts';
import { health } from '#http/health.server.ts';
import { respondMedia } from '#http/media.server.ts';
import { canonicalPath } from '#http/middleware/canonical-path.ts';
import { writesMailFiles } from '#platform/mail/mail.server.ts';
import { adminHeaders } from '#http/middleware/header-set.ts';
import { readOnly } from '#http/middleware/method-guard.ts';
import { requestLog } from '#http/middleware/request-log.server.ts';
import { securityHeaders } from '#http/middleware/security-headers.ts';
import { discardUnreadBody } from '#http/middleware/unread-body.ts';
import { createWebServer } from '#http/web-server.server.ts';
import { reservedSegments } from '#http/reserved-segments.ts';
import { SPECULATION_RULES_PATH, speculationRules } from '#http/speculation-rules.ts';
import type { Jobs } from '#platform/jobs/jobs.server.ts';
import { addressProbe } from '#reader/redirects/address-probe.ts';
import { FEED_ALIASES } from '#reader/feeds/feed-alias.ts';
import { findMovedTo } from '#reader/redirects/final-location.ts';
import { redirectQuery } from '#reader/redirects/redirect-query.ts';
import { redirectUnanswered } from '#reader/redirects/redirect-unanswered.ts';
import {
  sharedPreviewHeaders,
  sharedPreviewRoute,
} from '#reader/article-preview/shared-preview-route.server.ts';
import { oembedRoute } from '#reader/oembed/oembed-route.server.ts';
import { searchRoute } from '#reader/search/search-route.server.ts';
import { socialPictureRoute } from '#reader/social-picture/social-picture-route.server.ts';
import { readerRouter } from '#reader/router.server.ts';
import { READER_ROUTES } from './routes.ts';
import { type AppOptions, createComponents } from './app-components.ts';
import { createAppJobs } from './app-jobs.ts';

export interface App {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The HTTP server for the app, which also answers cached pages and files. Not yet listening. */
  readonly server: Server;
  /** Not yet started: the process calls `start`, tests call `runDue`. Closing the app stops them. */
  readonly jobs: Jobs;
  /** Every route with its method, in the order in which they are tried. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** The name of the publication now. */
  readonly siteName: () => string;
  readonly close: () => Promise<void>;
}

/** The composition root: components, jobs and routes. Contains no logic. */
export async function createApp(options: AppOptions): Promise<App> {
  const components = await createComponents(options);
  const { config, database, storage, log, clock, site } = components;
  const { assets, pages, publications, redirects, unknownAddresses } = components;
  const jobs = createAppJobs(components);
  const deps = { ...components, trustProxy: config.trustProxy };

  const addresses = addressProbe({
    fetch: (request, env) => assets.respond(request) ?? routes.fetch(request, env),
    paths: () => [...routes.routes.map(({ path }) => path), ...assets.paths()],
  });
  const robotsTag = () => robotsTagHeader(site().discovery.aiPolicy);
  const media = withPictureCopies({ database, storage, log });
  const socialPictures = createSocialPicturesOnRequest({
    database,
    storage,
    clock,
    latestSite: async () => (await components.state.latest()).site,
  });
  const api = createApi({
    ...deps,
    pseudonymKey: components.secrets.pseudonymKey,
    locked: lockedSettings(config),
    statistics: { ...components, counter: components.viewCounter },
    isReserved: (segment) => reserved().has(segment),
    redirects: {
      database,
      clock,
      addresses,
      publicUrl: config.publicUrl,
      rules: redirects.latest,
      counter: unknownAddresses,
    },
    system: { ...components, mail: components.directMail },
  });
  const forms = formRoutes(deps);
  const newsroom = newsroomShell({
    latestState: components.state.latest,
    assets,
    headersFor: adminHeaders({ publicUrl: config.publicUrl }),
    writesMailFiles: writesMailFiles(config.mail),
  });
  const routes = new Hono()
    .route('/', health(deps))
    .get(SPECULATION_RULES_PATH, () => speculationRules())
    .route('/', socialPictureRoute({ socialPictures, storage, headers: robotsTag }))
    .get('/media/*', ({ req }) =>
      respondMedia(media, req.path.slice('/media/'.length), req.raw, { headers: robotsTag() }),
    )
    .get('/favicon.ico', ({ req }, next) => {
      const key = icoKey(site().appearance.icon);
      return key === null
        ? next()
        : respondMedia(media, key, req.raw, { isVersioned: false, headers: robotsTag() });
    })
    .route('/api', api)
    .route('/', forms)
    .use(readOnly(allowedMethods(forms.routes)))
    .route('/', sharedPreviewRoute(deps))
    .route('/', oembedRoute(deps))
    .route('/', searchRoute(deps))
    .on('GET', ['/login', '/admin', '/admin/*'], newsroom)
    .use(redirectQuery({ redirects, addresses }))
    .use(redirectUnanswered({ redirects, addresses, count: unknownAddresses.count }))
    .route('/', readerRouter({ routes: READER_ROUTES, publications, pages, clock }));
  const movedTo = (path: string, search: string) => findMovedTo({ redirects, addresses }, path, search);
  const app = new Hono()
    .use(discardUnreadBody(), requestLog(log), sharedPreviewHeaders(), securityHeaders(components.headersFor))
    .use(canonicalPath(movedTo))
    .route('/', routes);
  const reserved = () => reservedSegments(app.routes, [...assets.paths(), ...FEED_ALIASES.keys()]);
  app.onError((error, context) => {
    const publicError = toPublicError(error, log);
    return context.text(`${publicError.message}\n`, publicError.status, {
      'cache-control': 'no-store',
      ...retryAfterHeader(publicError),
    });
  });

  const fetch = async (request: Request) => assets.respond(request) ?? app.fetch(request);
  return {
    fetch,
    server: createWebServer({ pages, assets, fetch: app.fetch, headersFor: components.headersFor }),
    jobs,
    routes: app.routes,
    siteName: () => site().name,
    close: async () => {
      await jobs.stop();
      await components.close();
    },
  };
}

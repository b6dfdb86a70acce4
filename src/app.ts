import type { Server } from 'node:http';
import { join } from 'node:path';
import { Hono } from 'hono';
import { newsroomShell } from '#admin/shell.server.tsx';
import { createApi } from '#api/api.server.ts';
import { createAccounts } from '#domain/accounts/accounts.server.ts';
import type { PasswordHasher } from '#domain/accounts/password-hashing.server.ts';
import { createComments } from '#domain/comments/comments.server.ts';
import { createContact } from '#domain/contact/contact.server.ts';
import { icoKey, isReplacedIcon } from '#domain/site/appearance/logo.ts';
import { createMailSender } from '#domain/newsletter/mail/sender.ts';
import { createNewsletter } from '#domain/newsletter/newsletter.server.ts';
import { areSecretsInUse } from '#domain/personal-data/secrets-in-use.server.ts';
import { createPersonalData } from '#domain/personal-data/personal-data.server.ts';
import { createContactRecipient } from '#domain/site/contact-recipient.server.ts';
import { lockedSettings } from '#domain/site/locked-settings.ts';
import { followSiteState } from '#domain/site/site-state.server.ts';
import { createDerivedPictures } from '#domain/articles/derived-pictures/derived-pictures-job.server.ts';
import { createFeedTexts } from '#domain/articles/feeds/feed-texts.ts';
import { hubNotificationJob } from '#domain/articles/feeds/hub-notification.server.ts';
import { createSharedPreviews } from '#domain/articles/preview-links/shared-preview.server.ts';
import { pickExpiryJob, removeExpiredPicks } from '#domain/articles/home-picks/expiry.server.ts';
import { runDueSchedules, scheduleJob } from '#domain/articles/schedule/run-schedule.server.ts';
import { createSearchIndexing } from '#domain/articles/search/indexing-job.server.ts';
import { createSearch } from '#domain/articles/search/searching.server.ts';
import { seedSamples } from '#domain/articles/samples.server.ts';
import { followPageDirectory } from '#domain/pages/directory.server.ts';
import { createPageSearch } from '#domain/pages/page-search.server.ts';
import { followRedirects } from '#domain/redirects/directory.server.ts';
import { createUnknownAddressCounter } from '#domain/redirects/unknown-addresses/counting.server.ts';
import { createViewCounter } from '#domain/statistics/counting.server.ts';
import type { WebhookDeps } from '#domain/webhooks/webhook-deps.server.ts';
import { webhookJobs } from '#domain/webhooks/webhook-jobs.server.ts';
import { createUnusedPictureJobs } from '#domain/images/unused-pictures.server.ts';
import { withPictureCopies } from '#domain/images/picture-copies.server.ts';
import { hasPictures } from '#domain/images/queries.server.ts';
import { formRoutes } from '#forms/form-routes.server.ts';
import { loadAssets } from '#http/assets.server.ts';
import { toPublicError, retryAfterHeader } from '#http/errors.server.ts';
import { health } from '#http/health.server.ts';
import { respondMedia } from '#http/media.server.ts';
import { canonicalPath } from '#http/middleware/canonical-path.ts';
import { adminHeaders, readerHeaders } from '#http/middleware/header-set.ts';
import { readOnly } from '#http/middleware/method-guard.ts';
import { requestLog } from '#http/middleware/request-log.server.ts';
import { securityHeaders } from '#http/middleware/security-headers.ts';
import { createPageCache } from '#http/page-cache/page-cache.server.ts';
import { createPageViews } from '#http/page-views/page-views.ts';
import { createWebServer } from '#http/web-server.server.ts';
import { reservedSegments } from '#http/reserved-segments.ts';
import { SPECULATION_RULES_PATH, speculationRules } from '#http/speculation-rules.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.server.ts';
import { separateChanges } from '#platform/db/changes.server.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.server.ts';
import type { Log } from '#platform/log.server.ts';
import { createDirectMail } from '#platform/mail/direct.server.ts';
import { createMail } from '#platform/mail/mail.server.ts';
import {
  type OutboundPolicy,
  privateNetworks,
  publicInternet,
} from '#platform/outbound/address-policy.server.ts';
import { memoizeLast } from '#platform/memoize-last.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import { createRateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { createReadinessCheck } from '#platform/readiness.server.ts';
import { loadSecrets } from '#platform/secrets.server.ts';
import { createMediaFolder, openStorage } from '#platform/storage/open-storage.server.ts';
import { createPublicationReader } from '#reader/publication.ts';
import { addressProbe } from '#reader/redirects/address-probe.ts';
import { redirectUnanswered } from '#reader/redirects/redirect-unanswered.ts';
import { sharedPreviewRoute } from '#reader/article-preview/shared-preview-route.server.ts';
import { oembedRoute } from '#reader/oembed/oembed-route.server.ts';
import { searchRoute } from '#reader/search/search-route.server.ts';
import { readerRouter } from '#reader/router.server.ts';
import { unavailablePage } from '#reader/unavailable/unavailable-page.tsx';
import { createRetentionJobs } from './retention-jobs.ts';
import { READER_ROUTES } from './routes.ts';

export interface AppOptions {
  readonly config: Config;
  /** Must be open and migrated. Is not closed with the app. */
  readonly database: Database;
  readonly log: Log;
  readonly clock?: Clock;
  /** Where pictures may be fetched from. Default: the public internet. */
  readonly outbound?: OutboundPolicy;
  /** Default: scrypt. */
  readonly hashing?: PasswordHasher;
}

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

/** The composition root: creates all components and passes them their dependencies. Contains no logic. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, log, clock = systemClock, outbound = publicInternet } = options;
  const headersFor = readerHeaders({ publicUrl: config.publicUrl });
  const secrets = await loadSecrets(config.dataDir, () => areSecretsInUse(database));
  await createMediaFolder(config, { hasPictures: () => hasPictures(database), log });
  const storage = openStorage(config);

  if (config.sampleContent) await seedSamples(database, { storage, now: clock() });
  await runDueSchedules({ database, clock, log });
  await removeExpiredPicks({ database, clock });

  const checkReadiness = await createReadinessCheck({ database, dataDir: config.dataDir });
  // Before the page cache, so that their listeners of changes are called first.
  const state = await followSiteState(database, config);
  const settings = async () => (await state.latest()).settings;
  const site = () => state.current().site;
  const assets = loadAssets(join(packageRoot, 'dist/client'), headersFor, (path) =>
    isReplacedIcon(site(), path),
  );
  const ownPages = await followPageDirectory(database);
  const redirects = await followRedirects(database);
  const unknownAddresses = createUnknownAddressCounter({ database, clock, log });
  const viewCounter = createViewCounter({
    database,
    clock,
    log,
    timeZone: () => site().timeZone,
    isEnabled: () => state.current().settings.statistics_page_views,
  });
  const views = createPageViews({ publicUrl: config.publicUrl, count: viewCounter.count });
  const publications = createPublicationReader(
    { state, ownPages },
    {
      db: database.db,
      settings,
      assets,
      feedTexts: createFeedTexts(),
      pseudonymKey: secrets.pseudonymKey,
    },
  );
  const unavailable = memoizeLast(unavailablePage);
  const pages = createPageCache({
    clock,
    log,
    headersFor,
    maxBytes: config.pageCacheBytes,
    views,
    unavailablePage: () => unavailable(publications.current()),
  });
  const unsubscribe = database.onChange((changes) => {
    const { invalidated, purged } = separateChanges(changes);
    pages.purge(purged);
    pages.invalidate(invalidated);
  });
  const rateLimit = createRateLimit({ database, clock, key: secrets.authSecret });
  const accounts = createAccounts({
    database,
    clock,
    log,
    rateLimit,
    secret: secrets.authSecret,
    // The postal address is only required in bulk email.
    sender: () => ({ ...createMailSender(site()), address: [] }),
    secondFactorRoles: async () => (await settings()).account_second_factor_roles,
    isSignUpOpen: async () => (await settings()).account_sign_up_open,
    publicUrl: config.publicUrl,
    ...(options.hashing ? { hashing: options.hashing } : {}),
  });
  const comments = createComments({ database, clock, rateLimit, settings });
  const contact = createContact({
    database,
    rateLimit,
    recipient: () => ({
      address: state.current().contactRecipient,
      siteName: site().name,
      siteUrl: config.publicUrl,
    }),
  });
  const contactRecipient = createContactRecipient({
    database,
    clock,
    rateLimit,
    key: secrets.readersKey,
    site,
  });
  const retention = createRetentionJobs({ database, clock, settings });
  const defaultSender = () => ({ name: site().name, address: site().owner.email });
  const mail = createMail({
    config,
    defaultSender,
    database,
    clock,
    log,
    retentionDays: async () => (await settings()).mail_retention_days,
    filesRetentionDays: async () => (await settings()).mail_files_retention_days,
  });
  const directMail = createDirectMail({ config, defaultSender, clock });
  const newsletter = createNewsletter({
    database,
    clock,
    log,
    rateLimit,
    mail: directMail,
    site,
    key: secrets.newsletterKey,
  });
  const readers = createPersonalData({
    database,
    clock,
    log,
    rateLimit,
    site,
    key: secrets.readersKey,
    newsletterKey: secrets.newsletterKey,
  });
  const previews = createSharedPreviews({ database, clock });
  const search = createSearch({ database, site, findPages: createPageSearch({ site }) });
  const searchIndexing = createSearchIndexing({ database, site, log });
  const webhooks: WebhookDeps = {
    database,
    clock,
    log,
    site,
    key: secrets.authSecret,
    receivers: {
      addresses: config.webhookPrivateAddresses ? privateNetworks : outbound,
      allowsHttp: config.webhookPrivateAddresses,
    },
  };
  const webhookDelivery = webhookJobs(webhooks);
  const pictures = createUnusedPictureJobs({ database, storage, clock });
  const derivedPictures = createDerivedPictures({ database, storage, clock, site, log });
  const jobs = createJobs({
    database,
    clock,
    log,
    timeZone: () => site().timeZone,
    failedRetentionDays: async () => (await settings()).jobs_failed_retention_days,
    jobs: [
      ...mail.jobs,
      ...accounts.jobs,
      ...comments.jobs,
      ...pictures.jobs,
      ...derivedPictures.jobs,
      ...newsletter.jobs,
      ...readers.jobs,
      contactRecipient.job,
      scheduleJob({ database, clock }),
      pickExpiryJob({ database }),
      ...retention.map(({ job }) => job),
      hubNotificationJob({ site, outbound }),
      webhookDelivery.job,
      searchIndexing.job,
    ],
    recurring: [
      ...mail.recurring,
      ...accounts.recurring,
      ...comments.recurring,
      ...pictures.recurring,
      ...derivedPictures.recurring,
      ...newsletter.recurring,
      ...retention.map(({ recurring }) => recurring),
      searchIndexing.recurring,
      webhookDelivery.recurring,
    ],
  });

  const addresses = addressProbe({
    fetch: (request, env) => assets.respond(request) ?? routes.fetch(request, env),
    paths: () => [...routes.routes.map(({ path }) => path), ...assets.paths()],
  });
  const media = withPictureCopies({ database, storage, log });
  const api = createApi({
    database,
    storage,
    assets,
    outbound,
    clock,
    log,
    rateLimit,
    accounts,
    comments,
    contact,
    newsletter,
    search,
    trustProxy: config.trustProxy,
    site,
    pages,
    pseudonymKey: secrets.pseudonymKey,
    publications,
    locked: lockedSettings(config),
    settings,
    contactRecipient,
    statistics: { database, clock, site, settings, counter: viewCounter },
    webhooks,
    isReserved: (segment) => reserved().has(segment),
    redirects: {
      database,
      clock,
      addresses,
      publicUrl: config.publicUrl,
      rules: redirects.latest,
      counter: unknownAddresses,
    },
    system: { config, database, storage, mail: directMail, rateLimit, clock, site, settings },
  });
  const forms = formRoutes({
    publications,
    contactRecipient,
    comments,
    contact,
    newsletter,
    readers,
    pages,
    trustProxy: config.trustProxy,
    log,
  });
  const newsroom = newsroomShell({
    latestState: state.latest,
    assets,
    headersFor: adminHeaders({ publicUrl: config.publicUrl }),
  });
  const routes = new Hono()
    .route('/', health({ checkReadiness }))
    .get(SPECULATION_RULES_PATH, () => speculationRules())
    .get('/media/*', ({ req }) => respondMedia(media, req.path.slice('/media/'.length), req.raw))
    .get('/favicon.ico', ({ req }, next) => {
      const key = icoKey(site().appearance.icon);
      return key === null ? next() : respondMedia(media, key, req.raw, { isVersioned: false });
    })
    .route('/api', api)
    .route('/', forms)
    .use(readOnly())
    .route('/', sharedPreviewRoute({ publications, previews, trustProxy: config.trustProxy, log }))
    .route('/', oembedRoute({ publications, pages }))
    .route('/', searchRoute({ publications, search, views, trustProxy: config.trustProxy, log }))
    .on('GET', ['/login', '/admin', '/admin/*'], newsroom)
    .use(redirectUnanswered({ redirects, addresses, count: unknownAddresses.count }))
    .route('/', readerRouter({ routes: READER_ROUTES, publications, pages, clock }));
  const app = new Hono()
    .use(requestLog(log), securityHeaders(headersFor), canonicalPath())
    .route('/', routes);
  const reserved = () => reservedSegments(app.routes, assets.paths());
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
    server: createWebServer({ pages, assets, fetch: app.fetch, headersFor }),
    jobs,
    routes: app.routes,
    siteName: () => site().name,
    close: async () => {
      await jobs.stop();
      mail.close();
      directMail.close();
      unsubscribe();
      await unknownAddresses.close();
      await viewCounter.close();
      pages.close();
    },
  };
}

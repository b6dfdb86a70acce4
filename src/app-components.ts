import { join } from 'node:path';
import { createAccounts } from '#domain/accounts/accounts.server.ts';
import type { PasswordHasher } from '#domain/accounts/password-hashing.server.ts';
import { createComments } from '#domain/comments/comments.server.ts';
import { createContact } from '#domain/contact/contact.server.ts';
import { isReplacedIcon } from '#domain/site/appearance/logo.ts';
import { createMailSender } from '#domain/site/mail-sender.ts';
import { createNewsletter } from '#domain/newsletter/newsletter.server.ts';
import { areSecretsInUse } from '#domain/personal-data/secrets-in-use.server.ts';
import { createPersonalData } from '#domain/personal-data/personal-data.server.ts';
import { createContactRecipient } from '#domain/site/contact-recipient.server.ts';
import { defaultAuthorOf } from '#domain/site/default-author.ts';
import { lockedSettings } from '#domain/site/locked-settings.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import { followSiteState } from '#domain/site/site-state.server.ts';
import { createFeedTexts } from '#domain/articles/feeds/feed-texts.ts';
import { createSharedPreviews } from '#domain/articles/preview-links/shared-preview.server.ts';
import { removeExpiredPicks } from '#domain/articles/home-picks/expiry.server.ts';
import { runDueSchedules } from '#domain/articles/schedule/run-schedule.server.ts';
import { createSearchIndexing } from '#domain/articles/search/indexing-job.server.ts';
import { createSearch } from '#domain/articles/search/searching.server.ts';
import { seedSamples } from '#domain/articles/samples.server.ts';
import { followPageDirectory } from '#domain/pages/directory.server.ts';
import { createPageSearch } from '#domain/pages/page-search.server.ts';
import { followRedirects } from '#domain/redirects/directory.server.ts';
import { createUnknownAddressCounter } from '#domain/redirects/unknown-addresses/counting.server.ts';
import { createViewCounter } from '#domain/statistics/counting.server.ts';
import type { WebhookDeps } from '#domain/webhooks/webhook-deps.server.ts';
import { hasPictures } from '#domain/images/queries.server.ts';
import { loadAssets } from '#http/assets.server.ts';
import { readerHeaders } from '#http/middleware/header-set.ts';
import { createPageCache } from '#http/page-cache/page-cache.server.ts';
import { createPageViews } from '#http/page-views/page-views.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.server.ts';
import { separateChanges } from '#platform/db/changes.server.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import { createDeliverableAddresses } from '#platform/mail/deliverable-address.ts';
import { createDirectMail } from '#platform/mail/direct.server.ts';
import { createMail, writesMailFiles } from '#platform/mail/mail.server.ts';
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
import { unavailablePage } from '#reader/unavailable/unavailable-page.tsx';
import { reduceAccess } from './reduced-access.server.ts';

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

/** Creates everything that routes and jobs are made of, and passes to each component its dependencies. Contains no logic. */
export async function createComponents(options: AppOptions) {
  const { config, database, log, clock = systemClock, outbound = publicInternet } = options;
  const headersFor = readerHeaders({ publicUrl: config.publicUrl });
  const secrets = await loadSecrets(config.dataDir, () => areSecretsInUse(database));
  await createMediaFolder(config, { hasPictures: () => hasPictures(database), log });
  const storage = openStorage(config);

  if (config.sampleContent) {
    const author = defaultAuthorOf(await readSettings(database.db, lockedSettings(config)));
    await seedSamples(database, { storage, siteUrl: config.publicUrl, defaultAuthor: author, now: clock() });
  }
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
      writesMailFiles: writesMailFiles(config.mail),
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
  const addresses = createDeliverableAddresses();
  const accounts = createAccounts({
    database,
    clock,
    log,
    rateLimit,
    addresses,
    secret: secrets.authSecret,
    // The postal address is only required in bulk email.
    sender: () => ({ ...createMailSender(site()), address: [] }),
    secondFactorRoles: async () => (await settings()).account_second_factor_roles,
    isSignUpOpen: async () => (await settings()).account_sign_up_open,
    onReducedAccess: reduceAccess,
    publicUrl: config.publicUrl,
    ...(options.hashing ? { hashing: options.hashing } : {}),
  });
  const comments = createComments({ database, clock, rateLimit, settings });
  const contact = createContact({
    database,
    rateLimit,
    async recipient() {
      const latest = await state.latest();
      return { address: latest.contactRecipient, siteName: latest.site.name, siteUrl: config.publicUrl };
    },
  });
  const contactRecipient = createContactRecipient({
    database,
    clock,
    rateLimit,
    key: secrets.readersKey,
    site,
  });
  const defaultSender = () => ({ name: site().name, address: site().owner.email });
  const mail = createMail({
    config,
    defaultSender,
    addresses,
    database,
    clock,
    log,
    retentionDays: async () => (await settings()).mail_retention_days,
    filesRetentionDays: async () => (await settings()).mail_files_retention_days,
  });
  const directMail = createDirectMail({ config, defaultSender, addresses, clock });
  const newsletter = createNewsletter({
    database,
    clock,
    log,
    rateLimit,
    addresses,
    mail: directMail,
    site,
    key: secrets.newsletterKey,
  });
  const readers = createPersonalData({
    database,
    clock,
    log,
    rateLimit,
    addresses,
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
  return {
    config,
    database,
    log,
    clock,
    outbound,
    headersFor,
    secrets,
    storage,
    checkReadiness,
    state,
    settings,
    site,
    assets,
    redirects,
    unknownAddresses,
    viewCounter,
    views,
    publications,
    pages,
    rateLimit,
    accounts,
    comments,
    contact,
    contactRecipient,
    mail,
    directMail,
    newsletter,
    readers,
    previews,
    search,
    searchIndexing,
    webhooks,
    close: async () => {
      mail.close();
      directMail.close();
      unsubscribe();
      await unknownAddresses.close();
      await viewCounter.close();
      pages.close();
    },
  };
}

export type AppComponents = Awaited<ReturnType<typeof createComponents>>;

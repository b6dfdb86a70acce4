import type { Context } from 'hono';
import type { Accounts } from '#domain/accounts/accounts.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Search } from '#domain/articles/search/searching.server.ts';
import type { IsReservedSegment } from '#domain/categories/path-segments.server.ts';
import type { Comments } from '#domain/comments/comments.server.ts';
import type { Contact } from '#domain/contact/contact.server.ts';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import { isPageSegment } from '#domain/pages/page-slugs.server.ts';
import type { RedirectDeps } from '#domain/redirects/editing.server.ts';
import type { ContactRecipient } from '#domain/site/contact-recipient.server.ts';
import type { SystemDeps } from '#domain/site/system.server.ts';
import type { LockedSettings } from '#domain/site/locked-settings.ts';
import type { WebhookDeps } from '#domain/webhooks/webhook-deps.server.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import { allowedMethods } from '#http/allowed-methods.ts';
import type { Assets } from '#http/assets.server.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Log } from '#platform/log.server.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { memoizeLast } from '#platform/memoize-last.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { PublicationReader } from '#reader/publication.ts';
import { aboutPageApi } from './about-page.server.ts';
import { accountsApi } from './accounts.server.ts';
import { apiTokensApi } from './api-tokens.server.ts';
import { articleChangesApi } from './article-changes.server.ts';
import { articlesApi } from './articles.server.ts';
import { articleTableApi } from './article-table.server.ts';
import { articleTagsApi } from './article-tags.server.ts';
import { articleNotesApi } from './article-notes.server.ts';
import { auditApi } from './audit.server.ts';
import { autosavesApi } from './autosaves.server.ts';
import { authorAccountsApi } from './author-accounts.server.ts';
import { authorsApi } from './authors.server.ts';
import { calendarApi } from './calendar.server.ts';
import { categoriesApi } from './categories.server.ts';
import { commentsApi } from './comments.server.ts';
import { contactApi } from './contact.server.ts';
import type { ApiDocument } from './documentation/api-document.ts';
import { documentationPage } from './documentation/documentation-page.tsx';
import { requireNewsroomAccess } from './middleware/authentication.server.ts';
import { limitBodies } from './middleware/body-limits.ts';
import { noStore } from './middleware/no-store.ts';
import { completeOperations, openApiHeader, SECURITY_SCHEMES } from './openapi/document.server.ts';
import { problemHandler } from './openapi/problem.server.ts';
import { allowCrossOriginReads } from './public-response.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { requireStorableText } from './middleware/storable-text.server.ts';
import { homePicksApi } from './home-picks.server.ts';
import { logosApi } from './logos.server.ts';
import { newsletterImportsApi } from './newsletter-imports.server.ts';
import { newsletterIssuesApi } from './newsletter-issues.server.ts';
import { newsletterSubscribersApi } from './newsletter-subscribers.server.ts';
import { freeBylinesApi } from './free-bylines.server.ts';
import { moderationApi } from './moderation.server.ts';
import { newsletterApi } from './newsletter.server.ts';
import { newsroomCommentsApi } from './newsroom-comments.server.ts';
import { ownAccountApi } from './own-account.server.ts';
import { ownPageRevisionsApi } from './own-page-revisions.server.ts';
import { ownPagesApi } from './own-pages.server.ts';
import { passwordResetsApi } from './password-resets.server.ts';
import { peopleApi } from './people.server.ts';
import { peoplesTokensApi } from './peoples-tokens.server.ts';
import { presenceApi } from './presence.server.ts';
import { previewLinksApi } from './preview-links.server.ts';
import { previewsApi } from './previews.server.ts';
import { type PublicationChecksApiDeps, publicationChecksApi } from './publication-checks.server.ts';
import { publicArticlesApi } from './public-articles.server.ts';
import { publicCategoriesApi } from './public-categories.server.ts';
import { redirectTransferApi } from './redirect-transfer.server.ts';
import { redirectsApi } from './redirects.server.ts';
import { reviewsApi } from './reviews.server.ts';
import { pendingChangesApi } from './pending-changes.server.ts';
import { publishDatesApi } from './publish-dates.server.ts';
import { revisionsApi } from './revisions.server.ts';
import { passkeysApi } from './passkeys.server.ts';
import { schedulesApi } from './schedules.server.ts';
import { secondFactorApi } from './second-factor.server.ts';
import { searchApi } from './search.server.ts';
import { sectionsApi } from './sections.server.ts';
import { sessionsApi } from './sessions.server.ts';
import { settingsApi } from './settings.server.ts';
import { type StatisticsApiDeps, statisticsApi } from './statistics.server.ts';
import { trashApi } from './trash.server.ts';
import { type UnknownAddressesApiDeps, unknownAddressesApi } from './unknown-addresses.server.ts';
import { systemApi } from './system.server.ts';
import { imagesApi } from './images.server.ts';
import { webhookDeliveriesApi } from './webhook-deliveries.server.ts';
import { webhooksApi } from './webhooks.server.ts';

export interface ApiDeps extends CommandDeps {
  readonly storage: Storage;
  /** The built files, whose sizes are part of the weight of a page. */
  readonly assets: Assets;
  /** The addresses that image imports may connect to. */
  readonly outbound: OutboundPolicy;
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly accounts: Accounts;
  readonly comments: Comments;
  readonly contact: Contact;
  readonly newsletter: Newsletter;
  readonly search: Search;
  /** The number of trusted reverse proxies in front of this process. */
  readonly trustProxy: number;
  readonly site: CurrentSite;
  readonly pages: PageCache;
  /** The HMAC key from which the pseudonyms of commenters are derived. */
  readonly pseudonymKey: string;
  /** The data for rendering the API documentation page. */
  readonly publications: PublicationReader;
  /** The settings that the environment determines. */
  readonly locked: LockedSettings;
  readonly settings: SettingsReader;
  readonly system: SystemDeps;
  readonly contactRecipient: ContactRecipient;
  readonly redirects: RedirectDeps & UnknownAddressesApiDeps & PublicationChecksApiDeps['redirects'];
  readonly statistics: StatisticsApiDeps;
  readonly webhooks: WebhookDeps;
  /** For the paths of sections and of pages. */
  readonly isReserved: IsReservedSegment;
}

/** Where the API is mounted. */
const PATH = '/api';

/** The type of the whole API. The typed client in the browser is derived from it. */
export type Api = ReturnType<typeof createApi>;

/**
 * Creates the JSON API, which is mounted at `/api`. The routes form one call chain, so that the return type includes
 * every route. Routes under `/newsroom` require a role, and those of an area its permission (`areas.ts`). A middleware checks
 * them, and every command checks its permission again.
 */
export function createApi(deps: ApiDeps) {
  const guarded = apiRouter();
  guarded.use(noStore);
  guarded.use('/articles/*', allowCrossOriginReads);
  guarded.use('/categories/*', allowCrossOriginReads);
  guarded.use('/search', allowCrossOriginReads);
  const access = { trustProxy: deps.trustProxy, path: ({ req }: Context) => req.path.slice(PATH.length) };
  guarded.use('/newsroom/*', requireNewsroomAccess(deps.accounts, access));
  // After authentication: the body of an unauthorized request is not read.
  guarded.use(limitBodies, requireStorableText);
  guarded.onError(problemHandler(deps.log));

  const api = guarded
    .route('/', accountsApi(deps))
    .route('/', ownAccountApi(deps))
    .route('/', secondFactorApi(deps))
    .route('/', passkeysApi(deps))
    .route('/', apiTokensApi(deps))
    .route('/', sessionsApi(deps))
    .route('/', passwordResetsApi(deps))
    .route('/', categoriesApi(deps))
    .route('/', sectionsApi({ ...deps, isPageSegment }))
    .route('/', settingsApi(deps))
    .route('/', logosApi(deps))
    .route('/', systemApi(deps))
    .route('/', peopleApi(deps))
    .route('/', peoplesTokensApi(deps))
    .route('/', auditApi(deps))
    .route('/', webhooksApi(deps.webhooks))
    .route('/', webhookDeliveriesApi(deps.webhooks))
    .route('/', imagesApi(deps))
    .route('/', contactApi(deps))
    .route('/', articleTableApi(deps))
    .route('/', articleTagsApi(deps))
    .route('/', articlesApi(deps))
    .route('/', articleChangesApi(deps))
    .route('/', revisionsApi(deps))
    .route('/', autosavesApi(deps))
    .route('/', presenceApi(deps))
    .route('/', reviewsApi(deps))
    .route('/', articleNotesApi(deps))
    .route('/', trashApi(deps))
    .route('/', pendingChangesApi(deps))
    .route('/', publishDatesApi(deps))
    .route('/', schedulesApi(deps))
    .route('/', calendarApi(deps))
    .route('/', authorsApi(deps))
    .route('/', authorAccountsApi(deps))
    .route('/', freeBylinesApi(deps))
    .route('/', previewsApi(deps))
    .route('/', previewLinksApi(deps))
    .route('/', publicationChecksApi(deps))
    .route('/', ownPagesApi(deps))
    .route('/', ownPageRevisionsApi(deps))
    .route('/', homePicksApi(deps))
    .route('/', redirectsApi(deps.redirects))
    .route('/', redirectTransferApi(deps.redirects))
    .route('/', unknownAddressesApi(deps.redirects))
    .route('/', statisticsApi(deps.statistics))
    .route('/', aboutPageApi(deps))
    .route('/', commentsApi(deps))
    .route('/', moderationApi(deps))
    .route('/', newsroomCommentsApi(deps))
    .route('/', publicArticlesApi(deps))
    .route('/', searchApi(deps))
    .route('/', publicCategoriesApi(deps))
    .route('/', newsletterApi(deps))
    .route('/', newsletterIssuesApi(deps))
    .route('/', newsletterSubscribersApi(deps))
    .route('/', newsletterImportsApi(deps.newsletter));

  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    api.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  // On the first request and not here: it takes a tenth of the time in which a site starts.
  const describeApi = memoizeLast((name: string) =>
    JSON.stringify(completeOperations(api.getOpenAPI31Document(openApiHeader(name)))),
  );
  api.get('/openapi.json', (context) =>
    deps.pages.respond('/api/openapi.json', context.req.raw, async () => {
      const { site } = await deps.publications.latest();
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: describeApi(site.name),
        tags: [pageTags.site],
      };
    }),
  );
  api.get('/', (context) =>
    deps.pages.respond('/api', context.req.raw, async () => {
      const publication = await deps.publications.latest();
      return documentationPage(publication, JSON.parse(describeApi(publication.site.name)) as ApiDocument);
    }),
  );
  const methodsOf = allowedMethods(api.routes);
  api.all('*', (context) => {
    const methods = methodsOf(context.req.path.slice(PATH.length) || '/');
    if (methods.length === 0) throw new DomainError('not_found', 'The API has no route at this path.');
    context.header('allow', methods.join(', '));
    throw new DomainError('method_not_allowed');
  });
  return api;
}

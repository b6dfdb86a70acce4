import type { Clock } from '#platform/clock.ts';
import type { Accounts } from '#domain/accounts/accounts.server.ts';
import type { Comments } from '#domain/comments/comments.server.ts';
import type { Contact } from '#domain/contact/contact.server.ts';
import type { Newsletter } from '#domain/newsletter/newsletter.server.ts';
import type { Site } from '#domain/site/site.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Publication } from '#reader/publication.ts';
import { accountsApi } from './accounts.server.ts';
import { articlesApi } from './articles.server.ts';
import { articleTableApi } from './article-table.server.ts';
import { categoriesApi } from './categories.server.ts';
import { commentsApi } from './comments.server.ts';
import { contactApi } from './contact.server.ts';
import type { ApiDocument } from './documentation/api-document.ts';
import { documentationPage } from './documentation/documentation-page.tsx';
import { requireAdmin } from './frame/access.server.ts';
import { limitBodies } from './frame/body-limits.ts';
import { keepNothing } from './frame/keep-nothing.ts';
import { openApiDocument } from './frame/document.ts';
import { answerProblem } from './frame/problem.server.ts';
import { openForReading } from './frame/public-answer.server.ts';
import { apiRouter } from './frame/router.server.ts';
import { storableInput } from './frame/storable-input.server.ts';
import { newsletterIssuesApi } from './newsletter-issues.server.ts';
import { newsletterSubscribersApi } from './newsletter-subscribers.server.ts';
import { moderationApi } from './moderation.server.ts';
import { newsletterApi } from './newsletter.server.ts';
import { newsroomCommentsApi } from './newsroom-comments.server.ts';
import { passwordResetsApi } from './password-resets.server.ts';
import { previewsApi } from './previews.server.ts';
import { publicArticlesApi } from './public-articles.server.ts';
import { publicCategoriesApi } from './public-categories.server.ts';
import { revisionsApi } from './revisions.server.ts';
import { sessionsApi } from './sessions.server.ts';
import { settingsApi } from './settings.server.ts';
import { imagesApi } from './images.server.ts';

export interface ApiParts {
  readonly database: Database;
  readonly storage: Storage;
  /** Where pictures may be fetched from. */
  readonly outbound: OutboundPolicy;
  readonly clock: Clock;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly comments: Comments;
  readonly contact: Contact;
  readonly newsletter: Newsletter;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
  readonly site: Site;
  readonly pages: PageCache;
  /** Key of the pseudonyms under which commenters appear. */
  readonly pseudonymKey: string;
  /** What the page about the API is drawn with. */
  readonly publication: Publication;
}

/** The type of the whole API, from which the client in the browser takes its own. */
export type Api = ReturnType<typeof createApi>;

/**
 * The JSON API, to be mounted at `/api`. One chain, so that its type carries every route. What lies under `/newsroom`
 * is for administrators: decided here, once, and asked again by every command.
 */
export function createApi(parts: ApiParts) {
  const guarded = apiRouter();
  guarded.use(keepNothing);
  guarded.use('/articles/*', openForReading);
  guarded.use('/categories/*', openForReading);
  guarded.use('/newsroom/*', requireAdmin(parts.accounts));
  // After the door: of those who may not come in, no body is read.
  guarded.use(limitBodies, storableInput);
  guarded.onError(answerProblem(parts.log));

  const api = guarded
    .route('/', accountsApi(parts))
    .route('/', sessionsApi(parts))
    .route('/', passwordResetsApi(parts))
    .route('/', categoriesApi(parts))
    .route('/', settingsApi(parts))
    .route('/', imagesApi(parts))
    .route('/', contactApi(parts))
    .route('/', articleTableApi(parts))
    .route('/', articlesApi(parts))
    .route('/', revisionsApi(parts))
    .route('/', previewsApi(parts))
    .route('/', commentsApi(parts))
    .route('/', moderationApi(parts))
    .route('/', newsroomCommentsApi(parts))
    .route('/', publicArticlesApi(parts))
    .route('/', publicCategoriesApi(parts))
    .route('/', newsletterApi(parts))
    .route('/', newsletterIssuesApi(parts))
    .route('/', newsletterSubscribersApi(parts));

  api.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  const description = JSON.stringify(api.getOpenAPI31Document(openApiDocument(parts.site.name)));
  api.get('/openapi.json', (context) =>
    context.body(description, 200, { 'content-type': 'application/json' }),
  );
  const document = JSON.parse(description) as ApiDocument;
  api.get('/', (context) =>
    parts.pages.respond('/api', context.req.raw, () =>
      Promise.resolve(documentationPage(parts.publication, document)),
    ),
  );
  api.all('*', () => {
    throw new Refusal('not_found', 'The API has nothing at this address.');
  });
  return api;
}

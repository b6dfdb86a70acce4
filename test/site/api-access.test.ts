import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { ROLES } from '#domain/accounts/permissions.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import {
  createApiTokens,
  type DocumentedOperation,
  type Outcomes,
  outcomesOf,
  PUBLIC_OUTCOMES,
  scopesOf,
} from './api-token-clients.ts';

/** The kinds of clients. Only those with a role have access to the newsroom. */
const CLIENTS = ['anonymous', 'no role', 'expired', 'revoked', 'tampered', 'unsigned', ...ROLES] as const;
type Client = (typeof CLIENTS)[number];
type Expected = Readonly<Record<Client, number>>;

/**
 * `status` is the response of a client with access; the request itself may be invalid. With all roles, the permission
 * depends on the article or is checked after the input: `roles.test.ts` sends valid requests.
 */
const everyone = (status: number): Expected =>
  Object.fromEntries(CLIENTS.map((client) => [client, status])) as Expected;
const staff = (status: number): Partial<Expected> => ({
  contributor: status,
  author: status,
  editor: status,
  admin: status,
});
const signedIn = (status: number): Expected => ({ ...everyone(401), 'no role': status, ...staff(status) });
/** All roles. */
const newsroom = (status: number): Expected => ({ ...everyone(401), 'no role': 403, ...staff(status) });
/** Also for an article of someone else. */
const editors = (status: number): Expected => ({ ...newsroom(403), editor: status, admin: status });
const adminsOnly = (status: number): Expected => ({ ...newsroom(403), admin: status });

/**
 * Every operation of the API and its response status for each client. An operation without a row, or a row without an
 * operation, fails the test: every new operation must declare its access.
 */
const ACCESS: Readonly<Record<string, Expected>> = {
  'get /articles': everyone(200),
  'get /articles/{slug}': everyone(200),
  'get /articles/{slug}/comments': everyone(200),
  'post /articles/{slug}/comments': everyone(422),
  'get /categories': everyone(200),
  'get /search': everyone(200),
  'get /categories/{slug}': everyone(200),
  'post /contact': everyone(422),
  'post /newsletter': everyone(422),

  'post /accounts': everyone(422),
  'post /email-verifications': everyone(422),
  'post /email-verifications/lookup': everyone(422),
  'post /password-resets': everyone(422),
  'post /password-resets/completion': everyone(422),
  'post /sessions': everyone(422),
  'post /sessions/refresh': everyone(422),
  'get /jwks.json': everyone(200),
  'get /account': signedIn(200),
  'patch /account': signedIn(422),
  'put /account/password': signedIn(422),
  'post /account/email-changes': signedIn(422),
  'post /email-changes/confirmation': everyone(422),
  'get /account/sessions': signedIn(200),
  'delete /account/sessions': signedIn(204),
  'delete /account/sessions/{id}': signedIn(404),
  'get /account/second-factor': signedIn(200),
  'post /account/second-factor': signedIn(422),
  'put /account/second-factor': signedIn(422),
  'post /account/second-factor/removal': signedIn(422),
  'post /account/second-factor/recovery-codes': signedIn(422),
  'post /sessions/second-factor': everyone(422),
  // The address of the test is an IP address, at which there are no passkeys.
  'post /sessions/second-factor/passkey': everyone(422),
  'post /sessions/passkey/options': everyone(422),
  'post /sessions/passkey': everyone(422),
  'get /account/passkeys': signedIn(200),
  'post /account/passkeys': signedIn(422),
  'post /account/passkeys/options': signedIn(422),
  'post /account/passkeys/proof': signedIn(403),
  'patch /account/passkeys/{id}': signedIn(422),
  'post /account/passkeys/{id}/removal': signedIn(422),
  'get /account/api-tokens': signedIn(200),
  'post /account/api-tokens': signedIn(422),
  'delete /account/api-tokens/{id}': signedIn(404),
  'delete /sessions/current': signedIn(204),

  'get /newsroom/articles': newsroom(200),
  'get /newsroom/tags': newsroom(200),
  'get /newsroom/calendar': newsroom(200),
  'post /newsroom/articles': newsroom(422),
  'post /newsroom/article-changes': newsroom(422),
  'post /newsroom/articles/{id}/duplicates': editors(201),
  'get /newsroom/articles/{id}': editors(200),
  'put /newsroom/articles/{id}': newsroom(422),
  'delete /newsroom/articles/{id}': { ...editors(204), admin: 404 },
  'get /newsroom/articles/{id}/revisions': editors(200),
  'get /newsroom/articles/{id}/revisions/{revision}': editors(404),
  'post /newsroom/articles/{id}/revisions/{revision}/restoration': newsroom(428),
  'get /newsroom/articles/{id}/autosave': editors(200),
  'put /newsroom/articles/{id}/autosave': newsroom(422),
  'delete /newsroom/articles/{id}/autosave': newsroom(428),
  'put /newsroom/articles/{id}/presence': editors(200),
  'delete /newsroom/articles/{id}/presence': newsroom(204),
  'get /newsroom/articles/{id}/preview-links': editors(200),
  // The article of the test is published.
  'post /newsroom/articles/{id}/preview-links': editors(409),
  'delete /newsroom/articles/{id}/preview-links/{link}': editors(404),
  'get /newsroom/reviews': editors(200),
  'put /newsroom/articles/{id}/submission': newsroom(428),
  'delete /newsroom/articles/{id}/submission': newsroom(428),
  'post /newsroom/articles/{id}/returns': newsroom(422),
  'get /newsroom/articles/{id}/notes': editors(200),
  'post /newsroom/articles/{id}/notes': newsroom(422),
  'put /newsroom/articles/{id}/schedule': newsroom(422),
  'delete /newsroom/articles/{id}/schedule': editors(409),
  'put /newsroom/articles/{id}/pending-changes': newsroom(422),
  'delete /newsroom/articles/{id}/pending-changes': newsroom(428),
  'post /newsroom/articles/{id}/pending-changes/publication': newsroom(428),
  'put /newsroom/articles/{id}/publish-date': newsroom(422),
  'get /newsroom/trash': newsroom(200),
  'delete /newsroom/trash/{id}': editors(404),
  'post /newsroom/articles/{id}/restoration': newsroom(404),
  'get /newsroom/authors': newsroom(200),
  'post /newsroom/authors': newsroom(422),
  'get /newsroom/authors/{id}': newsroom(404),
  'put /newsroom/authors/{id}': newsroom(422),
  'delete /newsroom/authors/{id}': newsroom(428),
  'put /newsroom/authors/{id}/account': newsroom(422),
  'get /newsroom/author-accounts': editors(200),
  'get /newsroom/own-author': newsroom(404),
  'put /newsroom/own-author': newsroom(428),
  'get /newsroom/free-bylines': editors(200),
  'post /newsroom/free-bylines/links': newsroom(422),
  'post /newsroom/previews': newsroom(422),
  'get /newsroom/articles/{id}/publication-check': editors(200),
  'post /newsroom/publication-checks': newsroom(422),
  'get /newsroom/about': editors(200),
  'put /newsroom/about': editors(422),
  'post /newsroom/about/previews': editors(422),
  'get /newsroom/about/revisions': editors(200),
  'get /newsroom/about/revisions/{revision}': editors(404),
  'get /newsroom/pages': editors(200),
  'post /newsroom/pages': editors(422),
  'get /newsroom/pages/{id}': editors(404),
  'put /newsroom/pages/{id}': editors(422),
  'delete /newsroom/pages/{id}': editors(428),
  'get /newsroom/pages/{id}/revisions': editors(404),
  'get /newsroom/pages/{id}/revisions/{revision}': editors(404),
  'post /newsroom/pages/previews': editors(422),
  'get /newsroom/webhooks': adminsOnly(200),
  'post /newsroom/webhooks': adminsOnly(422),
  'put /newsroom/webhooks/{id}': adminsOnly(422),
  'delete /newsroom/webhooks/{id}': adminsOnly(404),
  'post /newsroom/webhooks/{id}/secrets': adminsOnly(404),
  'post /newsroom/webhooks/{id}/tests': adminsOnly(404),
  'get /newsroom/webhooks/{id}/deliveries': adminsOnly(404),
  'post /newsroom/webhooks/{id}/deliveries/{delivery}/repetitions': adminsOnly(400),
  'get /newsroom/home-page/picks': editors(200),
  'put /newsroom/home-page/picks': editors(422),
  'get /newsroom/redirects': editors(200),
  'post /newsroom/redirects': editors(422),
  'put /newsroom/redirects/{id}': editors(422),
  'delete /newsroom/redirects/{id}': editors(404),
  'get /newsroom/redirects/redirects.csv': editors(200),
  'post /newsroom/redirects/imports': editors(422),
  'get /newsroom/redirects/unknown-addresses': editors(200),
  'post /newsroom/redirects/ignored-addresses': editors(422),
  'get /newsroom/statistics': editors(200),
  'get /newsroom/statistics/{file}': editors(400),
  'get /newsroom/articles/{id}/comments': editors(200),
  'delete /newsroom/comments/{id}': editors(404),
  'post /newsroom/images': newsroom(415),
  'post /newsroom/images/imports': newsroom(422),
  'get /newsroom/categories/{slug}': newsroom(200),
  'patch /newsroom/categories/{slug}': newsroom(422),
  'get /newsroom/sections': newsroom(200),
  'post /newsroom/sections': newsroom(422),
  'get /newsroom/sections/{id}': newsroom(404),
  'put /newsroom/sections/{id}': newsroom(422),
  'delete /newsroom/sections/{id}': newsroom(428),
  'put /newsroom/section-order': newsroom(422),
  'get /newsroom/settings': adminsOnly(200),
  'patch /newsroom/settings': adminsOnly(422),
  'post /newsroom/settings/logos': adminsOnly(415),
  'post /newsroom/settings/icons': adminsOnly(415),
  'post /newsroom/settings/recipient-confirmations': adminsOnly(204),
  'get /newsroom/system': adminsOnly(200),
  'post /newsroom/system/mail-tests': adminsOnly(200),
  'post /newsroom/system/storage-tests': adminsOnly(200),
  'get /newsroom/people': adminsOnly(200),
  'post /newsroom/people': adminsOnly(422),
  'patch /newsroom/people/{id}': adminsOnly(422),
  'delete /newsroom/people/{id}': adminsOnly(404),
  'delete /newsroom/people/{id}/second-factor': adminsOnly(404),
  'post /newsroom/people/{id}/invitation': adminsOnly(404),
  'delete /newsroom/people/{id}/invitation': adminsOnly(404),
  'get /newsroom/people/{id}/api-tokens': adminsOnly(404),
  'delete /newsroom/people/{id}/api-tokens/{token}': adminsOnly(404),
  'get /newsroom/audit/events': adminsOnly(200),
  'get /newsroom/audit/events.csv': adminsOnly(200),
  'get /newsroom/messages': adminsOnly(200),
  'get /newsroom/messages/{id}': adminsOnly(404),
  'patch /newsroom/messages/{id}': adminsOnly(422),
  'delete /newsroom/messages/{id}': adminsOnly(404),
  'get /newsroom/moderation': editors(200),
  'get /newsroom/articles/{id}/commenting': editors(200),
  'put /newsroom/articles/{id}/commenting': editors(422),
  'post /newsroom/comments/{id}/approval': editors(404),
  'delete /newsroom/comments/{id}/decision': editors(404),

  'get /newsroom/newsletter': editors(200),
  'get /newsroom/newsletter/issues': editors(200),
  // One issue is in progress at a time.
  'post /newsroom/newsletter/issues': { ...editors(201), admin: 409 },
  'get /newsroom/newsletter/issues/{id}': editors(404),
  'put /newsroom/newsletter/issues/{id}': editors(422),
  'delete /newsroom/newsletter/issues/{id}': editors(404),
  'get /newsroom/newsletter/issues/{id}/candidates': editors(200),
  'get /newsroom/newsletter/issues/{id}/copies': editors(400),
  'get /newsroom/newsletter/issues/{id}/preview': editors(404),
  'put /newsroom/newsletter/issues/{id}/approval': editors(428),
  'delete /newsroom/newsletter/issues/{id}/approval': editors(404),
  'put /newsroom/newsletter/issues/{id}/stop': editors(409),
  'post /newsroom/newsletter/issues/{id}/resending': editors(409),
  'post /newsroom/newsletter/issues/{id}/tests': editors(422),
  'get /newsroom/newsletter/subscribers': editors(200),
  'get /newsroom/newsletter/subscribers.csv': editors(200),
  'patch /newsroom/newsletter/subscribers/{id}': editors(422),
  'delete /newsroom/newsletter/subscribers/{id}': editors(404),
  'post /newsroom/newsletter/imports': editors(400),
  'delete /newsroom/newsletter/withheld': editors(204),
  'post /newsroom/newsletter/withheld/release': editors(202),
};

const UNKNOWN_ID = '0197a5b0-0000-7000-8000-000000000000';

/** Run last, because later operations depend on their data. */
const LAST = ['delete /newsroom/articles/{id}', 'delete /sessions/current'];

describe.each(databaseKindsFor(import.meta.filename))('access to the API (%s database)', (databaseKind) => {
  let app: TestApp;
  let operations: string[];
  let scopes: ReadonlyMap<string, TokenScope>;
  /** Of requests with API tokens. */
  const outcomes = new Map<string, Outcomes>();
  const answers = new Map<string, Record<string, number>>();

  beforeAll(async () => {
    app = await testApp({ databaseKind });
    const admin = await makeAccount(app, { role: 'admin' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const expired = await signIn(app, admin);
    vi.useRealTimers();
    const tokens = await tokensOf(app, admin, expired.access_token);
    const article = await makeArticle(app.database, { slug: 'known-article' });
    const document = (await (await app.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, DocumentedOperation>>;
    };
    scopes = scopesOf(document.paths);
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const inOrder = [...operations.filter((one) => !LAST.includes(one)), ...LAST];
    for (const operation of inOrder)
      answers.set(operation, await requestAsAll(app, operation, article.id, tokens));
    const { id } = await makeArticle(app.database);
    const send = await createApiTokens(app);
    for (const operation of inOrder)
      outcomes.set(
        operation,
        await send(scopes.get(operation), (token) => request(app, operation, id, token)),
      );
  }, 60_000);
  afterAll(() => app.close());

  test('every operation has a row and every row has an operation', () => {
    expect(Object.keys(ACCESS).toSorted()).toEqual(operations.toSorted());
  });

  test.each(Object.keys(ACCESS))('%s', (operation) => {
    expect(answers.get(operation)).toEqual(ACCESS[operation]);
  });

  test.each(Object.keys(ACCESS))('with API tokens: %s', (operation) => {
    const statuses = ACCESS[operation] ?? everyone(500);
    const scope = scopes.get(operation);
    expect(outcomes.get(operation)).toEqual(
      statuses.anonymous === 401 ? outcomesOf(scope, (role) => statuses[role] !== 403) : PUBLIC_OUTCOMES,
    );
  });
});

async function tokensOf(
  app: TestApp,
  admin: { readonly email: string },
  expired: string,
): Promise<Record<Client, string | null>> {
  const revoked = (await signIn(app, admin)).access_token;
  await app.fetch('/api/sessions/current', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${revoked}` },
  });
  const valid = (await signIn(app, admin)).access_token;
  const [head = '', claims = '', signature = ''] = valid.split('.');
  const withoutRole = await signIn(app, await makeAccount(app));
  const [, others = ''] = withoutRole.access_token.split('.');
  return {
    anonymous: null,
    'no role': withoutRole.access_token,
    expired,
    revoked,
    tampered: [head, others, signature].join('.'),
    unsigned: [Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'), claims, ''].join('.'),
    ...(await tokensOfRoles(app)),
    admin: valid,
  };
}

async function tokensOfRoles(app: TestApp): Promise<Record<(typeof ROLES)[number], string>> {
  const entries = [];
  for (const role of ROLES)
    entries.push([role, (await signIn(app, await makeAccount(app, { role }))).access_token] as const);
  return Object.fromEntries(entries) as Record<(typeof ROLES)[number], string>;
}

async function requestAsAll(
  app: TestApp,
  operation: string,
  articleId: string,
  tokens: Record<Client, string | null>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const client of CLIENTS)
    statuses[client] = (await request(app, operation, articleId, tokens[client])).status;
  return statuses;
}

function request(
  app: TestApp,
  operation: string,
  articleId: string,
  token: string | null,
): Promise<Response> {
  const [method = '', template = ''] = operation.split(' ');
  const path = template
    .replace('{id}', template.includes('/articles/') ? articleId : UNKNOWN_ID)
    .replace('{slug}', template.includes('categories') ? 'sports' : 'known-article')
    .replace('{link}', UNKNOWN_ID)
    .replace('{token}', UNKNOWN_ID)
    .replace('{revision}', '1');
  const hasBody = ['post', 'put', 'patch'].includes(method) && !/images$|restoration/.test(path);
  return app.fetch(`/api${path}`, {
    method: method.toUpperCase(),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: '{"nothing":"of it"}' }),
  });
}

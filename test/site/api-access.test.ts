import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeAccount, signIn } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

/** The kinds of clients. Only the last one has access to the newsroom. */
const CLIENTS = ['anonymous', 'no role', 'expired', 'revoked', 'tampered', 'unsigned', 'admin'] as const;
type Client = (typeof CLIENTS)[number];
type Expected = Readonly<Record<Client, number>>;

/** `status` is the response of a client with access; the request itself may be invalid. */
const everyone = (status: number): Expected =>
  Object.fromEntries(CLIENTS.map((client) => [client, status])) as Expected;
const signedIn = (status: number): Expected => ({ ...everyone(401), 'no role': status, admin: status });
const adminsOnly = (status: number): Expected => ({ ...everyone(401), 'no role': 403, admin: status });

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
  'delete /sessions/current': signedIn(204),

  'get /newsroom/articles': adminsOnly(200),
  'post /newsroom/articles': adminsOnly(422),
  'get /newsroom/articles/{id}': adminsOnly(200),
  'put /newsroom/articles/{id}': adminsOnly(422),
  'delete /newsroom/articles/{id}': adminsOnly(204),
  'get /newsroom/articles/{id}/revisions': adminsOnly(200),
  'get /newsroom/articles/{id}/revisions/{revision}': adminsOnly(404),
  'post /newsroom/articles/{id}/revisions/{revision}/restoration': adminsOnly(428),
  'post /newsroom/previews': adminsOnly(422),
  'get /newsroom/articles/{id}/comments': adminsOnly(200),
  'delete /newsroom/comments/{id}': adminsOnly(404),
  'post /newsroom/images': adminsOnly(415),
  'post /newsroom/images/imports': adminsOnly(422),
  'get /newsroom/categories/{slug}': adminsOnly(200),
  'patch /newsroom/categories/{slug}': adminsOnly(422),
  'get /newsroom/settings': adminsOnly(200),
  'patch /newsroom/settings': adminsOnly(422),
  'get /newsroom/messages': adminsOnly(200),
  'get /newsroom/messages/{id}': adminsOnly(404),
  'patch /newsroom/messages/{id}': adminsOnly(422),
  'delete /newsroom/messages/{id}': adminsOnly(404),
  'get /newsroom/moderation': adminsOnly(200),
  'get /newsroom/articles/{id}/commenting': adminsOnly(200),
  'put /newsroom/articles/{id}/commenting': adminsOnly(422),
  'post /newsroom/comments/{id}/approval': adminsOnly(404),
  'delete /newsroom/comments/{id}/decision': adminsOnly(404),

  'get /newsroom/newsletter': adminsOnly(200),
  'get /newsroom/newsletter/issues': adminsOnly(200),
  'post /newsroom/newsletter/issues': adminsOnly(201),
  'get /newsroom/newsletter/issues/{id}': adminsOnly(404),
  'put /newsroom/newsletter/issues/{id}': adminsOnly(422),
  'delete /newsroom/newsletter/issues/{id}': adminsOnly(404),
  'get /newsroom/newsletter/issues/{id}/candidates': adminsOnly(200),
  'get /newsroom/newsletter/issues/{id}/copies': adminsOnly(400),
  'get /newsroom/newsletter/issues/{id}/preview': adminsOnly(404),
  'put /newsroom/newsletter/issues/{id}/approval': adminsOnly(428),
  'delete /newsroom/newsletter/issues/{id}/approval': adminsOnly(404),
  'put /newsroom/newsletter/issues/{id}/stop': adminsOnly(409),
  'post /newsroom/newsletter/issues/{id}/resending': adminsOnly(409),
  'post /newsroom/newsletter/issues/{id}/tests': adminsOnly(422),
  'get /newsroom/newsletter/subscribers': adminsOnly(200),
  'get /newsroom/newsletter/subscribers.csv': adminsOnly(200),
  'patch /newsroom/newsletter/subscribers/{id}': adminsOnly(422),
  'delete /newsroom/newsletter/subscribers/{id}': adminsOnly(404),
  'post /newsroom/newsletter/imports': adminsOnly(400),
  'delete /newsroom/newsletter/withheld': adminsOnly(204),
  'post /newsroom/newsletter/withheld/release': adminsOnly(202),
};

/** Run last, because later operations depend on their data. */
const LAST = ['delete /newsroom/articles/{id}', 'delete /sessions/current'];

describe('access to the API', () => {
  let app: TestApp;
  let operations: string[];
  const answers = new Map<string, Record<string, number>>();

  beforeAll(async () => {
    app = await testApp();
    const admin = await makeAccount(app, { role: 'admin' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const expired = await signIn(app, admin);
    vi.useRealTimers();
    const tokens = await tokensOf(app, admin, expired.access_token);
    const article = await makeArticle(app.database, { slug: 'known-article' });
    const document = (await (await app.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const inOrder = [...operations.filter((one) => !LAST.includes(one)), ...LAST];
    for (const operation of inOrder)
      answers.set(operation, await requestAsAll(app, operation, article.id, tokens));
  }, 60_000);
  afterAll(() => app.close());

  test('every operation has a row and every row has an operation', () => {
    expect(Object.keys(ACCESS).toSorted()).toEqual(operations.toSorted());
  });

  test.each(Object.keys(ACCESS))('%s', (operation) => {
    expect(answers.get(operation)).toEqual(ACCESS[operation]);
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
    admin: valid,
  };
}

async function requestAsAll(
  app: TestApp,
  operation: string,
  articleId: string,
  tokens: Record<Client, string | null>,
): Promise<Record<string, number>> {
  const [method = '', template = ''] = operation.split(' ');
  const path = template
    .replace('{id}', template.includes('/articles/') ? articleId : '0197a5b0-0000-7000-8000-000000000000')
    .replace('{slug}', template.includes('categories') ? 'sports' : 'known-article')
    .replace('{revision}', '1');
  const statuses: Record<string, number> = {};
  for (const client of CLIENTS) {
    const token = tokens[client];
    const hasBody = ['post', 'put', 'patch'].includes(method) && !/images$|restoration/.test(path);
    const response = await app.fetch(`/api${path}`, {
      method: method.toUpperCase(),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: '{"nothing":"of it"}' }),
    });
    statuses[client] = response.status;
  }
  return statuses;
}

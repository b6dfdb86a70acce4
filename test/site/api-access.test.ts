import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeAccount, signIn } from '../accounts.ts';
import { type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

/** Whoever may come to the door. The last column of the table is the only one who may do what the newsroom does. */
const VISITORS = ['nobody', 'no role', 'expired', 'revoked', 'tampered', 'unsigned', 'admin'] as const;
type Visitor = (typeof VISITORS)[number];
type Expected = Readonly<Record<Visitor, number>>;

/** The request is one that a door without a guard would answer with `status`, for whatever is in it. */
const everybody = (status: number): Expected =>
  Object.fromEntries(VISITORS.map((visitor) => [visitor, status])) as Expected;
const signedIn = (status: number): Expected => ({ ...everybody(401), 'no role': status, admin: status });
const adminsOnly = (status: number): Expected => ({ ...everybody(401), 'no role': 403, admin: status });

/**
 * Every operation of the API and what each visitor is answered. An operation that is not here, or a row whose operation
 * is gone, fails: nobody adds a door without saying who may go through it.
 */
const ACCESS: Readonly<Record<string, Expected>> = {
  'get /articles': everybody(200),
  'get /articles/{slug}': everybody(200),
  'get /articles/{slug}/comments': everybody(200),
  'post /articles/{slug}/comments': everybody(422),
  'get /categories': everybody(200),
  'get /categories/{slug}': everybody(200),
  'post /contact': everybody(422),
  'post /newsletter': everybody(422),

  'post /accounts': everybody(422),
  'post /email-verifications': everybody(422),
  'post /email-verifications/lookup': everybody(422),
  'post /password-resets': everybody(422),
  'post /password-resets/completion': everybody(422),
  'post /sessions': everybody(422),
  'post /sessions/refresh': everybody(422),
  'get /jwks.json': everybody(200),
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

/** Done after everything else, because nothing can be done after them. */
const LAST = ['delete /newsroom/articles/{id}', 'delete /sessions/current'];

describe('who may do what', () => {
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
    const article = await makeArticle(app.database, { slug: 'at-the-door' });
    const document = (await (await app.fetch('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const inOrder = [...operations.filter((one) => !LAST.includes(one)), ...LAST];
    for (const operation of inOrder) answers.set(operation, await askAll(app, operation, article.id, tokens));
  }, 60_000);
  afterAll(() => app.close());

  test('every operation has its row and every row its operation', () => {
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
): Promise<Record<Visitor, string | null>> {
  const revoked = (await signIn(app, admin)).access_token;
  await app.fetch('/api/sessions/current', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${revoked}` },
  });
  const valid = (await signIn(app, admin)).access_token;
  const [head = '', claims = '', signature = ''] = valid.split('.');
  const stranger = await signIn(app, await makeAccount(app));
  const [, others = ''] = stranger.access_token.split('.');
  return {
    nobody: null,
    'no role': stranger.access_token,
    expired,
    revoked,
    tampered: [head, others, signature].join('.'),
    unsigned: [Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url'), claims, ''].join('.'),
    admin: valid,
  };
}

async function askAll(
  app: TestApp,
  operation: string,
  articleId: string,
  tokens: Record<Visitor, string | null>,
): Promise<Record<string, number>> {
  const [method = '', template = ''] = operation.split(' ');
  const path = template
    .replace('{id}', template.includes('/articles/') ? articleId : '0197a5b0-0000-7000-8000-000000000000')
    .replace('{slug}', template.includes('categories') ? 'sports' : 'at-the-door')
    .replace('{revision}', '1');
  const statuses: Record<string, number> = {};
  for (const visitor of VISITORS) {
    const token = tokens[visitor];
    const hasBody = ['post', 'put', 'patch'].includes(method) && !/images$|restoration/.test(path);
    const response = await app.fetch(`/api${path}`, {
      method: method.toUpperCase(),
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: '{"nothing":"of it"}' }),
    });
    statuses[visitor] = response.status;
  }
  return statuses;
}

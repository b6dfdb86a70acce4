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
import { ACCESS, type Client, CLIENTS, everyone } from './api-access-table.ts';

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
  });
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

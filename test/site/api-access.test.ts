import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { includesScope, TOKEN_SCOPES, type TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { makeAccount, signIn } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { ACCESS, type Client, CLIENTS, everyone } from './api-access-table.ts';

const UNKNOWN_ID = '0197a5b0-0000-7000-8000-000000000000';

/** Run last, because later operations depend on their data. */
const LAST = ['delete /newsroom/articles/{id}', 'delete /sessions/current'];

/** The part of an operation of the OpenAPI document that names the scope. */
interface DocumentedOperation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** With all scopes as each role; with one scope, and with all scopes that do not include it, as an administrator. */
type TokenClient = Role | 'only this scope' | 'all other scopes';
/** `refused`: 401 or 403. */
type Outcomes = Readonly<Record<TokenClient, 'accepted' | 'refused'>>;

type Send = (token: string) => Promise<Response>;

/** The scope that the OpenAPI document names for each operation with one. */
function scopesOf(
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>,
): ReadonlyMap<string, TokenScope> {
  const scopes = new Map<string, TokenScope>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { security = [] }] of Object.entries(methods)) {
      const named = security.flatMap(({ apiToken = [] }) => apiToken)[0];
      const scope = TOKEN_SCOPES.find((known) => known === named);
      if (scope !== undefined) scopes.set(`${method} ${path}`, scope);
    }
  }
  return scopes;
}

const outcome = (isAccepted: boolean) => (isAccepted ? 'accepted' : 'refused');

/** What requests with API tokens should result in, if an operation with this scope is open to these roles. */
function outcomesOf(scope: TokenScope | undefined, isOpenTo: (role: Role) => boolean): Outcomes {
  const roles = ROLES.map((role) => [role, outcome(scope !== undefined && isOpenTo(role))]);
  return {
    ...(Object.fromEntries(roles) as Record<Role, 'accepted' | 'refused'>),
    'only this scope': outcome(scope !== undefined),
    'all other scopes': 'refused',
  };
}

/** Operations for everyone ignore tokens. */
const PUBLIC_OUTCOMES: Outcomes = {
  ...outcomesOf('articles:read', () => true),
  'all other scopes': 'accepted',
};

const outcomeOf = async (send: Send, token: string) =>
  [401, 403].includes((await send(token)).status) ? 'refused' : 'accepted';

/** Creates tokens of all roles and scopes. The result sends one request as each client. */
async function createApiTokens(
  app: TestApp,
): Promise<(scope: TokenScope | undefined, send: Send) => Promise<Outcomes>> {
  const owners = await Promise.all(
    ROLES.map(async (role) => [role, await makeAccount(app, { role })] as const),
  );
  const admin = owners.find(([role]) => role === 'admin')?.[1] ?? { id: '' };
  const ofRoles: [Role, string][] = [];
  for (const [role, owner] of owners)
    ofRoles.push([role, await insertToken(app, owner, { scopes: TOKEN_SCOPES })]);
  const only = new Map<TokenScope, string>();
  const others = new Map<TokenScope | undefined, string>();
  for (const scope of TOKEN_SCOPES) {
    only.set(scope, await insertToken(app, admin, { scopes: [scope] }));
    const without = TOKEN_SCOPES.filter((one) => !includesScope([one], scope));
    others.set(scope, await insertToken(app, admin, { scopes: without }));
  }
  others.set(undefined, await insertToken(app, admin, { scopes: TOKEN_SCOPES }));
  return async (scope, send) => {
    const outcomes: [TokenClient, 'accepted' | 'refused'][] = [];
    for (const [role, token] of ofRoles) outcomes.push([role, await outcomeOf(send, token)]);
    const single = scope === undefined ? others.get(undefined) : only.get(scope);
    outcomes.push(['only this scope', await outcomeOf(send, single ?? '')]);
    outcomes.push(['all other scopes', await outcomeOf(send, others.get(scope) ?? '')]);
    return Object.fromEntries(outcomes) as Outcomes;
  };
}

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

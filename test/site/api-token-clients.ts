import { includesScope, TOKEN_SCOPES, type TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { ROLES, type Role } from '#domain/accounts/permissions.ts';
import { makeAccount } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import type { TestApp } from '../app.ts';

/** The part of an operation of the OpenAPI document that names the scope. */
export interface DocumentedOperation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

/** With all scopes as each role; with one scope, and with all scopes that do not include it, as an administrator. */
type TokenClient = Role | 'only this scope' | 'all other scopes';
/** `refused`: 401 or 403. */
export type Outcomes = Readonly<Record<TokenClient, 'accepted' | 'refused'>>;

type Send = (token: string) => Promise<Response>;

/** The scope that the OpenAPI document names for each operation with one. */
export function scopesOf(
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
export function outcomesOf(scope: TokenScope | undefined, isOpenTo: (role: Role) => boolean): Outcomes {
  const roles = ROLES.map((role) => [role, outcome(scope !== undefined && isOpenTo(role))]);
  return {
    ...(Object.fromEntries(roles) as Record<Role, 'accepted' | 'refused'>),
    'only this scope': outcome(scope !== undefined),
    'all other scopes': 'refused',
  };
}

/** Operations for everyone ignore tokens. */
export const PUBLIC_OUTCOMES: Outcomes = {
  ...outcomesOf('articles:read', () => true),
  'all other scopes': 'accepted',
};

const outcomeOf = async (send: Send, token: string) =>
  [401, 403].includes((await send(token)).status) ? 'refused' : 'accepted';

/** Creates tokens of all roles and scopes. The result sends one request as each client. */
export async function createApiTokens(
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

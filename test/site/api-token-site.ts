import type { TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { DAY_MS } from '#platform/durations.ts';
import { utcDay } from '#platform/utc-day.ts';
import { createLog } from '#platform/log.server.ts';
import { PASSWORD, type TestAccount } from '../accounts.ts';
import { bearer, insertToken } from '../api-tokens.ts';
import { prepareAccountSite } from './account-site.ts';
import type { DatabaseKind } from '../full.ts';

export const INVALID = 'Bearer error="invalid_token"';
export const PROOF = { current_password: PASSWORD };

/** A site with accounts, on which API tokens are created and used. */
export function apiTokenSite(databaseKind: DatabaseKind) {
  const lines: string[] = [];
  const site = prepareAccountSite(
    { databaseKind, log: createLog('info', (line) => void lines.push(line)) },
    () => new Date('2026-06-10T12:00:00Z'),
  );
  const { network, reply, events } = site;

  const send = async (
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ) =>
    site.app.fetch(`/api${path}`, {
      method,
      headers: {
        ...network(),
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const inDays = (days: number) => utcDay(site.now.getTime() + days * DAY_MS);
  const tokenOf = (owner: TestAccount, scopes: readonly TokenScope[], name = 'Test') =>
    insertToken(site.app, owner, { scopes, name, expiresAt: new Date(site.now.getTime() + DAY_MS) });
  /** Reads the articles of the newsroom: status and challenge. */
  const read = async (token: string, headers: Record<string, string> = {}) => {
    const response = await send('GET', '/newsroom/articles', { headers: { ...bearer(token), ...headers } });
    return [response.status, response.headers.get('www-authenticate')];
  };
  const create = async (session: string, input: object = {}) =>
    reply(
      await send('POST', '/account/api-tokens', {
        headers: bearer(session),
        body: { name: 'Site builder', scopes: ['articles:read'], expires_on: inDays(30), ...PROOF, ...input },
      }),
    );
  const listOf = async (session: string) =>
    (await reply(await send('GET', '/account/api-tokens', { headers: bearer(session) }))).body['tokens'];

  return { site, lines, network, reply, events, send, inDays, tokenOf, read, create, listOf };
}

import { apiTokens } from '#domain/accounts/api-tokens/tables.server.ts';
import { generateToken, hashToken, startOf } from '#domain/accounts/api-tokens/token-format.server.ts';
import type { TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { TestApp } from './app.ts';

interface TokenOptions {
  readonly scopes: readonly TokenScope[];
  readonly name?: string;
  readonly expiresAt?: Date;
}

/** Inserts an API token of an account, valid for an hour unless said otherwise, and returns the token. */
export async function insertToken(
  { database: { db } }: Pick<TestApp, 'database'>,
  owner: { readonly id: string },
  { scopes, name = 'Test', expiresAt = new Date(Date.now() + 3_600_000) }: TokenOptions,
): Promise<string> {
  const token = generateToken();
  await db.insert(apiTokens).values({
    id: uuidv7(),
    userId: owner.id,
    name,
    hash: hashToken(token),
    start: startOf(token),
    scopes: [...scopes],
    createdAt: new Date(),
    expiresAt,
  });
  return token;
}

/** The header of requests with a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

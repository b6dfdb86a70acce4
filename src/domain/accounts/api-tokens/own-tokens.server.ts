import { and, eq, gt, isNull } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import { DAY_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { requireRole } from '../actor.ts';
import { recordEvent } from '../audit/record-event.server.ts';
import { lockUser } from '../lock-user.server.ts';
import { requireOpenSession } from '../own-account/own-sessions.server.ts';
import { type Proof, requireProof } from '../second-factor/proof.server.ts';
import { type ApiToken, MAX_TOKEN_DAYS, MAX_TOKENS, type NewApiToken } from './api-token.ts';
import { listTokens, revokeToken, toApiToken } from './stored-tokens.server.ts';
import { apiTokens } from './tables.server.ts';
import { generateToken, hashToken, startOf } from './token-format.server.ts';
import { usableScopes } from './token-scopes.ts';

/** The token itself is shown once: only its hash is stored. */
export interface CreatedToken {
  readonly token: string;
  readonly entry: ApiToken;
}

/** The API tokens of signed-in people of the newsroom. */
export type OwnTokens = ReturnType<typeof createOwnTokens>;

export function createOwnTokens(deps: AccountDeps) {
  const { database } = deps;
  return {
    list: ({ userId }: SignedInUser) => listTokens(database.db, { userId, now: deps.clock() }),
    create: (owner: SignedInUser, input: NewApiToken, proof: Proof) => createToken(deps, owner, input, proof),
    /** Throws `not_found` for any other token. Needs no proof: it takes away. */
    revoke: (owner: SignedInUser, id: string) =>
      database.transaction(async (tx) => {
        await lockUser(tx, owner.userId);
        await revokeToken(tx, owner, { id, userId: owner.userId, now: deps.clock() });
      }),
  };
}

/**
 * Creates a token after the proof.
 *
 * @throws DomainError as `requireProof`; `forbidden` for an account without a role; `unprocessable` for a date, or for a scope with
 * which the role can do nothing; `conflict` above `MAX_TOKENS`
 */
async function createToken(
  deps: AccountDeps,
  owner: SignedInUser,
  { name, scopes, expires_on: expiresOn }: NewApiToken,
  proof: Proof,
): Promise<CreatedToken> {
  requireRole(owner);
  const now = deps.clock();
  const unusable = scopes.find((scope) => !usableScopes(owner.role).includes(scope));
  if (unusable !== undefined) throw fieldError('scopes', `Your role does not allow ${unusable}`);
  const expiresAt = endOf(expiresOn, now);
  await requireProof(deps, owner.userId, proof);
  const token = generateToken();
  const entry = await deps.database.transaction(async (tx) => {
    await lockUser(tx, owner.userId);
    await requireOpenSession(tx, owner);
    const isActive = and(
      eq(apiTokens.userId, owner.userId),
      isNull(apiTokens.revokedAt),
      gt(apiTokens.expiresAt, now),
    );
    if ((await tx.$count(apiTokens, isActive)) >= MAX_TOKENS)
      throw new DomainError('conflict', `An account can have ${MAX_TOKENS} tokens. Please revoke one first.`);
    const values = {
      id: uuidv7(),
      userId: owner.userId,
      name,
      hash: hashToken(token),
      start: startOf(token),
      scopes,
      createdAt: now,
      expiresAt,
    };
    const [row] = await tx.insert(apiTokens).values(values).returning();
    if (row === undefined) throw new Error('the token was not inserted');
    await recordEvent(tx, owner, {
      action: 'api_token_created',
      object: { id: row.id, name },
      detail: `until ${expiresOn}: ${scopes.join(', ')}`,
    });
    return toApiToken(row);
  });
  return { token, entry };
}

/** The end of a day, UTC. */
function endOf(day: string, now: Date): Date {
  const end = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  if (end <= now) throw fieldError('expires_on', 'Please choose a date in the future');
  if (end.getTime() - now.getTime() > (MAX_TOKEN_DAYS + 1) * DAY_MS)
    throw fieldError('expires_on', 'Please choose a date within one year');
  return end;
}

function fieldError(field: keyof NewApiToken, message: string): DomainError {
  return new DomainError('unprocessable', message, { fields: { [field]: message } });
}

import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { createMemoryLimit } from '#platform/rate-limit/memory-limit.ts';
import { consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import type { RateLimit, RateLimitResult } from '#platform/rate-limit/rate-limit.server.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { AuthenticatedUser } from '../account.ts';
import { ROLES } from '../permissions.ts';
import { lacksRequiredSecondFactor } from '../second-factor/requirement.server.ts';
import { user, userRoles } from '../tables.server.ts';
import { apiTokens } from './tables.server.ts';
import { hashToken, isWellFormed } from './token-format.server.ts';
import { TOKEN_SCOPES } from './token-scopes.ts';

const MINUTE = 60;
const REQUESTS_PER_TOKEN = { limit: 600, windowSeconds: MINUTE };
/** They cannot be guessed; this bounds the load on the database. */
const UNKNOWN_PER_NETWORK = { limit: 60, windowSeconds: MINUTE };
/** Hashes of tokens that were valid at their last use, which no limit of their network affects. */
const MAX_KNOWN = 1_000;
/** `usedAt` is written at most once in this time. */
const USE_PRECISION_MS = HOUR_MS;

/** What a request with a token tells about itself. */
export interface TokenUse {
  readonly network: string;
  readonly isReading: boolean;
}

export type VerifyToken = (token: string, use: TokenUse) => Promise<AuthenticatedUser | null>;

/**
 * Creates the check of API tokens. It resolves to the owner with the present role; to null, without a difference, for a token
 * that is unknown, expired or revoked, or whose owner is suspended. Everything is read for each request, so that a change takes
 * effect immediately and in every process. Requests are counted in the memory of this process.
 *
 * @throws DomainError `too_many`; `unauthenticated` while the role of the owner requires a second factor that the account does not
 * have: the token works again when the owner has set it up
 */
export function createTokenVerifier(
  deps: Pick<AccountDeps, 'database' | 'clock' | 'secondFactorRoles'>,
): VerifyToken {
  const limit = createMemoryLimit();
  const known = new Set<string>();

  function remember(hash: string): void {
    known.delete(hash);
    const [oldest] = known;
    if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    known.add(hash);
  }

  return async (token, { network, isReading }) => {
    const hash = hashToken(token);
    if (!known.has(hash))
      requireAllowed(await countUnknown({ consume: limit.peek, peek: limit.peek }, network));
    const found = isWellFormed(token) ? await findToken(deps, hash) : undefined;
    if (found === undefined) {
      known.delete(hash);
      await countUnknown(limit, network);
      return null;
    }
    remember(hash);
    requireAllowed(await limit.consume(`token ${found.id}`, REQUESTS_PER_TOKEN));
    const role = ROLES.find((name) => name === found.role) ?? null;
    if (await lacksRequiredSecondFactor(deps, { userId: found.owner.userId, role }))
      throw ownerLacksFactorError();
    await recordUse(deps, found);
    const { name, scopes } = found;
    return {
      ...found.owner,
      role,
      token: { name, scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)), isReading },
    };
  };
}

const ownerLacksFactorError = () =>
  new DomainError(
    'unauthenticated',
    'The role of the owner of this API token requires a second factor. The token works again when it is set up.',
    { challenge: { error: 'invalid_token' } },
  );

const countUnknown = (limit: Pick<RateLimit, 'consume' | 'peek'>, network: string) =>
  consumeForNetwork(limit, (of) => `network ${of}`, network, UNKNOWN_PER_NETWORK);

function requireAllowed({ allowed, retryAfterSeconds }: RateLimitResult): void {
  if (!allowed) throw new DomainError('too_many', 'Too many requests.', { retryAfterSeconds });
}

type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>;

async function findToken({ database: { db }, clock }: Pick<AccountDeps, 'database' | 'clock'>, hash: string) {
  const [row] = await db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      usedAt: apiTokens.usedAt,
      owner: { userId: user.id, name: user.name, email: user.email, emailVerified: user.emailVerified },
      role: userRoles.role,
    })
    .from(apiTokens)
    .innerJoin(user, eq(user.id, apiTokens.userId))
    .leftJoin(userRoles, and(eq(userRoles.userId, user.id), inArray(userRoles.role, [...ROLES])))
    .where(
      and(
        eq(apiTokens.hash, hash),
        isNull(apiTokens.revokedAt),
        gt(apiTokens.expiresAt, clock()),
        isNull(user.suspendedAt),
      ),
    )
    .limit(1);
  return row;
}

async function recordUse(
  { database: { db }, clock }: Pick<AccountDeps, 'database' | 'clock'>,
  { id, usedAt }: FoundToken,
): Promise<void> {
  const now = clock();
  if (usedAt !== null && now.getTime() - usedAt.getTime() < USE_PRECISION_MS) return;
  await db.update(apiTokens).set({ usedAt: now }).where(eq(apiTokens.id, id));
}

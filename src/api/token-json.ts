import { z } from '@hono/zod-openapi';
import type { ApiToken as DomainToken } from '#domain/accounts/api-tokens/api-token.ts';
import { TOKEN_SCOPES } from '#domain/accounts/api-tokens/token-scopes.ts';
import { utcDay } from '#platform/utc-day.ts';

export const ApiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    start: z.string().meta({ description: 'The first characters of the token.', example: 'mer_4fQz' }),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    created_at: z.iso.datetime(),
    used_on: z.iso.date().nullable().meta({ description: 'The day of the last use (UTC); null before it.' }),
    expires_on: z.iso.date().meta({ description: 'The last day (UTC).' }),
    is_expired: z.boolean(),
  })
  .openapi('ApiToken');

export function tokenJson(token: DomainToken, now: Date): z.infer<typeof ApiToken> {
  const { id, name, start, scopes, createdAt, usedAt, expiresAt } = token;
  return {
    id,
    name,
    start,
    scopes: [...scopes],
    created_at: createdAt.toISOString(),
    used_on: usedAt === null ? null : utcDay(usedAt),
    expires_on: utcDay(expiresAt.getTime() - 1),
    is_expired: expiresAt <= now,
  };
}

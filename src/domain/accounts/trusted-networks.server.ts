import { createHmac } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { verification } from './tables.server.ts';

const LIFETIME_MS = 90 * DAY_MS;

/** Networks from which an account has signed in with its password or used a link from one of its emails. */
export interface TrustedNetworks {
  has(email: string, network: string, now: Date): Promise<boolean>;
  add(email: string, network: string, now: Date): Promise<void>;
}

/** Stores a keyed hash of address and network together, which reveals neither of the two. */
export function createTrustedNetworks(db: Db, key: string): TrustedNetworks {
  const identifierOf = (email: string, network: string) =>
    `network:${createHmac('sha256', key).update(`network\n${email}\n${network}`).digest('base64url')}`;

  async function has(email: string, network: string, now: Date): Promise<boolean> {
    const [row] = await db
      .select({ id: verification.id })
      .from(verification)
      .where(and(eq(verification.identifier, identifierOf(email, network)), gt(verification.expiresAt, now)))
      .limit(1);
    return row !== undefined;
  }

  return {
    has,
    async add(email, network, now) {
      if (await has(email, network, now)) return;
      const expiresAt = new Date(now.getTime() + LIFETIME_MS);
      await db
        .insert(verification)
        .values({ identifier: identifierOf(email, network), value: '', expiresAt });
    },
  };
}

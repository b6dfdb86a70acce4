import { createHmac } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { verification } from './tables.server.ts';

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Where an account has proved to be at home, with the password or with a link from its mail. */
export interface FamiliarNetworks {
  has(email: string, network: string, now: Date): Promise<boolean>;
  add(email: string, network: string, now: Date): Promise<void>;
}

/** Kept as a keyed hash of account and network together: it answers this one question and tells nothing else. */
export function familiarNetworks(db: Db, key: string): FamiliarNetworks {
  const nameOf = (email: string, network: string) =>
    `network:${createHmac('sha256', key).update(`network\n${email}\n${network}`).digest('base64url')}`;

  async function has(email: string, network: string, now: Date): Promise<boolean> {
    const [row] = await db
      .select({ id: verification.id })
      .from(verification)
      .where(and(eq(verification.identifier, nameOf(email, network)), gt(verification.expiresAt, now)))
      .limit(1);
    return row !== undefined;
  }

  return {
    has,
    async add(email, network, now) {
      if (await has(email, network, now)) return;
      const expiresAt = new Date(now.getTime() + KEPT_MS);
      await db.insert(verification).values({ identifier: nameOf(email, network), value: '', expiresAt });
    },
  };
}

import { desc } from 'drizzle-orm';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Jwk } from 'better-auth/plugins/jwt';
import { uuidv7 } from '#platform/ids.ts';
import type { Db } from '#platform/db/database.ts';
import { jwks } from './tables.server.ts';

/** One is in use, one may have been replaced lately; more come only from processes that made theirs at one moment. */
const MOST_KEYS = 20;
/** A token may name a key that another process has made. Whoever invents names makes us look this often at most. */
const LOOK_AGAIN_MS = 2_000;

export type NewKey = Omit<Jwk, 'id'>;

export interface SigningKeys {
  /** The keys whose private half our secret opens, the newest first. */
  list(): Promise<Jwk[]>;
  has(id: string): Promise<boolean>;
  add(key: NewKey): Promise<Jwk>;
}

/** The keys of the access tokens, in the database and, once read, in memory. */
export function keepSigningKeys(db: Db, secret: string): SigningKeys {
  let kept: { keys: Promise<Jwk[]>; at: number } | undefined;

  function read(): Promise<Jwk[]> {
    const keys = readKeys(db, secret);
    kept = { keys, at: performance.now() };
    keys.catch(() => (kept = undefined));
    return keys;
  }

  async function list(): Promise<Jwk[]> {
    const keys = await (kept?.keys ?? read());
    // Before a new one is made for want of one in force: another process may have made it.
    return keys.some(isInForce) ? keys : read();
  }

  return {
    list,
    async has(id) {
      if ((await list()).some((key) => key.id === id)) return true;
      if (kept !== undefined && performance.now() - kept.at < LOOK_AGAIN_MS) return false;
      return (await read()).some((key) => key.id === id);
    },
    async add(key) {
      const id = uuidv7();
      await db.insert(jwks).values({ ...key, id });
      kept = undefined;
      return { ...key, id };
    },
  };
}

async function readKeys(db: Db, secret: string): Promise<Jwk[]> {
  const rows = await db.select().from(jwks).orderBy(desc(jwks.createdAt)).limit(MOST_KEYS);
  const opened = await Promise.all(rows.map((row) => opens(row.privateKey, secret)));
  return rows.filter((_, index) => opened[index] === true).map(toKey);
}

/** Not after the file of secrets was lost: then a new key is made, and everybody signs in again. */
async function opens(privateKey: string, secret: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key: secret, data: JSON.parse(privateKey) as string });
    return true;
  } catch {
    return false;
  }
}

function toKey({ expiresAt, alg, crv, ...row }: typeof jwks.$inferSelect): Jwk {
  return {
    ...row,
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(alg === null ? {} : { alg: alg as NonNullable<Jwk['alg']> }),
    ...(crv === null ? {} : { crv: crv as NonNullable<Jwk['crv']> }),
  };
}

function isInForce({ expiresAt }: Jwk): boolean {
  return expiresAt === undefined || expiresAt > new Date();
}

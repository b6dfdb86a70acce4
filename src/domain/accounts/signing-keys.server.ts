import { desc } from 'drizzle-orm';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Jwk } from 'better-auth/plugins/jwt';
import { uuidv7 } from '#platform/ids.ts';
import type { Db } from '#platform/db/database.ts';
import { jwks } from './tables.server.ts';

/** Usually one key is active and one recently replaced. More exist only when several processes created one at once. */
const MAX_KEYS = 20;
/** An unknown key id may belong to a key of another process. This limits how often made-up ids cause a query. */
const MIN_REREAD_INTERVAL_MS = 2_000;

export type NewKey = Omit<Jwk, 'id'>;

export interface SigningKeys {
  /** The keys whose private key can be decrypted with the secret, newest first. */
  list(): Promise<Jwk[]>;
  has(id: string): Promise<boolean>;
  add(key: NewKey): Promise<Jwk>;
}

/** Signing keys of the access tokens. They are stored in the database and cached in memory. */
export function createSigningKeys(db: Db, secret: string): SigningKeys {
  let cache: { keys: Promise<Jwk[]>; at: number } | undefined;

  function read(): Promise<Jwk[]> {
    const keys = readKeys(db, secret);
    cache = { keys, at: performance.now() };
    keys.catch(() => (cache = undefined));
    return keys;
  }

  async function list(): Promise<Jwk[]> {
    const keys = await (cache?.keys ?? read());
    // Read again before the caller creates a key: another process may have created one.
    return keys.some(isActive) ? keys : read();
  }

  return {
    list,
    async has(id) {
      if ((await list()).some((key) => key.id === id)) return true;
      if (cache !== undefined && performance.now() - cache.at < MIN_REREAD_INTERVAL_MS) return false;
      return (await read()).some((key) => key.id === id);
    },
    async add(key) {
      const id = uuidv7();
      await db.insert(jwks).values({ ...key, id });
      cache = undefined;
      return { ...key, id };
    },
  };
}

async function readKeys(db: Db, secret: string): Promise<Jwk[]> {
  const rows = await db.select().from(jwks).orderBy(desc(jwks.createdAt)).limit(MAX_KEYS);
  const readable = await Promise.all(rows.map((row) => canDecrypt(row.privateKey, secret)));
  return rows.filter((_, index) => readable[index] === true).map(toKey);
}

/** False if the secret has changed. Then a new key is created, and everyone signs in again. */
async function canDecrypt(privateKey: string, secret: string): Promise<boolean> {
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

function isActive({ expiresAt }: Jwk): boolean {
  return expiresAt === undefined || expiresAt > new Date();
}

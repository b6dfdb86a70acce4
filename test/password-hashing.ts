import { hash } from 'node:crypto';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { PasswordHasher } from '#domain/accounts/password-hashing.server.ts';

const PREFIX = 'test:';

/** A hash that test apps verify immediately; scrypt takes 0.1 s of a core on purpose. */
export const cheapHash = (password: string): string => PREFIX + hash('sha256', password);

const isCheapHashOf = (given: { readonly hash: string; readonly password: string }): boolean =>
  given.hash === cheapHash(given.password);

/** Knows the cheap hashes of accounts that tests insert. Passwords chosen through the application are hashed by scrypt. */
export const testHasher: PasswordHasher = {
  hash: hashPassword,
  verify: (given) =>
    given.hash.startsWith(PREFIX) ? Promise.resolve(isCheapHashOf(given)) : verifyPassword(given),
};

/** Hashes every password cheaply, for tests with hundreds of attempts. */
export const cheapHasher: PasswordHasher = {
  hash: (password) => Promise.resolve(cheapHash(password)),
  verify: (given) => Promise.resolve(isCheapHashOf(given)),
};

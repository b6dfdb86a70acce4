import { DrizzleQueryError } from 'drizzle-orm';

/** The name of every foreign key to the id of an account. */
const ACCOUNT_KEY = /_user_id_fk$/;

/**
 * Whether a statement has failed because it refers to an account that does not exist (SQLSTATE 23503): it was deleted after the
 * request was authenticated.
 */
export const isDeletedAccount = (error: unknown): boolean =>
  error instanceof DrizzleQueryError &&
  error.cause !== undefined &&
  'code' in error.cause &&
  error.cause.code === '23503' &&
  'constraint' in error.cause &&
  ACCOUNT_KEY.test(String(error.cause.constraint));

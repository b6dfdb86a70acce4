import { DrizzleQueryError } from 'drizzle-orm';

/** Whether a statement has failed because another row has the same unique value (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof DrizzleQueryError &&
  error.cause !== undefined &&
  'code' in error.cause &&
  error.cause.code === '23505';

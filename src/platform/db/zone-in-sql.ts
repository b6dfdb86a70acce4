import { type SQL, sql } from 'drizzle-orm';

/**
 * The time zone of a setting as the operand of `at time zone`. A setting may also be an offset like `+05:30`, as in ISO
 * 8601. PostgreSQL reads the sign of an offset the other way round, as POSIX does, unless it is an interval.
 */
export function zoneInSql(timeZone: string): SQL {
  const { timeZone: canonical } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
  return /^[+-]/.test(canonical) ? sql`${canonical}::interval` : sql`${timeZone}`;
}

import { timestamp } from 'drizzle-orm/pg-core';

/**
 * A point in time with millisecond precision, like a JavaScript Date, so that a value that was read compares equal in a
 * later query.
 */
export const timestampMs = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

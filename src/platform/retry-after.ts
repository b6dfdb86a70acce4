const DAY_SECONDS = 86_400;
/** Characters. The longest of the three forms of a date has less. */
const MAX_LENGTH = 40;
/** Begins with the name of a weekday, as all forms do (RFC 9110, section 5.6.7). */
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? /;

/**
 * Seconds that another server asks to wait for (RFC 9110, section 10.2.3), from its header `Retry-After`: a number of seconds or a date.
 * At least 0 and at most a day. Null without a header, or if it is neither.
 */
export function parseRetryAfter(header: string | null | undefined, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (value === '' || value.length > MAX_LENGTH) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : secondsUntil(value, now);
  return seconds === null ? null : Math.min(Math.max(seconds, 0), DAY_SECONDS);
}

function secondsUntil(date: string, now: Date): number | null {
  // The form of `asctime` has no time zone; all forms are in UTC.
  const time = DATE.test(date) ? Date.parse(date.endsWith('GMT') ? date : `${date} GMT`) : NaN;
  return Number.isNaN(time) ? null : Math.ceil((time - now.getTime()) / 1000);
}

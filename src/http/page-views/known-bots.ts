import { isbot } from 'isbot';

/** Programs that send more are not browsers. */
const MAX_LENGTH = 512;
/** Different values that are memoized. The limit keeps a hostile client from using up memory. */
const MAX_MEMOIZED = 1_000;

const memoized = new Map<string, boolean>();
/** Comparing two strings is faster than hashing one, and consecutive requests often come from the same browser. */
let last = { userAgent: '', isBot: true };

/** Whether a `User-Agent` belongs to a program instead of a reader: a crawler, a library, a preview, a monitor, or none. */
export function isBot(userAgent: string | undefined): boolean {
  if (userAgent === last.userAgent) return last.isBot;
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_LENGTH) return true;
  let found = memoized.get(userAgent);
  if (found === undefined) {
    if (memoized.size >= MAX_MEMOIZED) memoized.clear();
    found = isbot(userAgent);
    memoized.set(userAgent, found);
  }
  last = { userAgent, isBot: found };
  return found;
}

import { isbot } from 'isbot';

/** Programs that send more are not browsers. */
const MAX_LENGTH = 512;
/** Different values that are memoized. The limit keeps a hostile client from using up memory. */
const MAX_MEMOIZED = 1_000;

const memoized = new Map<string, boolean>();

/** Whether a `User-Agent` belongs to a program instead of a reader: a crawler, a library, a preview, a monitor, or none. */
export function isBot(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_LENGTH) return true;
  const known = memoized.get(userAgent);
  if (known !== undefined) return known;
  if (memoized.size >= MAX_MEMOIZED) memoized.clear();
  const found = isbot(userAgent);
  memoized.set(userAgent, found);
  return found;
}

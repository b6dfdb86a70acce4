import { isbot } from 'isbot';
import { memoizeText } from '#platform/memoize-text.ts';

/** Programs that send more are not browsers. */
const MAX_LENGTH = 512;

const isKnownBot = memoizeText(isbot);

/** Whether a `User-Agent` belongs to a program instead of a reader: a crawler, a library, a preview, a monitor, or none. */
export const isBot = (userAgent: string | undefined): boolean =>
  userAgent === undefined || userAgent === '' || userAgent.length > MAX_LENGTH || isKnownBot(userAgent);

import type { FindUnanswered, RedirectRule, SiteAnswer } from './redirect.ts';

/** The addresses that the site itself uses. */
export interface SiteAddresses {
  readonly findUnanswered: FindUnanswered;
  readonly findAnswer: (path: string) => Promise<SiteAnswer>;
  /** Whether pages, files or other routes of the site are below a path. */
  readonly hasBelow: (path: string) => boolean;
}

/** Why the site itself uses the address of a redirect, as a message; null if it does not. */
export async function findShadowed(
  { findUnanswered, hasBelow }: Pick<SiteAddresses, 'findUnanswered' | 'hasBelow'>,
  { kind, source }: RedirectRule,
): Promise<string | null> {
  if (kind === 'prefix' && hasBelow(source))
    return 'The site itself uses addresses below this one. Please enter a longer path.';
  if ((await findUnanswered(source)) !== null) return null;
  return 'The site itself uses this address. Only addresses without a page can be redirected.';
}

import { parameterNames, splitSource } from './redirect-query.ts';
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
  { findAnswer, hasBelow }: Pick<SiteAddresses, 'findAnswer' | 'hasBelow'>,
  { kind, source }: RedirectRule,
): Promise<string | null> {
  if (kind === 'prefix' && hasBelow(source))
    return 'The site itself uses addresses below this one. Please enter a longer path.';
  const { path, search } = splitSource(source);
  const { unanswered, parameters } = await findAnswer(path);
  if (unanswered !== null) return null;
  if (search === '' || parameters === null)
    return 'The site itself uses this address. Only addresses without a page can be redirected.';
  const used = parameterNames(search).find((name) => parameters.includes(name));
  return used === undefined ? null : `The site itself uses the parameter “${used}” at this address.`;
}

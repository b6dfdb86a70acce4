/** `exact`: one address. `prefix`: also every address below it, whose rest is appended to the target. */
export const REDIRECT_KINDS = ['exact', 'prefix'] as const;
export type RedirectKind = (typeof REDIRECT_KINDS)[number];

/** Every redirect is in the memory of every process. */
export const REDIRECT_LIMIT = 5_000;

/** Characters, percent-encoded. */
export const SOURCE_MAX_LENGTH = 500;
export const TARGET_MAX_LENGTH = 1_000;

/** Redirects that an address may pass until it arrives. Readers are sent to the last one at once. */
export const MAX_HOPS = 10;

/** The tag of every change of the redirects. */
export const REDIRECTS_TAG = 'redirects';

export interface RedirectRule {
  readonly kind: RedirectKind;
  /**
   * A path in its shortest encoding, without a slash at the end. That of an exact redirect can have a query, as `normalizeQuery`
   * writes it: it applies to requests with these parameters, also at an address with a page.
   */
  readonly source: string;
  /** A path of this site, or an address with https. That of a prefix has no query and no slash at the end. */
  readonly target: string;
}

export interface Redirect extends RedirectRule {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * How the site itself answers an address, redirects left out: 404 or 410 if it has no page there; null for everything
 * else, also for addresses that never reach the pages of readers, such as those of the newsroom.
 */
export type FindUnanswered = (path: string) => Promise<404 | 410 | null>;

/** How the site itself answers an address. */
export interface SiteAnswer {
  /** As `FindUnanswered` says. */
  readonly unanswered: 404 | 410 | null;
  /** Where a permanent redirect of the site leads, for example from a former slug; null without one. */
  readonly movedTo: string | null;
  /** The parameters of the query that select another page at this address; null if it is not of the pages of readers. */
  readonly parameters: readonly string[] | null;
}

/** Where a rule leads from one of its addresses. */
export function locationOf({ kind, source, target }: RedirectRule, path: string): string {
  if (kind === 'exact') return target;
  const rest = path.slice(source.length);
  return target === '/' ? rest || '/' : `${target}${rest}`;
}

/** The path of a location on this site without its query and fragment; null for another site. */
export function pathOfLocation(location: string): string | null {
  return location.startsWith('/') ? (location.split(/[?#]/, 1)[0] ?? '') : null;
}

/** The location with the query of the request, after a query of its own and before its fragment. */
export function withQuery(location: string, search: string): string {
  if (search === '') return location;
  const fragmentAt = location.indexOf('#');
  const base = fragmentAt === -1 ? location : location.slice(0, fragmentAt);
  const fragment = fragmentAt === -1 ? '' : location.slice(fragmentAt);
  return `${base}${base.includes('?') ? `&${search.slice(1)}` : search}${fragment}`;
}

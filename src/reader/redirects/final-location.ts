import type { RedirectDirectory } from '#domain/redirects/directory.server.ts';
import { FEED_ALIASES } from '../feeds/feed-alias.ts';
import { locationOf, MAX_HOPS, pathOfLocation, withQuery } from '#domain/redirects/redirect.ts';
import type { SiteAddresses } from '#domain/redirects/site-addresses.ts';

interface LocationDeps {
  readonly redirects: RedirectDirectory;
  readonly addresses: Pick<SiteAddresses, 'findAnswer'>;
}

/**
 * Where the redirects of the newsroom lead from an address without a page, and then those of the site itself, such as from a former
 * slug: readers follow one redirect. Null without a rule for it.
 *
 * @param status the answer of the site to the address
 */
export async function findLocation(
  { redirects, addresses }: LocationDeps,
  path: string,
  status: 404 | 410,
): Promise<string | null> {
  const rules = await redirects.latest().catch(redirects.current);
  let location: string | null = null;
  let unanswered = { path, status };
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const rule =
      (unanswered.status === 410 ? rules.findExact(unanswered.path) : rules.find(unanswered.path)) ??
      FEED_ALIASES.get(unanswered.path);
    if (rule === undefined) return location;
    location = locationOf(rule, unanswered.path);
    // A browser must not lose the query or the fragment of the target.
    if (pathOfLocation(location) !== location) return location;
    const answer = await addresses.findAnswer(location);
    if (answer.unanswered === null) return answer.movedTo ?? location;
    unanswered = { path: location, status: answer.unanswered };
  }
  return location;
}

/** Where a redirect of the newsroom with a query leads, whatever the address itself is. Null without one for this query. */
export async function findLocationOfQuery(
  { redirects, addresses }: LocationDeps,
  path: string,
  search: string,
): Promise<string | null> {
  if (search === '') return null;
  const rules = await redirects.latest().catch(redirects.current);
  const location = rules.findWithQuery(path, search)?.location ?? null;
  // A browser must not lose the query or the fragment of the target.
  if (location === null || pathOfLocation(location) !== location) return location;
  const { unanswered, movedTo } = await addresses.findAnswer(location);
  if (unanswered === null) return movedTo ?? location;
  return (await findLocation({ redirects, addresses }, location, unanswered)) ?? location;
}

/** Nothing at or below these paths moves. Asking the site would render the page of the API, for example. */
const NEVER_MOVED = /^\/(?:admin|api|media)(?:\/|$)/;

/**
 * Where an address leads that has moved, by the site itself or by a redirect of the newsroom, with a query; null for every other one.
 */
export async function findMovedTo(deps: LocationDeps, path: string, search: string): Promise<string | null> {
  if (NEVER_MOVED.test(path)) return null;
  const withQueryOf = await findLocationOfQuery(deps, path, search);
  if (withQueryOf !== null) return withQueryOf;
  const { unanswered, movedTo } = await deps.addresses.findAnswer(path);
  const location = unanswered === null ? movedTo : await findLocation(deps, path, unanswered);
  return location === null ? null : withQuery(location, search);
}

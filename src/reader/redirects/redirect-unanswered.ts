import type { MiddlewareHandler } from 'hono';
import type { RedirectDirectory } from '#domain/redirects/directory.server.ts';
import {
  type FindUnanswered,
  locationOf,
  MAX_HOPS,
  pathOfLocation,
  withQuery,
} from '#domain/redirects/redirect.ts';
import type { RedirectRules } from '#domain/redirects/redirect-rules.ts';
import type { SiteAddresses } from '#domain/redirects/site-addresses.ts';
import { PAGE_CACHE_CONTROL } from '#http/page-cache/page-headers.ts';
import { encodePlainPath } from '#platform/plain-path.ts';
import { permanentRedirect } from '../reader-page.tsx';
import { findProbe, type ProbeEnv } from './address-probe.ts';

interface RedirectOptions {
  readonly redirects: RedirectDirectory;
  readonly addresses: SiteAddresses;
  /** Counts an address that is answered with 404 or 410. */
  readonly count: (path: string) => void;
}

/**
 * Redirects addresses at which the pages of readers have answered 404, by exact rules also 410. A page that exists always
 * has precedence, and no redirect is stored in the page cache, so that a rule applies to the next request.
 */
export function redirectUnanswered({
  redirects,
  addresses,
  count,
}: RedirectOptions): MiddlewareHandler<ProbeEnv> {
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (status !== 404 && status !== 410) return;
    const probe = findProbe(context.env);
    if (probe !== undefined) {
      probe.unanswered = status;
      return;
    }
    const { pathname, search } = new URL(context.req.url);
    const path = encodePlainPath(pathname);
    if (path === null) return;
    // With a page of it that does not exist (`?page=99`), the address itself may have a page.
    if (search !== '' && (await addresses.findUnanswered(path)) === null) return;
    const rules = await redirects.latest().catch(redirects.current);
    const location = await findLocation(rules, { path, status, findUnanswered: addresses.findUnanswered });
    if (location === null) return count(path);
    const { headers } = permanentRedirect(withQuery(location, search));
    // Otherwise the new response would get the fields of the stored page.
    context.res = undefined;
    context.res = new Response(null, {
      status: 301,
      headers: { ...headers, 'cache-control': PAGE_CACHE_CONTROL },
    });
  };
}

interface Unanswered {
  readonly path: string;
  readonly status: 404 | 410;
  readonly findUnanswered: FindUnanswered;
}

/** Where an address leads in the end, so that readers follow one redirect. Null without a rule for it. */
async function findLocation(rules: RedirectRules, unanswered: Unanswered): Promise<string | null> {
  let location: string | null = null;
  let { path, status } = unanswered;
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const rule = status === 410 ? rules.findExact(path) : rules.find(path);
    if (rule === undefined) return location;
    location = locationOf(rule, path);
    // A browser must not lose the query or the fragment of the target.
    if (pathOfLocation(location) !== location || rules.find(location) === undefined) return location;
    const answer = await unanswered.findUnanswered(location);
    if (answer === null) return location;
    [path, status] = [location, answer];
  }
  return location;
}

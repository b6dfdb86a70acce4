import type { MiddlewareHandler } from 'hono';
import type { RedirectDirectory } from '#domain/redirects/directory.server.ts';
import { withQuery } from '#domain/redirects/redirect.ts';
import type { SiteAddresses } from '#domain/redirects/site-addresses.ts';
import { encodePlainPath } from '#platform/plain-path.ts';
import { findProbe, type ProbeEnv } from './address-probe.ts';
import { findLocation } from './final-location.ts';
import { redirectResponse } from './redirect-response.ts';

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
    const location = await findLocation({ redirects, addresses }, path, status);
    if (location === null) return count(path);
    // Otherwise the new response would get the fields of the stored page.
    context.res = undefined;
    context.res = redirectResponse(withQuery(location, search));
  };
}

import { PAGE_CACHE_CONTROL } from '#http/page-cache/page-headers.ts';
import { permanentRedirect } from '../redirect.ts';

/** The response of a redirect of the newsroom. It is not in the page cache, so that a change applies to the next request. */
export function redirectResponse(location: string): Response {
  const { headers } = permanentRedirect(location);
  return new Response(null, { status: 301, headers: { ...headers, 'cache-control': PAGE_CACHE_CONTROL } });
}

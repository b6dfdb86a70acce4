import type { RequestFields } from './request-fields.ts';

/** Characters. Most browsers send only the origin of another site. */
const MAX_REFERRER_LENGTH = 4_096;
const MAX_HOST_LENGTH = 100;
/** At least two labels, and letters in the last one: neither an IP address nor the name of a machine in a local network. */
const PUBLIC_HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.(?:xn--[a-z0-9-]+|[a-z]{2,})$/;
/** Different referrers that are memoized, and their length. The limits keep a hostile client from using up memory. */
const MAX_MEMOIZED = 1_000;
const MAX_MEMOIZED_LENGTH = 200;

export interface ReferrerHosts {
  /**
   * The host name of the site whose link was followed, in lower case, Punycode, and without `www.`. Null for none, for
   * this site, and for what is no public web site: an IP address could be that of a reader.
   */
  find(referrer: string | undefined, request: Pick<RequestFields, 'find'>): string | null;
}

/** Hosts of referrers, memoized: most readers come from few sites. */
export function createReferrerHosts(publicUrl: string): ReferrerHosts {
  const { origin, host: publicHost, hostname } = new URL(publicUrl);
  const ownPages = `${origin}/`;
  const ownHost = withoutWww(hostname);
  const memoized = new Map<string, string | null>();

  function hostOf(referrer: string): string | null {
    const known = memoized.get(referrer);
    if (known !== undefined) return known;
    const host = parseHost(referrer);
    if (referrer.length <= MAX_MEMOIZED_LENGTH) {
      if (memoized.size >= MAX_MEMOIZED) memoized.clear();
      memoized.set(referrer, host);
    }
    return host;
  }

  return {
    find(referrer, request) {
      if (referrer === undefined || referrer === '' || referrer.startsWith(ownPages)) return null;
      const host = hostOf(referrer);
      if (host === null || host === ownHost) return null;
      // The site may have several names.
      const requested = request.find('host');
      return requested === publicHost || host !== nameOf(requested) ? host : null;
    },
  };
}

function parseHost(referrer: string): string | null {
  const url = referrer.length > MAX_REFERRER_LENGTH ? null : URL.parse(referrer);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const host = withoutWww(url.hostname);
  return host.length <= MAX_HOST_LENGTH && PUBLIC_HOST.test(host) ? host : null;
}

const nameOf = (host = ''): string => withoutWww(host.replace(/:\d*$/, '').toLowerCase());

const withoutWww = (host: string): string => host.replace(/^www\./, '').replace(/\.$/, '');

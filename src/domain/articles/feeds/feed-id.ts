import { utcDay } from '#platform/utc-day.ts';

/**
 * A `tag:` URI (RFC 4151). Null for a site that has an IPv6 address instead of a host name, which such a URI cannot contain.
 *
 * @param siteUrl of the publication when the id is created
 * @param date a day (`YYYY-MM-DD`) or year (`YYYY`) on which the publication had this host name
 * @param specific unique among all ids of this host name and date
 */
export function tagUri(siteUrl: string, date: string, specific: string): string | null {
  const { hostname } = new URL(siteUrl);
  return hostname.startsWith('[') ? null : `tag:${hostname},${date}:${specific}`;
}

/** The id that a new article keeps in all feeds, whatever its slug and the host name of the publication become. */
export const newFeedId = (
  siteUrl: string,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
) => tagUri(siteUrl, utcDay(createdAt), id);

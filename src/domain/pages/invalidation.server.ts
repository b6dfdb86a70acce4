import { pageTags } from '#domain/articles/tags.ts';
import type { Transaction } from '#platform/db/database.ts';
import { ownPageTags } from './page.ts';
import type { OwnPageRow } from './tables.server.ts';

/**
 * Invalidates what readers see differently after a change of a page. A link in the footer is on every page: then all of
 * them are removed, so that the next response cannot contain the former one.
 *
 * @param before null for a new page
 * @param after null for a deleted page
 */
export function invalidateOwnPage(
  tx: Transaction,
  before: OwnPageRow | null,
  after: OwnPageRow | null,
): void {
  // Also the slugs of an unpublished page become those of a deleted one.
  if (after === null) tx.invalidate(ownPageTags.list);
  const [shownBefore, shownAfter] = [publicOrNull(before), publicOrNull(after)];
  const id = shownBefore?.id ?? shownAfter?.id;
  if (id === undefined) return;
  const tag = ownPageTags.page(id);
  const isSameAddress = shownBefore?.slug === shownAfter?.slug;
  if (isSameAddress) tx.invalidate(tag);
  // Also the redirects: the page may return to a former slug, and two redirects would form a loop.
  else tx.purge(tag);
  if (linkOf(shownBefore) !== linkOf(shownAfter)) tx.invalidate(ownPageTags.list);
  if (footerLinkOf(shownBefore) !== footerLinkOf(shownAfter)) tx.purge(pageTags.site);
}

const publicOrNull = (page: OwnPageRow | null) => (page === null || page.isDraft ? null : page);

/** Everything that `PageDirectory` contains about a page, except its former slugs. */
const linkOf = (page: OwnPageRow | null): string =>
  page === null ? '' : JSON.stringify([page.slug, page.title, page.lang, page.inFooter]);

const footerLinkOf = (page: OwnPageRow | null) => (page?.inFooter === true ? linkOf(page) : '');

import { inArray } from 'drizzle-orm';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { ownPageTarget } from '#domain/site/link-target.ts';
import { settings, settingValue } from '#domain/site/tables.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { ownPageTags } from './page.ts';
import type { OwnPageRow } from './tables.server.ts';

/**
 * Invalidates what readers see differently after a change of a page. A link in the footer or the navigation is on every page: then
 * all of them are removed, so that the next response cannot contain the former one.
 *
 * @param before null for a new page
 * @param after null for a deleted page
 */
export async function invalidateOwnPage(
  tx: Transaction,
  before: OwnPageRow | null,
  after: OwnPageRow | null,
): Promise<void> {
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
  if (linkOf(shownBefore) === linkOf(shownAfter)) return;
  tx.invalidate(ownPageTags.list);
  const hasOtherFooterLink = footerLinkOf(shownBefore) !== footerLinkOf(shownAfter);
  if (hasOtherFooterLink || (await isInNavigation(tx, id))) tx.purge(pageTags.site);
}

/** Whether menu or footer have an entry for the page. A concurrent change of them purges all pages itself. */
async function isInNavigation(tx: Transaction, id: string): Promise<boolean> {
  const stored = await tx
    .select({ value: settingValue })
    .from(settings)
    .where(inArray(settings.name, ['navigation_menu', 'navigation_footer']));
  return stored.some(({ value }) => JSON.stringify(value).includes(`"${ownPageTarget(id)}"`));
}

const publicOrNull = (page: OwnPageRow | null) => (page === null || page.isDraft ? null : page);

/** Everything that `PageDirectory` contains about a page, except its former slugs. */
const linkOf = (page: OwnPageRow | null): string =>
  page === null ? '' : JSON.stringify([page.slug, page.title, page.lang, page.inFooter]);

const footerLinkOf = (page: OwnPageRow | null) => (page?.inFooter === true ? linkOf(page) : '');

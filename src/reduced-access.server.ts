import type { OnReducedAccess } from '#domain/accounts/reduced-access.ts';
import { reduceArticleAccess } from '#domain/articles/reduced-access.server.ts';
import { reduceNewsletterAccess } from '#domain/newsletter/reduced-access.server.ts';
import { lockPagesOf } from '#domain/pages/reduced-access.server.ts';

/** What ends when a person may do less, in every module of the domain. In the order in which other transactions lock rows. */
export const reduceAccess: OnReducedAccess = async (tx, access) => {
  await reduceArticleAccess(tx, access);
  if (access.isRemoved) await lockPagesOf(tx, access.userId);
  await reduceNewsletterAccess(tx, access);
};

import { and, eq, gt } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import { isSection } from '#domain/categories/require-section.server.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { ArticleFields } from '../article-fields.ts';
import { readStoredStructure } from '../html-processing.server.ts';
import { findPictures } from '../pictures.server.ts';
import { requireFreeSlug } from '../slugs.server.ts';
import { articleNotes } from '../review/tables.server.ts';
import type { CheckedText } from './checked-text.server.ts';
import { errorFinding, type Finding, type FindingList, limitFindings, warning } from './finding.ts';
import { checkLinks, findInternalLinks } from './internal-links.ts';
import { findLinkTargets, type LinkTargetDeps } from './link-targets.server.ts';
import { checkBodyPictures, checkLeadPicture } from './picture-checks.ts';
import { checkRequiredFields } from './required-checks.server.ts';
import { checkBlocks, checkHeadings, checkHeadlineAndExcerpt } from './text-checks.ts';

export interface ArticleCheckDeps {
  readonly database: Database;
  readonly links: LinkTargetDeps;
  /** Absolute address of the site without a trailing slash. */
  readonly siteUrl: string;
}

/**
 * What an editor should look at before an article is published. Every finding with the severity `error` is refused by the command
 * that publishes; the others are advice. Changes nothing.
 *
 * @param text with fields that `cleanFields` and `sanitiseContent` have returned
 * @param path at which the article will be; links to it are not broken
 */
export async function checkArticle(
  { database, links, siteUrl }: ArticleCheckDeps,
  actor: Actor,
  { fields, article, path }: Pick<CheckedText, 'fields' | 'article'> & { readonly path: string },
): Promise<FindingList> {
  const { db } = database;
  const structure = await readStoredStructure(fields.content);
  const stored = await findPictures(db, [fields.image]);
  const internal = await findInternalLinks(structure.links, siteUrl);
  const paths = new Set(internal.links.flatMap((link) => link.path ?? []));
  paths.delete(path);
  const targets = new Map(await findLinkTargets(links, [...paths]));
  targets.set(path, { kind: 'public' });
  return limitFindings([
    ...checkRequiredFields(fields),
    ...(await checkSection(db, fields)),
    ...(await checkSlug(database, actor, fields.slug, article?.id ?? null)),
    ...checkLeadPicture(fields, stored),
    ...checkBodyPictures(structure),
    ...checkHeadlineAndExcerpt(fields),
    ...checkHeadings(structure),
    ...checkBlocks(structure),
    ...checkLinks(internal, targets),
    ...(article === null ? [] : await checkNotes(db, article)),
  ]);
}

async function checkSection(db: Db, { categorySlug }: ArticleFields): Promise<Finding[]> {
  if (await isSection(db, categorySlug)) return [];
  return [errorFinding('field_invalid', 'Please choose a section that exists.', { field: 'categorySlug' })];
}

/** In a transaction of its own, which claims nothing: the command that publishes checks the slug again. */
async function checkSlug(
  database: Database,
  actor: Actor,
  slug: string,
  articleId: string | null,
): Promise<Finding[]> {
  if (slug === '') return [];
  try {
    await database.transaction((tx) => requireFreeSlug(tx, actor, slug, articleId));
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    return [errorFinding('slug_in_use', error.message, { field: 'slug', excerpt: slug })];
  }
}

/** A note is unresolved until the article is saved after it. */
async function checkNotes(
  db: Db,
  { id, updatedAt }: Pick<NonNullable<CheckedText['article']>, 'id' | 'updatedAt'>,
): Promise<Finding[]> {
  const isUnresolved = and(eq(articleNotes.articleId, id), gt(articleNotes.createdAt, updatedAt));
  const count = await db.$count(articleNotes, isUnresolved);
  if (count === 0) return [];
  const notes = count === 1 ? 'One note has been' : `${count} notes have been`;
  return [warning('notes_unresolved', `Read the notes: ${notes} written since the article was last saved.`)];
}

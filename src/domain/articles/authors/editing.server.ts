import { and, eq, ne } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { images } from '#domain/images/tables.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { lockAuthors } from '../signing.server.ts';
import { slugify } from '../slug.ts';
import { pageTags } from '../cache-tags.ts';
import { SLUG_MESSAGE } from '../text-fields.ts';
import type { AuthorInput } from './author-input.ts';
import { enqueueIndexing } from '../search/indexing-job.server.ts';
import { changeBylines } from './change-bylines.server.ts';
import { type AuthorRow, authors, authorSlugs } from './tables.server.ts';

/**
 * Creates the profile of an author and returns its id. Throws `conflict` for a slug that is in use and `unprocessable` for
 * a name without a slug, both with a message for the field.
 */
export async function createAuthor(
  { database, clock }: CommandDeps,
  actor: Actor,
  input: AuthorInput,
): Promise<string> {
  requirePermission(actor, 'author.edit');
  return database.transaction(async (tx) => {
    await lockAuthors(tx);
    const columns = await toColumns(tx, input, null);
    const now = clock();
    const [author] = await tx
      .insert(authors)
      .values({ ...columns, createdAt: now, updatedAt: now })
      .returning({ id: authors.id });
    if (author === undefined) throw new Error('The author was not inserted');
    await requirePicture(tx, columns.picture);
    await recordEvent(tx, actor, { action: 'author_created', object: { id: author.id, name: columns.name } });
    // Also because the address may be cached as not found.
    tx.invalidate(pageTags.authors);
    return author.id;
  });
}

/**
 * Changes a profile. A new name is at once that of all articles of the author, and a former slug redirects. Throws `stale`
 * when the profile was changed after it was loaded, `not_found`, and as `createAuthor` does.
 */
export async function updateAuthor(
  { database, clock }: CommandDeps,
  actor: Actor,
  { id, basedOn, input }: { readonly id: string; readonly basedOn: number; readonly input: AuthorInput },
): Promise<void> {
  requirePermission(actor, 'author.edit');
  await database.transaction(async (tx) => {
    await lockAuthors(tx);
    await saveAuthor(tx, actor, { before: await lockAuthor(tx, id, basedOn), input, now: clock() });
  });
}

interface AuthorSave {
  /** The locked row. */
  readonly before: AuthorRow;
  readonly input: AuthorInput;
  readonly now: Date;
}

/** Writes a changed profile. Requires `lockAuthors`, and that the actor may do it. */
export async function saveAuthor(
  tx: Transaction,
  actor: Actor,
  { before, input, now }: AuthorSave,
): Promise<void> {
  const { id } = before;
  const columns = await toColumns(tx, input, before);
  if (columns.slug !== before.slug) await moveSlug(tx, before, columns.slug);
  if (columns.name !== before.name) {
    await changeBylines(tx, id, (byline) => ({ ...byline, name: columns.name }));
    await enqueueIndexing(tx);
  }
  await tx
    .update(authors)
    .set({ ...columns, updatedAt: now, revision: before.revision + 1 })
    .where(eq(authors.id, id));
  if (columns.picture !== before.picture) await requirePicture(tx, columns.picture);
  await recordEvent(tx, actor, { action: 'author_changed', object: { id, name: columns.name } });
  const isShownInArticles = SHOWN_IN_ARTICLES.some((field) => columns[field] !== before[field]);
  tx.invalidate(isShownInArticles ? pageTags.author(id) : pageTags.authorPage(id));
}

/**
 * Deletes a profile. The articles stay, with the name of the author as it was. Throws `stale` as `updateAuthor` does, and
 * `not_found`.
 */
export async function deleteAuthor(
  { database }: Pick<CommandDeps, 'database'>,
  actor: Actor,
  { id, basedOn }: { readonly id: string; readonly basedOn: number },
): Promise<void> {
  requirePermission(actor, 'author.edit');
  await database.transaction(async (tx) => {
    await lockAuthors(tx);
    const { name: former } = await lockAuthor(tx, id, basedOn);
    await changeBylines(tx, id, ({ name }) => ({ author: null, name }));
    await tx.delete(authors).where(eq(authors.id, id));
    await recordEvent(tx, actor, { action: 'author_deleted', object: { id, name: former } });
    tx.purge(pageTags.authorPage(id));
    tx.invalidate(pageTags.author(id), pageTags.authors);
  });
}

const SHOWN_IN_ARTICLES = ['name', 'slug', 'picture', 'pictureAlt'] as const;

/**
 * Prevents other changes of the profile until the transaction ends, but not references to it: a transaction that has locked an
 * article checks these when it commits, and a new name locks the articles afterwards.
 *
 * Throws `not_found`, and `stale` when the profile was changed after the given revision.
 */
export async function lockAuthor(tx: Transaction, id: string, basedOn?: number): Promise<AuthorRow> {
  const [author] = await tx.select().from(authors).where(eq(authors.id, id)).for('no key update');
  if (author === undefined) throw new DomainError('not_found', 'This author no longer exists.');
  if (basedOn !== undefined && author.revision !== basedOn)
    throw new DomainError('stale', 'This author has been changed since you opened the profile.');
  return author;
}

async function toColumns(tx: Transaction, input: AuthorInput, before: AuthorRow | null) {
  const { picture_alt: pictureAlt, slug: wanted, ...rest } = input;
  const slug = wanted || slugify(input.name);
  if (slug === '') throw slugError('unprocessable', SLUG_MESSAGE);
  if (slug !== before?.slug) await requireFreeSlug(tx, slug, before?.id ?? null);
  return { ...rest, pictureAlt, slug };
}

/** A slug of another author, present or former, cannot be used: links to it would show the wrong person. */
async function requireFreeSlug(tx: Transaction, slug: string, id: string | null): Promise<void> {
  const [holder] = await tx
    .select({ name: authors.name })
    .from(authors)
    .where(and(eq(authors.slug, slug), id === null ? undefined : ne(authors.id, id)));
  if (holder !== undefined)
    throw slugError('conflict', `${holder.name} already uses this slug. Please choose another.`);
  const [former] = await tx
    .select({ name: authors.name })
    .from(authorSlugs)
    .innerJoin(authors, eq(authors.id, authorSlugs.authorId))
    .where(and(eq(authorSlugs.slug, slug), id === null ? undefined : ne(authors.id, id)));
  if (former !== undefined)
    throw slugError('conflict', `This slug redirects to ${former.name}. Please choose another.`);
}

function slugError(code: 'conflict' | 'unprocessable', message: string): DomainError {
  return new DomainError(code, message, { fields: { slug: message } });
}

/** Call it after the write: once the use is recorded, the job for unused pictures does not delete the picture any more. */
async function requirePicture(tx: Transaction, url: string): Promise<void> {
  if (url === '') return;
  const [picture] = await tx.select({ state: images.state }).from(images).where(eq(images.url, url));
  if (picture?.state !== 'stored')
    throw new DomainError('unprocessable', '', { fields: { picture: 'Please upload the picture again' } });
}

/** The former slug redirects from now on, and the new one no longer does. The page at the former slug is purged. */
async function moveSlug(tx: Transaction, { id, slug: former }: AuthorRow, slug: string): Promise<void> {
  await tx.delete(authorSlugs).where(eq(authorSlugs.slug, slug));
  await tx.insert(authorSlugs).values({ slug: former, authorId: id });
  tx.purge(pageTags.authorPage(id));
  tx.invalidate(pageTags.authors);
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import { signsOwnArticles } from '#domain/accounts/permissions.ts';
import { user } from '#domain/accounts/tables.server.ts';
import { insertByline } from '#domain/site/bylines.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { ArticleFields } from './article-fields.ts';
import { authors } from './authors/tables.server.ts';
import { authorIdsOf, type Byline, bylineText, isSameBylines, uniqueBylines } from './bylines.ts';
import type { SiteDefaults } from './cleaning.server.ts';
import { throwFieldErrors, validateAuthorName } from './field-validation.server.ts';
import { articleRevisions, type ArticleRow } from './tables.server.ts';

const NAMES_LOCK = sql`hashtextextended('author-names', 0)`;

/**
 * Prevents changes of the names of authors until the transaction ends. Call it before any article is locked, because a
 * change of a name locks the articles of the author.
 */
export async function lockAuthorNames(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${NAMES_LOCK})`);
}

/** Waits for all saves in progress and blocks later ones until the transaction, which changes an author, ends. */
export async function lockAuthors(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${NAMES_LOCK})`);
}

type Signed = Pick<ArticleFields, 'bylines' | 'authorName'>;

interface SigningContext {
  /** The byline of a new article that names no author; null for the default author. */
  readonly ownByline?: Byline | null;
  readonly site: Pick<SiteDefaults, 'defaultAuthor'>;
  /** The article before the save; null for a new one. */
  readonly before: Pick<ArticleRow, 'id' | 'revision' | 'bylines' | 'authorName'> | null;
}

/**
 * The bylines that a request asks for. `authorName` is the whole byline for clients that know nothing else: it counts if
 * `bylines` is empty, or if it is the only one of the two that was changed.
 */
export function requestedBylines(
  fields: Signed,
  { site, before, ownByline = null }: SigningContext,
): readonly Byline[] {
  const { bylines, authorName } = fields;
  const isUnsigned = before === null && authorName === '' && bylines.length === 0;
  if (isUnsigned && ownByline !== null) return [ownByline];
  const onlyName = [{ author: null, name: authorName || site.defaultAuthor }];
  const isKept = before !== null && authorName === before.authorName;
  if (bylines.length === 0) return isKept ? before.bylines : onlyName;
  const isNameChanged =
    before !== null &&
    !['', before.authorName, bylineText(bylines)].includes(authorName) &&
    isSameBylines(bylines, before.bylines);
  return isNameChanged ? onlyName : bylines;
}

/**
 * Fills in `bylines`, with the current names of authors, and `authorName`. Requires `lockAuthorNames`. Throws
 * `unprocessable` for an author who does not exist.
 *
 * @param context.keepsUnknownAuthors authors who do not exist become names without a profile
 */
export async function signArticle(
  tx: Transaction,
  fields: ArticleFields,
  context: SigningContext & { readonly keepsUnknownAuthors?: boolean },
): Promise<ArticleFields> {
  const sent = await withCurrentBylines(tx, fields, context.before);
  const requested = requestedBylines(sent, context);
  const isOneName = requested !== sent.bylines && requested !== context.before?.bylines;
  if (isOneName) validateAuthorName(sent);
  const bylines = await findCurrentBylines(tx, requested, (name) => {
    if (context.keepsUnknownAuthors !== true) throwUnknownAuthor(name);
  });
  await recordOrganization(tx, bylines, context.site.defaultAuthor);
  return { ...fields, bylines, authorName: bylineText(bylines) };
}

/**
 * A client that read the article before an author got another name, or before a name was linked to a profile, sends the
 * former ones back: those of the last revision. It has not changed them.
 */
async function withCurrentBylines(
  tx: Transaction,
  fields: ArticleFields,
  before: SigningContext['before'],
): Promise<ArticleFields> {
  if (before === null) return fields;
  const isNameKnown = ['', before.authorName].includes(fields.authorName);
  const areBylinesKnown = fields.bylines.length === 0 || isSameBylines(fields.bylines, before.bylines);
  if (isNameKnown && areBylinesKnown) return fields;
  const [saved] = await tx
    .select({ authorName: articleRevisions.authorName, bylines: articleRevisions.bylines })
    .from(articleRevisions)
    .where(and(eq(articleRevisions.articleId, before.id), eq(articleRevisions.revision, before.revision)));
  if (saved === undefined) return fields;
  const { authorName, bylines } = fields;
  return {
    ...fields,
    authorName: authorName === saved.authorName ? before.authorName : authorName,
    bylines:
      isLinkedSince(saved.bylines, before.bylines) && isSameBylines(bylines, saved.bylines)
        ? before.bylines
        : bylines,
  };
}

/** Whether the bylines differ only by names that were linked to profiles. No profile was deleted. */
function isLinkedSince(saved: readonly Byline[], current: readonly Byline[]): boolean {
  const ids = new Set(authorIdsOf(current));
  return authorIdsOf(saved).every((id) => ids.has(id));
}

/**
 * The byline of an article that an account creates: the profile that is linked to it, or the name of an account that writes only
 * articles of its own. Null for the default author.
 */
export async function findOwnByline(tx: Transaction, { userId, role }: Actor): Promise<Byline | null> {
  const [own] = await tx
    .select({ author: authors.id, name: authors.name })
    .from(authors)
    .where(eq(authors.userId, userId));
  if (own !== undefined || !signsOwnArticles(role)) return own ?? null;
  const [account] = await tx.select({ name: user.name }).from(user).where(eq(user.id, userId));
  return account === undefined ? null : { author: null, name: account.name };
}

/**
 * Bylines with the current names of authors. Authors who do not exist become names without a profile.
 *
 * @param onUnknown called with the name of an author who does not exist
 */
export async function findCurrentBylines(
  db: Db | Transaction,
  bylines: readonly Byline[],
  onUnknown: (name: string) => void = () => undefined,
): Promise<Byline[]> {
  const names = await findNames(db, authorIdsOf(bylines));
  const current = bylines.map(({ author, name }) => {
    const known = author === null ? undefined : names.get(author);
    if (author === null || known !== undefined) return { author, name: known ?? name };
    onUnknown(name);
    return { author: null, name };
  });
  return uniqueBylines(current);
}

async function findNames(tx: Db | Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: authors.id, name: authors.name })
    .from(authors)
    .where(inArray(authors.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function throwUnknownAuthor(name: string): void {
  throwFieldErrors({
    bylines: `The author “${name}” no longer exists. Please remove the name or enter it without a profile.`,
  });
}

/** Records the name of the publication with the first article that it signs, so that later it is still known as one. */
async function recordOrganization(tx: Transaction, bylines: readonly Byline[], name: string): Promise<void> {
  if (bylines.some((byline) => byline.author === null && byline.name === name)) await insertByline(tx, name);
}

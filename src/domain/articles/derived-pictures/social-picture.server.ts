import { hash, randomBytes } from 'node:crypto';
import { and, eq, inArray, lt, ne, not, or } from 'drizzle-orm';
import { renderSocialPicture } from '#domain/images/decoder.server.ts';
import type { SocialPictureContent } from '#domain/images/rendering/social-picture.ts';
import type { CurrentSite, Site } from '#domain/site/site.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { articles } from '../tables.server.ts';
import type { ArticleWithPictures } from './outdated.server.ts';
import {
  designOf,
  needsSocialPicture,
  type PicturedArticle,
  socialPictureContent,
} from './social-picture-address.server.ts';
import { socialPictures } from './tables.server.ts';

/** Longer than any attempt to store a picture. */
const INTERRUPTED_MS = 10 * 60_000;
const PREVIEW_TIMEOUT_MS = 5_000;

export interface SocialPictureDeps {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly site: CurrentSite;
}

/** Whether the article has the social picture that it should have. */
export function hasWantedPicture(article: ArticleWithPictures, site: Site): boolean {
  const { social } = article;
  if (!needsSocialPicture(article)) return social === null;
  return (
    social !== null &&
    social.title === article.title &&
    social.categorySlug === article.sectionSlug &&
    social.design === designOf(socialPictureContent(article, site))
  );
}

/**
 * Renders and stores the social picture of a public article, if it has not the one that it should have, and removes others.
 * Each step can be repeated after an interruption.
 *
 * @param article null if the article with this id is not public
 * @throws DecoderError or StorageError; the article keeps the picture it had, or has none
 */
export async function updateSocialPicture(
  deps: SocialPictureDeps,
  articleId: string,
  article: ArticleWithPictures | null,
  signal: AbortSignal,
): Promise<void> {
  const site = deps.site();
  if (article === null || !needsSocialPicture(article)) await endUse(deps.database, articleId);
  else if (!hasWantedPicture(article, site)) await replacePicture(deps, { article, site }, signal);
  await removeFiles(deps, articleId, signal);
}

/**
 * The social picture that an article would have when it is published, as a `data:` URL, not stored. Null if it cannot be rendered
 * in time.
 */
export async function previewSocialPicture(article: PicturedArticle, site: Site): Promise<string | null> {
  const content = socialPictureContent(article, site);
  const png = await renderSocialPicture(content, AbortSignal.timeout(PREVIEW_TIMEOUT_MS)).catch(() => null);
  return png === null ? null : `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}

async function endUse({ db }: Database, articleId: string): Promise<void> {
  await db
    .update(socialPictures)
    .set({ state: 'removing' })
    .where(and(eq(socialPictures.articleId, articleId), eq(socialPictures.state, 'stored')));
}

/**
 * Renders and stores the present social picture of a public article. The former one remains in the store until
 * `updateSocialPicture` removes it. Processes that do this at once store the same file.
 *
 * @throws DecoderError or StorageError; the article keeps the picture it had, or has none
 */
export async function replacePicture(
  deps: Omit<SocialPictureDeps, 'site'>,
  { article, site }: { readonly article: ArticleWithPictures; readonly site: Site },
  signal: AbortSignal,
): Promise<void> {
  const content = socialPictureContent(article, site);
  const png = await renderSocialPicture(content, signal);
  const claimed = await claimKey(deps, article, content, png);
  await deps.storage.put(claimed.key, png, signal);
  const isRecorded = await publishPicture(deps.database, claimed);
  // Another run has removed this picture, perhaps before the file was stored again.
  if (!isRecorded) await deps.storage.delete(claimed.key, signal);
}

type ClaimedPicture = typeof socialPictures.$inferSelect;

/** Inserts the row before the file is stored, so that no file can be forgotten. */
async function claimKey(
  { database, clock }: Pick<SocialPictureDeps, 'database' | 'clock'>,
  { id, title, sectionSlug: categorySlug }: ArticleWithPictures,
  content: SocialPictureContent,
  png: Uint8Array,
): Promise<ClaimedPicture> {
  const name = hash('sha256', Buffer.concat([Buffer.from(id), png])).slice(0, 40);
  const values = { articleId: id, title, categorySlug, design: designOf(content), createdAt: clock() };
  const insert = (key: string) =>
    database.transaction((tx) =>
      tx
        .insert(socialPictures)
        .values({ ...values, key })
        // The same file: an earlier attempt, or a design that makes no difference.
        .onConflictDoUpdate({
          target: socialPictures.key,
          set: values,
          setWhere: ne(socialPictures.state, 'removing'),
        })
        .returning(),
    );
  const [claimed] = await insert(`social/${name}.png`);
  if (claimed !== undefined) return claimed;
  // Another run may be removing the file of this name.
  const [fresh] = await insert(`social/${name}-${randomBytes(4).toString('hex')}.png`);
  if (fresh === undefined) throw new Error('A random picture name is already in use');
  return fresh;
}

/**
 * Makes the picture that of the article, unless the article has changed meanwhile; then another job follows. False if another run
 * is removing the picture, or has removed it.
 */
async function publishPicture(database: Database, claimed: ClaimedPicture): Promise<boolean> {
  const { key, articleId, title, categorySlug } = claimed;
  const isKey = eq(socialPictures.key, key);
  return database.transaction(async (tx) => {
    // A command that takes the article offline waits, and its job then finds this picture. So does another process with another
    // picture.
    const [same] = await tx
      .select({ id: articles.id })
      .from(articles)
      .where(
        and(
          eq(articles.id, articleId),
          eq(articles.isDraft, false),
          eq(articles.title, title),
          eq(articles.categorySlug, categorySlug),
        ),
      )
      .for('no key update');
    const isStored = and(eq(socialPictures.articleId, articleId), eq(socialPictures.state, 'stored'));
    if (same !== undefined)
      await tx
        .update(socialPictures)
        .set({ state: 'removing' })
        .where(and(isStored, not(isKey)));
    const found = await tx
      .update(socialPictures)
      .set({ state: same === undefined ? 'removing' : 'stored' })
      .where(and(isKey, ne(socialPictures.state, 'removing')))
      .returning();
    if (found.length > 0) return true;
    // The file of this run must not remain without a row.
    await tx
      .insert(socialPictures)
      .values({ ...claimed, state: 'removing' })
      .onConflictDoNothing();
    return false;
  });
}

/** Deletes the files that the article does not use, and then their rows. */
async function removeFiles(
  { database, storage, clock }: SocialPictureDeps,
  articleId: string,
  signal: AbortSignal,
): Promise<void> {
  const interrupted = and(
    eq(socialPictures.state, 'storing'),
    lt(socialPictures.createdAt, new Date(clock().getTime() - INTERRUPTED_MS)),
  );
  const unused = and(
    eq(socialPictures.articleId, articleId),
    or(eq(socialPictures.state, 'removing'), interrupted),
  );
  const rows = await database.db.select({ key: socialPictures.key }).from(socialPictures).where(unused);
  for (const { key } of rows) await storage.delete(key, signal);
  const keys = rows.map((row) => row.key);
  if (keys.length > 0)
    await database.transaction((tx) =>
      tx
        .delete(socialPictures)
        .where(and(inArray(socialPictures.key, keys), ne(socialPictures.state, 'stored'))),
    );
}

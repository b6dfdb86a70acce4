import { hash, randomBytes } from 'node:crypto';
import { and, eq, inArray, lt, ne, not, or, type SQL } from 'drizzle-orm';
import { renderSocialPicture } from '#domain/images/decoder.server.ts';
import { LINK_PREVIEW, type SocialShape } from '#domain/images/rendering/social-picture.ts';
import type { CurrentSite, Site } from '#domain/site/site.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Database } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { articles } from '../tables.server.ts';
import type { ArticleWithPictures, StoredSocialPicture } from './outdated.server.ts';
import {
  designOf,
  neededShapes,
  needsSocialPicture,
  type PicturedArticle,
  socialPictureContent,
} from './social-picture-address.server.ts';
import { socialPictures } from './tables.server.ts';

/** Longer than any attempt to store a picture. */
const INTERRUPTED_MS = 10 * 60_000;
const PREVIEW_TIMEOUT_MS = 5_000;

export interface SocialPictureDeps extends CommandDeps {
  readonly storage: Storage;
  readonly site: CurrentSite;
}

/** What the row of a picture says about what the picture shows. */
const SHOWN = ['title', 'categorySlug', 'design'] as const;

/** What the pictures of an article should show. */
const shownBy = (
  article: ArticleWithPictures,
  site: Site,
): Pick<StoredSocialPicture, (typeof SHOWN)[number]> => ({
  title: article.title,
  categorySlug: article.sectionSlug,
  design: designOf(socialPictureContent(article, site)),
});

/** The stored social picture of this shape, if the article needs one, and this one shows what it should show. */
export function findCurrentPicture(
  article: ArticleWithPictures,
  site: Site,
  shape: SocialShape,
): StoredSocialPicture | undefined {
  if (!needsSocialPicture(article, shape)) return undefined;
  const shown = shownBy(article, site);
  return article.social.find(
    (picture) => picture.shape === shape && SHOWN.every((column) => picture[column] === shown[column]),
  );
}

/** Whether the article has the picture for link previews that it should have, and no outdated picture of any shape. */
export function hasWantedPictures(article: ArticleWithPictures, site: Site): boolean {
  const isCurrent = ({ shape }: StoredSocialPicture) =>
    findCurrentPicture(article, site, shape) !== undefined;
  return article.social.every(isCurrent) && !lacksLinkPreview(article, site);
}

const lacksLinkPreview = (article: ArticleWithPictures, site: Site) =>
  needsSocialPicture(article) && findCurrentPicture(article, site, LINK_PREVIEW) === undefined;

/**
 * Renders and stores the picture of a public article for link previews, if it has not the one that it should have, and removes
 * outdated pictures of all shapes. Those of the other shapes are rendered again when they are requested. Each step can be repeated
 * after an interruption.
 *
 * @param article null if the article with this id is not public
 * @throws DecoderError or StorageError; the article keeps the picture it had, or has none
 */
export async function updateSocialPictures(
  deps: SocialPictureDeps,
  articleId: string,
  article: ArticleWithPictures | null,
  signal: AbortSignal,
): Promise<void> {
  const site = deps.site();
  if (article !== null && lacksLinkPreview(article, site))
    await replacePicture(deps, { article, site, shape: LINK_PREVIEW }, signal);
  await endUse(deps.database, articleId, article === null ? undefined : isCurrentPicture(article, site));
  await removeFiles(deps, articleId, signal);
}

/** The condition of pictures that show what they should show, in shapes that the article needs. */
function isCurrentPicture(article: ArticleWithPictures, site: Site): SQL | undefined {
  const shown = shownBy(article, site);
  return and(
    inArray(socialPictures.shape, neededShapes(article)),
    ...SHOWN.map((column) => eq(socialPictures[column], shown[column])),
  );
}

/**
 * The social picture that an article would have when it is published, as a `data:` URL, not stored. Null if it cannot be rendered
 * in time.
 */
export async function previewSocialPicture(article: PicturedArticle, site: Site): Promise<string | null> {
  const content = socialPictureContent(article, site);
  const png = await renderSocialPicture(content, LINK_PREVIEW, AbortSignal.timeout(PREVIEW_TIMEOUT_MS)).catch(
    () => null,
  );
  return png === null ? null : `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}

/** @param isKept the pictures that the article continues to have; none without it */
async function endUse({ db }: Database, articleId: string, isKept: SQL | undefined): Promise<void> {
  await db
    .update(socialPictures)
    .set({ state: 'removing' })
    .where(
      and(
        eq(socialPictures.articleId, articleId),
        eq(socialPictures.state, 'stored'),
        isKept === undefined ? undefined : not(isKept),
      ),
    );
}

/** What to render. */
interface Rendering {
  readonly article: ArticleWithPictures;
  readonly site: Site;
  readonly shape: SocialShape;
}

/**
 * Renders and stores the present social picture of a public article in a shape. The former one remains in the store until
 * `updateSocialPictures` removes it. Processes that do this at once store the same file.
 *
 * @throws DecoderError or StorageError; the article keeps the picture it had, or has none
 */
export async function replacePicture(
  deps: Omit<SocialPictureDeps, 'site'>,
  rendering: Rendering,
  signal: AbortSignal,
): Promise<void> {
  const content = socialPictureContent(rendering.article, rendering.site);
  const png = await renderSocialPicture(content, rendering.shape, signal);
  const claimed = await claimKey(deps, rendering, png);
  await deps.storage.put(claimed.key, png, signal);
  const isRecorded = await publishPicture(deps.database, claimed);
  // Another run has removed this picture, perhaps before the file was stored again.
  if (!isRecorded) await deps.storage.delete(claimed.key, signal);
}

type ClaimedPicture = typeof socialPictures.$inferSelect;

/** Inserts the row before the file is stored, so that no file can be forgotten. */
async function claimKey(
  { database, clock }: Pick<SocialPictureDeps, 'database' | 'clock'>,
  { article, site, shape }: Rendering,
  png: Uint8Array,
): Promise<ClaimedPicture> {
  const name = hash('sha256', Buffer.concat([Buffer.from(article.id), png])).slice(0, 40);
  const values = { articleId: article.id, shape, ...shownBy(article, site), createdAt: clock() };
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
  const { key, articleId, shape, title, categorySlug } = claimed;
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
    const isStored = and(
      eq(socialPictures.articleId, articleId),
      eq(socialPictures.shape, shape),
      eq(socialPictures.state, 'stored'),
    );
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

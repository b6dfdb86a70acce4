import { hash, randomBytes } from 'node:crypto';
import { and, eq, inArray, lt, ne, or } from 'drizzle-orm';
import { renderSocialPicture } from '#domain/images/decoder.server.ts';
import type { SocialPictureContent } from '#domain/images/rendering/social-picture.ts';
import { lightColorOf } from '#domain/site/appearance/section-colors.ts';
import type { CurrentSite, Site } from '#domain/site/site.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { articles } from '../tables.server.ts';
import { pageTags } from '../tags.ts';
import { fitsSocialNetworks } from './fitting-picture.ts';
import type { ArticleWithPictures } from './outdated.server.ts';
import { socialPictures } from './tables.server.ts';

/** Change it whenever the rendering changes, so that all pictures are rendered again. */
const VERSION = '1';
/** Longer than any attempt to store a picture. */
const INTERRUPTED_MS = 10 * 60_000;
const PREVIEW_TIMEOUT_MS = 5_000;

export interface SocialPictureDeps {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly site: CurrentSite;
}

type PicturedArticle = Pick<ArticleWithPictures, 'title' | 'categorySlug' | 'lang' | 'picture'>;

/** What the social picture of an article shows; null for one that needs none. */
function wantedContent(article: PicturedArticle, site: Site): SocialPictureContent | null {
  if (article.picture !== null && fitsSocialNetworks(article.picture)) return null;
  return {
    title: article.title,
    section: site.sections.get(article.categorySlug).shortName,
    publication: site.name,
    color: lightColorOf(article.categorySlug, site.appearance),
    lang: article.lang || site.locale,
  };
}

const designOf = ({ title: _title, ...rest }: SocialPictureContent) =>
  hash('sha256', JSON.stringify([VERSION, rest]), 'base64url').slice(0, 22);

/** Whether the article has the social picture that it should have. */
export function hasWantedPicture(article: ArticleWithPictures, site: Site): boolean {
  const wanted = wantedContent(article, site);
  const { social } = article;
  if (wanted === null) return social === null;
  return (
    social !== null &&
    social.title === article.title &&
    social.categorySlug === article.categorySlug &&
    social.design === designOf(wanted)
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
  const wanted = article === null ? null : wantedContent(article, site);
  if (article === null || wanted === null) await endUse(deps.database, articleId);
  else if (!hasWantedPicture(article, site)) await replacePicture(deps, article, wanted, signal);
  await removeFiles(deps, articleId, signal);
}

/**
 * The social picture that an article would have when it is published, as a `data:` URL, not stored. Null for one that needs none, and
 * if it cannot be rendered in time.
 */
export async function previewSocialPicture(article: PicturedArticle, site: Site): Promise<string | null> {
  const wanted = wantedContent(article, site);
  if (wanted === null) return null;
  const png = await renderSocialPicture(wanted, AbortSignal.timeout(PREVIEW_TIMEOUT_MS)).catch(() => null);
  return png === null ? null : `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}

async function endUse(database: Database, articleId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const ended = await tx
      .update(socialPictures)
      .set({ state: 'removing' })
      .where(and(eq(socialPictures.articleId, articleId), eq(socialPictures.state, 'stored')))
      .returning();
    if (ended.length > 0) tx.invalidate(pageTags.article(articleId));
  });
}

async function replacePicture(
  deps: SocialPictureDeps,
  article: ArticleWithPictures,
  content: SocialPictureContent,
  signal: AbortSignal,
): Promise<void> {
  const png = await renderSocialPicture(content, signal);
  if (png === null) return endUse(deps.database, article.id);
  const key = await claimKey(deps, article, content, png);
  await deps.storage.put(key, png, signal);
  await publishPicture(deps.database, article, key);
}

/** Inserts the row before the file is stored, so that no file can be forgotten. */
async function claimKey(
  { database, clock }: SocialPictureDeps,
  { id, title, categorySlug }: ArticleWithPictures,
  content: SocialPictureContent,
  png: Uint8Array,
): Promise<string> {
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
        .returning({ key: socialPictures.key }),
    );
  const [claimed] = await insert(`social/${name}.png`);
  if (claimed !== undefined) return claimed.key;
  // Another run may be removing the file of this name.
  const [fresh] = await insert(`social/${name}-${randomBytes(4).toString('hex')}.png`);
  if (fresh === undefined) throw new Error('A random picture name is already in use');
  return fresh.key;
}

/** Makes the picture that of the article, unless the article has changed meanwhile; then another job follows. */
async function publishPicture(
  database: Database,
  { id, title, categorySlug }: ArticleWithPictures,
  key: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    // A command that takes the article offline waits, and its job then finds this picture.
    const [same] = await tx
      .select({ id: articles.id })
      .from(articles)
      .where(
        and(
          eq(articles.id, id),
          eq(articles.isDraft, false),
          eq(articles.title, title),
          eq(articles.categorySlug, categorySlug),
        ),
      )
      .for('share');
    const ofArticle = eq(socialPictures.articleId, id);
    if (same !== undefined)
      await tx
        .update(socialPictures)
        .set({ state: 'removing' })
        .where(and(ofArticle, eq(socialPictures.state, 'stored')));
    await tx
      .update(socialPictures)
      .set({ state: same === undefined ? 'removing' : 'stored' })
      .where(eq(socialPictures.key, key));
    if (same !== undefined) tx.invalidate(pageTags.article(id));
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

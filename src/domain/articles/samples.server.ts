import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { images } from '#domain/images/tables.server.ts';
import { milestones } from '#domain/site/tables.server.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { packageRoot } from '#platform/package-root.server.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { newFeedId } from './feeds/feed-id.ts';
import { invalidateArticle } from './invalidation.server.ts';
import { normaliseTags, formatReadTime } from './article.ts';
import { createRevision } from './revisions.server.ts';
import { sanitiseArticle } from './sanitise.server.ts';
import { recordSitemapChange } from './sitemap-changes.server.ts';
import { articles } from './tables.server.ts';
import { countWords } from './visible-content.ts';

const SAMPLES = join(packageRoot, 'samples');
const BUCKET = 'article-images';

const SampleArticles = z.array(
  z.object({
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    category_slug: z.string(),
    tags: z.array(z.string()),
    /** Null for the default author. */
    author_name: z.string().nullable(),
    featured: z.boolean(),
    picture: z.object({ name: z.string(), alt: z.string() }).nullable(),
    days_ago: z.number().positive(),
  }),
);
type SampleArticle = z.infer<typeof SampleArticles>[number];

const SamplePictures = z.record(
  z.string(),
  z.object({
    width: z.int(),
    height: z.int(),
    widths: z.array(z.int()),
    color: z.string(),
    placeholder: z.string(),
  }),
);
type SamplePictures = z.infer<typeof SamplePictures>;

interface SampleOptions {
  /** Address of the publication. */
  readonly siteUrl: string;
  readonly defaultAuthor: string;
  readonly storage: Storage;
  readonly now: Date;
}

/**
 * Inserts the sample articles into a database that has never had an article. This happens once: removed samples do not
 * return at the next start. Pictures are stored first, so that no article refers to a missing picture. Returns the
 * number of inserted articles.
 */
export async function seedSamples(database: Database, options: SampleOptions): Promise<number> {
  const samples = SampleArticles.parse(await readJson('articles.json'));
  const pictures = SamplePictures.parse(await readJson('pictures.json'));
  if (await wereSeeded(database)) return 0;
  await storePictures(pictures, options.storage);
  const rows = await Promise.all(samples.map((sample) => sampleRow(sample, options)));
  return database.transaction(async (tx) => {
    if (!(await claimSeeding(tx))) return 0;
    await tx.insert(images).values(pictureRows(pictures)).onConflictDoNothing();
    for (const article of await tx.insert(articles).values(rows).returning())
      await createRevision(tx, article);
    tx.invalidate('*');
    return rows.length;
  });
}

/**
 * Deletes the sample articles and returns their number. Their pictures are deleted later by the job for unused
 * pictures.
 */
export async function removeSamples(database: Database, now = new Date()): Promise<number> {
  return database.transaction(async (tx) => {
    const removed = await tx.delete(articles).where(eq(articles.isSample, true)).returning();
    for (const article of removed) {
      await recordSitemapChange(tx, article, null, now);
      await invalidateArticle(tx, article, null);
    }
    return removed.length;
  });
}

async function wereSeeded({ db }: Database): Promise<boolean> {
  return (await db.$count(milestones)) > 0 || (await db.$count(articles)) > 0;
}

/** False when another process has claimed it first: the primary key allows one insert. */
async function claimSeeding(tx: Transaction): Promise<boolean> {
  const claimed = await tx
    .insert(milestones)
    .values({ name: 'samples-offered' })
    .onConflictDoNothing()
    .returning();
  return claimed.length === 1;
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(SAMPLES, name), 'utf8'));
}

async function sampleRow(
  sample: SampleArticle,
  { siteUrl, defaultAuthor, now }: SampleOptions,
): Promise<typeof articles.$inferInsert> {
  const id = uuidv7(now.getTime());
  const content = sanitiseArticle(await readFile(join(SAMPLES, 'articles', `${sample.slug}.html`), 'utf8'));
  const words = countWords(content);
  return {
    id,
    feedId: newFeedId(siteUrl, { id, createdAt: now }),
    slug: sample.slug,
    title: sample.title,
    excerpt: sample.excerpt,
    content,
    categorySlug: sample.category_slug,
    authorName: sample.author_name ?? defaultAuthor,
    tags: normaliseTags(sample.tags),
    featured: sample.featured,
    image: sample.picture === null ? '' : pictureUrl(sample.picture.name),
    imageAlt: sample.picture?.alt ?? '',
    readTime: formatReadTime(words),
    wordCount: words,
    publishDate: new Date(now.getTime() - sample.days_ago * DAY_MS),
    isDraft: false,
    isSample: true,
  };
}

const pictureUrl = (name: string) => `/media/${BUCKET}/${name}-960.webp`;

function pictureRows(pictures: SamplePictures): (typeof images.$inferInsert)[] {
  return Object.entries(pictures).map(([name, picture]) => ({ url: pictureUrl(name), ...picture }));
}

async function storePictures(pictures: SamplePictures, storage: Storage): Promise<void> {
  for (const [name, { widths }] of Object.entries(pictures)) {
    for (const file of widths.flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`])) {
      await storage.put(`${BUCKET}/${file}`, await readFile(join(SAMPLES, 'pictures', file)));
    }
  }
}

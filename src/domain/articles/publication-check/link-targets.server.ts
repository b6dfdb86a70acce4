import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { type Sections, sectionPath } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { articlePath, tagPath } from '../article.ts';
import { authorPath } from '../authors/author.ts';
import { authors, authorSlugs } from '../authors/tables.server.ts';
import { articleSlugs, articleTags, publishedArticles } from '../tables.server.ts';
import type { LinkTarget } from './internal-links.ts';

/** Addresses of other kinds that are looked up one by one, because each may render a page. */
const MAX_PROBED = 20;

export interface LinkTargetDeps {
  readonly db: Db;
  readonly sections: Sections;
  /** The path of the page of the publication that has this slug, or had it. */
  readonly findOwnPage: (slug: string) => string | undefined;
  /** How the site answers an address that is none of an article, section, tag, author or page; null if it has a page there. */
  readonly findUnanswered: (path: string) => Promise<404 | 410 | null>;
  /** Where a redirect of the newsroom leads from an address without a page. */
  readonly findRedirect: (path: string) => string | undefined;
}

const PUBLIC: LinkTarget = { kind: 'public' };
const MISSING: LinkTarget = { kind: 'missing' };

/** Kinds of pages with a slug, by the first segment of their path. */
const KINDS = { article: findArticles, author: findAuthors, tag: findTags } as const;

/** By slug, as the link has it. Slugs that nothing has are left out. */
type Targets = ReadonlyMap<string, LinkTarget>;

/** Readers cannot open these. */
const NEWSROOM = /^\/(?:admin|login)(?:\/|$)/;

/**
 * How the site answers the addresses of links, by path, with one query for each kind of page. Addresses beyond `MAX_PROBED` of
 * other kinds are taken for public ones.
 *
 * @param paths in their shortest encoding
 */
export async function findLinkTargets(deps: LinkTargetDeps, paths: readonly string[]): Promise<Targets> {
  const targets = new Map<string, LinkTarget>();
  for (const [kind, find] of Object.entries(KINDS)) {
    const bySlug = slugsBelow(`/${kind}/`, paths);
    const found = bySlug.size === 0 ? new Map<string, LinkTarget>() : await find(deps.db, [...bySlug.keys()]);
    for (const [slug, path] of bySlug) targets.set(path, found.get(slug) ?? MISSING);
  }
  let probed = 0;
  for (const path of paths) {
    if (targets.has(path)) continue;
    const known = NEWSROOM.test(path) ? MISSING : knownTarget(deps, path);
    if (known !== undefined) targets.set(path, known);
    else if (probed++ < MAX_PROBED)
      targets.set(path, (await deps.findUnanswered(path)) === null ? PUBLIC : MISSING);
    else targets.set(path, PUBLIC);
  }
  for (const [path, target] of targets) {
    const to = target.kind === 'missing' ? deps.findRedirect(path) : undefined;
    if (to !== undefined) targets.set(path, { kind: 'moved', to });
  }
  return targets;
}

/** The paths directly below a prefix, by their decoded last segment. */
function slugsBelow(prefix: string, paths: readonly string[]): ReadonlyMap<string, string> {
  const below = paths.filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'));
  return new Map(below.map((path) => [decodeURIComponent(path.slice(prefix.length)), path]));
}

/** Sections and pages of the publication are in memory. */
function knownTarget({ sections, findOwnPage }: LinkTargetDeps, path: string): LinkTarget | undefined {
  const [, segment] = /^(?:\/articles)?\/([^/]+)$/.exec(path) ?? [];
  if (segment === undefined) return undefined;
  const section = sections.findByPathSegment(segment);
  if (section !== null) return targetAt(sectionPath(section), path);
  const ownPage = path === `/${segment}` ? findOwnPage(segment) : undefined;
  return ownPage === undefined ? undefined : targetAt(ownPage, path);
}

const targetAt = (current: string, path: string): LinkTarget =>
  current === path ? PUBLIC : { kind: 'moved', to: current };

/** Published articles, and former slugs of them. */
async function findArticles(db: Db, slugs: string[]): Promise<Targets> {
  const { id, slug } = publishedArticles;
  const rows = await db
    .select({ asked: slug, slug })
    .from(publishedArticles)
    .where(inArray(slug, slugs))
    .unionAll(
      db
        .select({ asked: articleSlugs.slug, slug })
        .from(articleSlugs)
        .innerJoin(publishedArticles, eq(id, articleSlugs.articleId))
        .where(inArray(articleSlugs.slug, slugs)),
    );
  return targetsOf(rows, articlePath);
}

async function findAuthors(db: Db, slugs: string[]): Promise<Targets> {
  const rows = await db
    .select({ asked: authors.slug, slug: authors.slug })
    .from(authors)
    .where(inArray(authors.slug, slugs))
    .unionAll(
      db
        .select({ asked: authorSlugs.slug, slug: authors.slug })
        .from(authorSlugs)
        .innerJoin(authors, eq(authors.id, authorSlugs.authorId))
        .where(inArray(authorSlugs.slug, slugs)),
    );
  return targetsOf(rows, authorPath);
}

/** Tags of published articles, in any spelling. */
async function findTags(db: Db, spellings: string[]): Promise<Targets> {
  const asked = db
    .select({
      spelling: sql<string>`spelling`.as('spelling'),
      tagSlug: sql<string>`tag_slug(spelling)`.as('asked_slug'),
    })
    .from(sql`unnest(${sql.param(spellings)}::text[]) as asked_tags (spelling)`)
    .as('asked');
  const rows = await db
    .selectDistinct({ asked: asked.spelling, slug: articleTags.slug })
    .from(asked)
    .innerJoin(articleTags, and(eq(articleTags.slug, asked.tagSlug), isNotNull(articleTags.publishDate)));
  return targetsOf(rows, tagPath);
}

/** The present slug takes precedence over a former one. */
function targetsOf(
  rows: readonly { readonly asked: string; readonly slug: string }[],
  pathOf: (slug: string) => string,
): Targets {
  const former = rows.filter(({ asked, slug }) => asked !== slug);
  const current = rows.filter(({ asked, slug }) => asked === slug);
  return new Map([
    ...former.map(({ asked, slug }): [string, LinkTarget] => [asked, { kind: 'moved', to: pathOf(slug) }]),
    ...current.map(({ asked }): [string, LinkTarget] => [asked, PUBLIC]),
  ]);
}

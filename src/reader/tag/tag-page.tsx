import { tagPath } from '#domain/articles/article.ts';
import { findTagListing, type TagListing } from '#domain/articles/article-tags.server.ts';
import { FEED_FORMATS, feedPath } from '#domain/articles/feeds/feed.ts';
import { cardTags, pageTags } from '#domain/articles/cache-tags.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { formatCount } from '#ui/format-count.ts';
import { ArticleGrid } from '../components/article-card.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { pagePath, Pagination } from '../components/pagination.tsx';
import type { Publication } from '../publication.ts';
import { PageNotFound, parsePageNumber, type ReaderPage, renderPage } from '../reader-page.tsx';
import { permanentRedirect } from '../redirect.ts';

const FEED_FILES: ReadonlySet<string> = new Set(FEED_FORMATS.map((format) => feedPath('/', format).slice(1)));

/** Whether a path below `/tag` can be a tag. The names of feeds are those of a section at `/tag`. */
export const isTagPath = (
  _: Publication,
  { params }: { readonly params: Readonly<Record<string, string>> },
) => !FEED_FILES.has(params['slug'] ?? '');

/** The articles with a tag, newest first. Other spellings of the tag redirect. */
export const tagPage: ReaderPage = async (publication, { params, query }) => {
  const spelling = params['slug'] ?? '';
  const page = parsePageNumber(query['page']);
  const listing = await findTagListing(publication.db, spelling, page);
  if (listing === null) throw new PageNotFound(`No tag ${spelling}`);
  if (page > listing.pageCount) throw new PageNotFound(`No page ${page}`);
  const { slug } = listing.tag;
  return spelling === slug
    ? renderListing(publication, listing, page)
    : redirectToTag(pagePath(tagPath(slug), page));
};

/** Not stored, because a tag has any number of spellings. */
export function redirectToTag(path: string): Rendered {
  const redirect = permanentRedirect(path);
  return { ...redirect, headers: { ...redirect.headers, 'cache-control': 'no-store' } };
}

function renderListing(
  publication: Publication,
  { tag: { slug, name }, articles, total, pageCount }: TagListing,
  page: number,
): Rendered {
  const { site } = publication;
  const path = tagPath(slug);
  const title = `Articles tagged “${name}”`;
  return renderPage(publication, {
    viewedPage: 'listing',
    title: page === 1 ? title : `${title}, page ${page}`,
    description: `${title} in ${site.name}${page === 1 ? '' : `, page ${page}`}.`,
    path: pagePath(path, page),
    feed: { title: `${name} – ${site.name}`, page: path },
    breadcrumbs: [{ name, path }],
    tags: [pageTags.articleTag(slug), ...articles.flatMap(cardTags), pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading
          title={name}
          description={`${formatCount(total, 'article', 'articles', site.locale)} with this tag`}
        />
        <section className="pt-12" aria-label="Articles">
          <ArticleGrid articles={articles} site={site} heading="h2" />
        </section>
        <Pagination path={path} page={page} pageCount={pageCount} />
      </div>
    ),
  });
}

import { cardTagsOf, listSection } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { type Section, sectionPath } from '#domain/categories/section.ts';
import { SECTIONS_TAG } from '#domain/categories/cache-tags.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { renderPage, parsePageNumber, PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { permanentRedirect } from '../redirect.ts';
import { ArticleGrid } from '../components/article-card.tsx';
import { EmptyListing } from '../components/empty-listing.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { Pagination, pagePath } from '../components/pagination.tsx';
import { NamedIcon } from '#ui/named-icon.tsx';
import type { Publication } from '../publication.ts';
import { findRequestedSection } from './requested-section.ts';

/**
 * The listing of the section whose path ends in the segment `:section`. The layout is the same under `/articles/` and at
 * the top level. A former path, and the other kind of path, redirect to the present one.
 */
export const sectionPage: ReaderPage = async (publication, request) => {
  const section = findRequestedSection(publication, request);
  if (section === null) throw new PageNotFound(`No section at ${request.path}`);
  const number = parsePageNumber(request.query['page']);
  const path = sectionPath(section);
  if (request.path !== path) return permanentRedirect(pagePath(path, number), [SECTIONS_TAG, pageTags.site]);
  return renderSection(publication, section, number);
};

async function renderSection(publication: Publication, section: Section, number: number): Promise<Rendered> {
  const { db, site } = publication;
  const listing = await listSection(db, section.slug, number);
  const { articles, pageCount } = listing;
  if (number > pageCount) throw new PageNotFound(`No page ${number}`);
  const description = section.description || site.tagline;
  const path = sectionPath(section);
  return renderPage(publication, {
    viewedPage: 'listing',
    title: number === 1 ? section.name : `${section.name}, page ${number}`,
    description,
    path: pagePath(path, number),
    feed: { title: `${section.name} – ${site.name}`, page: path },
    breadcrumbs: [{ name: section.name, path }],
    tags: [pageTags.section(section.slug), ...cardTagsOf(listing), pageTags.site],
    content: (
      <div className="container pb-24" data-section={section.slug}>
        <PageHeading
          title={section.name}
          description={description}
          icon={<NamedIcon name={section.icon} size={36} />}
        />
        {articles.length === 0 ? (
          <EmptyListing text={section.emptyText} />
        ) : (
          <section className="pt-12" aria-label="Articles">
            <ArticleGrid articles={articles} site={site} heading="h2" />
          </section>
        )}
        <Pagination path={path} page={number} pageCount={pageCount} />
      </div>
    ),
  });
}

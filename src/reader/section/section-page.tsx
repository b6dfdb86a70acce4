import { cardTagsOf, listSection } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { getSection, type SectionSlug } from '#domain/categories/section.ts';
import { renderPage, parsePageNumber, PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { ArticleGrid } from '../components/article-card.tsx';
import { EmptyListing } from '../components/empty-listing.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { Pagination, pagePath } from '../components/pagination.tsx';
import { SectionIcon } from '../components/section-icon.tsx';

/** The listing of one section. The layout is the same under `/articles/` and at a top-level path. */
export const sectionPage =
  (slug: SectionSlug): ReaderPage =>
  async (publication, { query }) => {
    const { db, site } = publication;
    const section = getSection(slug);
    const number = parsePageNumber(query['page']);
    const listing = await listSection(db, slug, number);
    const { articles, pageCount } = listing;
    if (number > pageCount) throw new PageNotFound(`No page ${number}`);
    const description = listing.description ?? section.description;
    return renderPage(publication, {
      title: number === 1 ? section.names.page : `${section.names.page}, page ${number}`,
      description,
      path: pagePath(section.path, number),
      tags: [pageTags.section(slug), ...cardTagsOf(listing), pageTags.site],
      content: (
        <div className="container pb-24" data-section={slug}>
          <PageHeading
            title={section.names.page}
            description={description}
            icon={<SectionIcon of={slug} size={36} />}
          />
          {articles.length === 0 ? (
            <EmptyListing text={section.empty} />
          ) : (
            <section className="pt-12" aria-label="Articles">
              <ArticleGrid articles={articles} timeZone={site.timeZone} heading="h2" />
            </section>
          )}
          <Pagination path={section.path} page={number} pageCount={pageCount} />
        </div>
      ),
    });
  };

import { cardsOf, listSection } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { getSection, type SectionSlug } from '#domain/categories/section.ts';
import { page, pageNumber, PageNotFound, type ReaderPage } from '../answer.tsx';
import { ArticleGrid } from '../parts/article-card.tsx';
import { EmptyListing } from '../parts/empty-listing.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { Pagination, pagePath } from '../parts/pagination.tsx';
import { SectionIcon } from '../parts/section-icon.tsx';

/** The page of one of the nine sections: one layout, whether it lives under `/articles/` or at an address of its own. */
export const sectionPage =
  (slug: SectionSlug): ReaderPage =>
  async (publication, { query }) => {
    const { db, site } = publication;
    const section = getSection(slug);
    const number = pageNumber(query['page']);
    const listing = await listSection(db, slug, number);
    const { articles, pageCount } = listing;
    if (number > pageCount) throw new PageNotFound(`No page ${number}`);
    const description = listing.description ?? section.description;
    return page(publication, {
      title: number === 1 ? section.names.page : `${section.names.page}, page ${number}`,
      description,
      path: pagePath(section.path, number),
      tags: [pageTags.section(slug), ...cardsOf(listing), pageTags.site],
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

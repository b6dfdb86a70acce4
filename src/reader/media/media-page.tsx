import { pageTags } from '#domain/articles/tags.ts';
import type { MediaSection } from '#domain/categories/section.ts';
import { page, type ReaderPage } from '../answer.tsx';
import { EmptyListing } from '../parts/empty-listing.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { SectionIcon } from '../parts/section-icon.tsx';

export const mediaPage =
  (section: MediaSection): ReaderPage =>
  // oxlint-disable-next-line require-await
  async (publication) =>
    page(publication, {
      title: section.names.page,
      description: section.description,
      path: section.path,
      tags: [pageTags.site],
      content: (
        <div className="container pb-24" data-section={section.slug}>
          <PageHeading
            title={section.names.page}
            description={section.description}
            icon={<SectionIcon of={section.slug} size={36} />}
          />
          <EmptyListing text={section.empty} />
        </div>
      ),
    });

import { pageTags } from '#domain/articles/cache-tags.ts';
import type { MediaSection } from '#domain/categories/media-section.ts';
import { renderPage, type ReaderPage } from '../reader-page.tsx';
import { EmptyListing } from '../components/empty-listing.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { NamedIcon } from '#ui/named-icon.tsx';

export const mediaPage =
  (section: MediaSection): ReaderPage =>
  // oxlint-disable-next-line require-await
  async (publication) =>
    renderPage(publication, {
      viewedPage: 'listing',
      title: section.name,
      description: section.description,
      path: section.path,
      tags: [pageTags.site],
      content: (
        <div className="container pb-24" data-section={section.slug}>
          <PageHeading
            title={section.name}
            description={section.description}
            icon={<NamedIcon name={section.icon} size={36} />}
          />
          <EmptyListing text={section.emptyText} />
        </div>
      ),
    });

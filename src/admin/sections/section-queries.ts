import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { defaultDescription } from '#domain/categories/default-sections.ts';
import type { Section as SiteSection } from '#domain/categories/section.ts';
import { FALLBACK_ICON, SECTION_ICONS, type SectionIconName } from '#domain/categories/section-icons.ts';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';
import { updatePublication } from '../publication.ts';

const list = api.newsroom.sections.$get;

export type SectionListing = ResponseBody<Awaited<ReturnType<typeof list>>>;
export type Section = SectionListing['sections'][number];

export function sectionsQuery() {
  return queryOptions({
    queryKey: ['newsroom', 'sections'],
    async queryFn({ signal }) {
      const listing = await parseResponse(list({}, { init: { signal } }));
      publishSections(listing);
      return listing;
    },
  });
}

/** Loads the sections again after a change. */
export const refreshSections = (queries: QueryClient) =>
  queries.fetchQuery({ ...sectionsQuery(), staleTime: 0 });

/** Makes the sections known to the rest of the newsroom, whose document is not loaded again. */
export function publishSections({ sections }: SectionListing): void {
  updatePublication({ sections: JSON.stringify(sections.map(siteSection)) });
}

export const iconOf = (section: Pick<Section, 'icon'>): SectionIconName =>
  SECTION_ICONS.find((name) => name === section.icon) ?? FALLBACK_ICON;

function siteSection(section: Section, index: number): SiteSection {
  return {
    slug: section.slug,
    pathSegment: section.path_segment,
    isCategory: section.is_category,
    name: section.name,
    shortName: section.short_name,
    icon: iconOf(section),
    description: section.description || defaultDescription(section.slug),
    emptyText: section.empty_text,
    isVisible: section.is_visible,
    // The newsroom does not render the home page.
    homePosition: index,
  };
}

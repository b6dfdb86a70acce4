import {
  CATEGORIES,
  getSection,
  MEDIA_SECTIONS,
  type MediaSection,
  type SectionSlug,
} from '#domain/categories/section.ts';

export interface CoverageCard {
  readonly icon: SectionSlug | MediaSection['slug'] | 'articles';
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly badges: readonly { readonly label: string; readonly path: string }[];
}

const ARTICLES: CoverageCard = {
  icon: 'articles',
  title: 'Articles',
  description: 'Everything we publish, newest first.',
  path: '/articles',
  badges: CATEGORIES.map((section) => ({ label: section.names.badge, path: section.path })),
};

const toCard = (section: {
  slug: SectionSlug | MediaSection['slug'];
  names: { page: string };
  description: string;
  path: string;
}): CoverageCard => ({
  icon: section.slug,
  title: section.names.page,
  description: section.description,
  path: section.path,
  badges: [],
});

const CARDS: readonly CoverageCard[] = [
  ARTICLES,
  ...(['sports', 'culture', 'media-power', 'technology', 'opinions', 'investigations'] as const).map((slug) =>
    toCard(getSection(slug)),
  ),
  ...MEDIA_SECTIONS.map(toCard),
];

/** Specification, section 9: nine cards, three per stack. */
export const STACKS: readonly (readonly CoverageCard[])[] = [
  CARDS.slice(0, 3),
  CARDS.slice(3, 6),
  CARDS.slice(6, 9),
];

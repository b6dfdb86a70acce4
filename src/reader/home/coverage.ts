import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { type Section, sectionPath, type Sections } from '#domain/categories/section.ts';
import type { SectionIconName } from '#domain/categories/section-icons.ts';

export interface CoverageCard {
  /** Selects the colour: the slug of a section, or `articles`. */
  readonly slug: string;
  readonly icon: SectionIconName;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly badges: readonly { readonly label: string; readonly path: string }[];
}

/** Specification, section 9: three cards per stack. */
const STACK_SIZE = 3;

/** The cards of the home page: all articles, the sections with a path of their own, podcasts and videos. */
export function coverageCards({ visible }: Sections): CoverageCard[] {
  const categories = visible.filter(({ isCategory }) => isCategory);
  const others = visible.filter(({ isCategory }) => !isCategory);
  return [
    {
      slug: 'articles',
      icon: 'newspaper',
      title: 'Articles',
      description: 'Everything we publish, newest first.',
      path: '/articles',
      badges: categories.map((section) => ({ label: section.shortName, path: sectionPath(section) })),
    },
    ...others.toSorted((one, other) => one.homePosition - other.homePosition).map(sectionCard),
    ...MEDIA_SECTIONS.map(({ slug, icon, name, description, path }) => ({
      slug,
      icon,
      title: name,
      description,
      path,
      badges: [],
    })),
  ];
}

const sectionCard = (section: Section): CoverageCard => ({
  slug: section.slug,
  icon: section.icon,
  title: section.name,
  description: section.description,
  path: sectionPath(section),
  badges: [],
});

export function stacksOf(cards: readonly CoverageCard[]): readonly (readonly CoverageCard[])[] {
  const count = Math.ceil(cards.length / STACK_SIZE);
  return Array.from({ length: count }, (_, index) =>
    cards.slice(index * STACK_SIZE, (index + 1) * STACK_SIZE),
  );
}

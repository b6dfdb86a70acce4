import { HOME_SETTINGS } from '#domain/site/settings/home-settings.ts';
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

/** Stacks, whatever the number of cards is. Nine cards are three in each (specification, section 9). */
const STACKS = 3;

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

/** The cards in their order, in stacks of the same height, of which the first may have one card more. */
export function stacksOf(cards: readonly CoverageCard[]): readonly (readonly CoverageCard[])[] {
  let start = 0;
  return Array.from({ length: STACKS }, (_, stack) => {
    const size = Math.ceil((cards.length - start) / (STACKS - stack));
    start += size;
    return cards.slice(start - size, start);
  });
}

const NUMBERS = 'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ');

/** The text above the cards. The default one, which names their number, is true for any. */
export const coverageText = (text: string, cards: readonly CoverageCard[]): string =>
  text === HOME_SETTINGS.home_coverage_text.default
    ? text.replace(/^\w+/, NUMBERS[cards.length] ?? String(cards.length))
    : text;

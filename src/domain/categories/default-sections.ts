import type { Section } from './section.ts';
import type { SectionIconName } from './section-icons.ts';

/** The text of a section without published articles, unless it has one of its own. */
export const NO_ARTICLES = 'No articles in this category yet';

interface DefaultSection {
  readonly slug: string;
  readonly name: string;
  readonly shortName?: string;
  readonly icon: SectionIconName;
  readonly isCategory?: true;
  readonly homePosition: number;
  readonly description: string;
  readonly emptyText?: string;
}

const SPECIFIED: readonly DefaultSection[] = [
  {
    slug: 'global-politics',
    name: 'Global Politics',
    icon: 'globe',
    isCategory: true,
    homePosition: 1,
    description: 'Power, diplomacy and the institutions that hold, or fail to hold, the world together.',
  },
  {
    slug: 'african-affairs',
    name: 'African Affairs',
    icon: 'sprout',
    isCategory: true,
    homePosition: 2,
    description: 'Politics, business and ideas across fifty-four countries, seen from inside them.',
  },
  {
    slug: 'economy-society',
    name: 'Economy & Society',
    icon: 'landmark',
    isCategory: true,
    homePosition: 3,
    description: 'How money moves, who it moves for, and what that does to the way people live.',
  },
  {
    slug: 'sports',
    name: 'Sports',
    icon: 'trophy',
    homePosition: 4,
    description: 'The games, and the politics, money and memory around them.',
  },
  {
    slug: 'culture',
    name: 'Culture',
    icon: 'palette',
    homePosition: 5,
    description: 'Books, film, music, language: how a society talks to itself.',
  },
  {
    slug: 'technology',
    name: 'Technology & Future',
    shortName: 'Technology',
    icon: 'cpu',
    homePosition: 7,
    description: 'What is being built, who decides, and what it will ask of us.',
  },
  {
    slug: 'media-power',
    name: 'Media & Power',
    icon: 'radio-tower',
    homePosition: 6,
    description: 'Who owns the news, who pays for it and whose story goes untold.',
  },
  {
    slug: 'opinions',
    name: 'Opinions',
    icon: 'feather',
    homePosition: 8,
    description: 'Arguments made in the open, signed and answerable.',
    emptyText: 'Opinion pieces coming soon...',
  },
  {
    slug: 'investigations',
    name: 'Investigations',
    icon: 'scan-search',
    homePosition: 9,
    description: 'In-depth reporting on what someone would rather keep quiet.',
    emptyText: 'Special reports and investigations coming soon...',
  },
];

/** The sections of a new installation, as the specification has them and as the migration creates them. */
export const DEFAULT_SECTIONS: readonly Section[] = SPECIFIED.map(
  ({ shortName, isCategory = false, emptyText = NO_ARTICLES, ...section }) => ({
    ...section,
    pathSegment: section.slug,
    isCategory,
    shortName: shortName ?? section.name,
    emptyText,
    isVisible: true,
  }),
);

/** Shown while the category record has no description. Empty for sections that the newsroom has added. */
export const defaultDescription = (slug: string): string =>
  DEFAULT_SECTIONS.find((section) => section.slug === slug)?.description ?? '';

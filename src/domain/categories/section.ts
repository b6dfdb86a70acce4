/**
 * A section of the site. It has three names, because a menu, a page heading and a badge have different space. This
 * table is their only definition.
 */
export interface Section {
  /** Key of the category record. */
  readonly slug: SectionSlug;
  readonly path: string;
  readonly names: {
    /** In the navigation. */
    readonly nav: string;
    /** Heading of its page and of its card on the home page. */
    readonly page: string;
    /** On an article, and wherever else the section is named. */
    readonly badge: string;
  };
  /** Default, shown while the category record has no description. */
  readonly description: string;
  /** Shown while the section has no published article. */
  readonly empty: string;
}

const NO_ARTICLES = 'No articles in this category yet';

const section = <Slug extends string>(
  slug: Slug,
  path: string,
  name: string | { nav: string; page: string; badge: string },
  description: string,
  empty = NO_ARTICLES,
) => ({
  slug,
  path,
  names: typeof name === 'string' ? { nav: name, page: name, badge: name } : name,
  description,
  empty,
});

/** The three categories under `/articles/`. */
const CATEGORY_SECTIONS = [
  section(
    'global-politics',
    '/articles/global-politics',
    'Global Politics',
    'Power, diplomacy and the institutions that hold, or fail to hold, the world together.',
  ),
  section(
    'african-affairs',
    '/articles/african-affairs',
    'African Affairs',
    'Politics, business and ideas across fifty-four countries, seen from inside them.',
  ),
  section(
    'economy-society',
    '/articles/economy-society',
    'Economy & Society',
    'How money moves, who it moves for, and what that does to the way people live.',
  ),
] as const;

/** The six sections with their own top-level path. */
const OWN_SECTIONS = [
  section('sports', '/sports', 'Sports', 'The games, and the politics, money and memory around them.'),
  section('culture', '/culture', 'Culture', 'Books, film, music, language: how a society talks to itself.'),
  section(
    'technology',
    '/technology',
    { nav: 'Technology', page: 'Technology & Future', badge: 'Technology' },
    'What is being built, who decides, and what it will ask of us.',
  ),
  section(
    'media-power',
    '/media-power',
    'Media & Power',
    'Who owns the news, who pays for it and whose story goes untold.',
  ),
  section(
    'opinions',
    '/opinions',
    'Opinions',
    'Arguments made in the open, signed and answerable.',
    'Opinion pieces coming soon...',
  ),
  section(
    'investigations',
    '/investigations',
    'Investigations',
    'In-depth reporting on what someone would rather keep quiet.',
    'Special reports and investigations coming soon...',
  ),
] as const;

export const ARTICLE_SECTIONS = [...CATEGORY_SECTIONS, ...OWN_SECTIONS] as const;

export type SectionSlug = (typeof ARTICLE_SECTIONS)[number]['slug'];

export const CATEGORIES: readonly Section[] = CATEGORY_SECTIONS;
export const CONTENT_SECTIONS: readonly Section[] = OWN_SECTIONS;

/** Podcasts and videos: pages without articles. */
export interface MediaSection {
  readonly slug: 'podcasts' | 'videos';
  readonly path: string;
  readonly names: Section['names'];
  readonly description: string;
  readonly empty: string;
}

export const MEDIA_SECTIONS: readonly MediaSection[] = [
  {
    slug: 'podcasts',
    path: '/podcasts',
    names: { nav: 'Podcast', page: 'Podcast', badge: 'Podcasts' },
    description: 'Conversations that take the time an argument needs.',
    empty: 'Podcast episodes coming soon...',
  },
  {
    slug: 'videos',
    path: '/videos',
    names: { nav: 'Videos', page: 'Videos', badge: 'Videos' },
    description: 'Reporting and explanation for when a thing has to be seen.',
    empty: 'Video content coming soon...',
  },
];

const BY_SLUG = new Map<string, Section>(ARTICLE_SECTIONS.map((entry) => [entry.slug, entry]));

export function findSection(slug: string): Section | null {
  return BY_SLUG.get(slug) ?? null;
}

/** Throws for an unknown slug. The database cannot contain one: `category_slug` is a foreign key. */
export function getSection(slug: string): Section {
  const found = findSection(slug);
  if (found === null) throw new Error(`Unknown section: ${slug}`);
  return found;
}

import { FALLBACK_ICON, type SectionIconName } from './section-icons.ts';

/** The key of a section: the slug of its category record. It never changes, whatever the path of the section is. */
export type SectionSlug = string;

/** Characters. */
export const SECTION_SLUG_MAX_LENGTH = 60;

/** Sections that a site can have. The table of articles scans the index once for each. */
export const SECTION_LIMIT = 30;

/** A section of the site, as the newsroom has configured it. */
export interface Section {
  readonly slug: SectionSlug;
  /** The last segment of its path. */
  readonly pathSegment: string;
  /** It is a category, whose path begins with `/articles/`; otherwise the path is at the top level. */
  readonly isCategory: boolean;
  /** Heading of its page and of its card on the home page. */
  readonly name: string;
  /** In the navigation, on articles and wherever else there is little space. */
  readonly shortName: string;
  readonly icon: SectionIconName;
  /** Plain text. Empty if the newsroom entered none and the specification has none. */
  readonly description: string;
  /** Shown while the section has no published article. */
  readonly emptyText: string;
  /** Hidden sections are in no menu, on no card and in no sitemap. Their listing and articles can be read. */
  readonly isVisible: boolean;
  /** Sorts the cards of the home page. */
  readonly homePosition: number;
}

/** All sections at one moment. */
export interface Sections {
  /** In their order, hidden ones included. */
  readonly all: readonly Section[];
  readonly visible: readonly Section[];
  find(slug: SectionSlug): Section | null;
  /**
   * The section with this slug. A section that was added after this moment is named by its slug: pages that were rendered
   * with it are purged by the change that added it.
   */
  get(slug: SectionSlug): Section;
  /** The section whose path ends in this segment now, or did before. */
  findByPathSegment(segment: string): Section | null;
}

/** @param formerSegments the slug of the section that had this path segment, by segment */
export function createSections(
  all: readonly Section[],
  formerSegments: ReadonlyMap<string, SectionSlug> = new Map(),
): Sections {
  const bySlug = new Map(all.map((section) => [section.slug, section]));
  const bySegment = new Map(all.map((section) => [section.pathSegment, section]));
  const find = (slug: SectionSlug) => bySlug.get(slug) ?? null;
  return {
    all,
    visible: all.filter(({ isVisible }) => isVisible),
    find,
    get: (slug) => find(slug) ?? unknownSection(slug),
    findByPathSegment: (segment) => bySegment.get(segment) ?? find(formerSegments.get(segment) ?? ''),
  };
}

export function sectionPath({
  isCategory,
  pathSegment,
}: Pick<Section, 'isCategory' | 'pathSegment'>): string {
  return isCategory ? `/articles/${pathSegment}` : `/${pathSegment}`;
}

function unknownSection(slug: SectionSlug): Section {
  return {
    slug,
    pathSegment: slug,
    isCategory: false,
    name: slug,
    shortName: slug,
    icon: FALLBACK_ICON,
    description: '',
    emptyText: '',
    isVisible: false,
    homePosition: 0,
  };
}

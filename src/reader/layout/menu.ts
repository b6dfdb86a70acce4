import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { type Section, sectionPath, type Sections } from '#domain/categories/section.ts';

export interface MenuLink {
  readonly label: string;
  readonly path: string;
}

export interface MenuGroup {
  readonly id: string;
  readonly label: string;
  readonly links: readonly MenuLink[];
}

export type MenuEntry = MenuLink | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'links' in entry;

const linkTo = (section: Section): MenuLink => ({ label: section.shortName, path: sectionPath(section) });

/** The navigation entries in order (specification, section 2), the same on large and small screens. */
export function menuOf({ visible }: Sections): readonly MenuEntry[] {
  const categories = visible.filter(({ isCategory }) => isCategory);
  const others = visible.filter(({ isCategory }) => !isCategory);
  return [
    { label: 'Home', path: '/' },
    {
      id: 'articles',
      label: 'Articles',
      links: [{ label: 'All Articles', path: '/articles' }, ...categories.map(linkTo)],
    },
    ...(others.length === 0 ? [] : [{ id: 'content', label: 'Content', links: others.map(linkTo) }]),
    { id: 'media', label: 'Media', links: MEDIA_SECTIONS.map(({ name, path }) => ({ label: name, path })) },
    { label: 'Newsletter', path: '/newsletter' },
    { label: 'About', path: '/about' },
  ];
}

export const CONTACT: MenuLink = { label: 'Contact', path: '/contact' };

/** The list "Coverage" in the footer. */
export function coverageLinks({ visible }: Sections): MenuLink[] {
  const culture = visible.filter(({ slug }) => slug === 'culture');
  return [
    ...visible.filter(({ isCategory }) => isCategory).map(linkTo),
    ...culture.map((section) => ({ label: 'Culture & Media', path: sectionPath(section) })),
  ];
}

import { CATEGORIES, CONTENT_SECTIONS, MEDIA_SECTIONS } from '#domain/categories/section.ts';

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

const linkTo = (section: { names: { nav: string }; path: string }): MenuLink => ({
  label: section.names.nav,
  path: section.path,
});

/** The navigation entries in order (specification, section 2), the same on large and small screens. */
export const MENU: readonly MenuEntry[] = [
  { label: 'Home', path: '/' },
  {
    id: 'articles',
    label: 'Articles',
    links: [{ label: 'All Articles', path: '/articles' }, ...CATEGORIES.map(linkTo)],
  },
  { id: 'content', label: 'Content', links: CONTENT_SECTIONS.map(linkTo) },
  { id: 'media', label: 'Media', links: MEDIA_SECTIONS.map(linkTo) },
  { label: 'Newsletter', path: '/newsletter' },
  { label: 'About', path: '/about' },
];

export const CONTACT: MenuLink = { label: 'Contact', path: '/contact' };

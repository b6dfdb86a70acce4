import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { type Section, sectionPath, type Sections } from '#domain/categories/section.ts';
import { type LinkList, parseTarget } from './link-target.ts';
import type { NavigationEntry } from './settings/navigation-settings.ts';
import type { Settings } from './settings.ts';

export interface NavigationLink {
  readonly label: string;
  readonly href: string;
}

/** Links below a heading: a submenu, or a list in the footer. */
export interface NavigationGroup {
  readonly id: string;
  readonly label: string;
  readonly links: readonly NavigationLink[];
}

export type MenuEntry = NavigationLink | NavigationGroup;

/** The menu and the lists of the footer. Derived once for each state of the site, not for each page. */
export interface Navigation {
  readonly menu: readonly MenuEntry[];
  readonly footer: readonly NavigationGroup[];
}

export const isGroup = (entry: MenuEntry): entry is NavigationGroup => 'links' in entry;

export function createNavigation(
  settings: Pick<Settings, 'navigation_menu' | 'navigation_footer'>,
  sections: Sections,
): Navigation {
  return {
    menu: settings.navigation_menu.flatMap((entry) => menuEntries(entry, sections)),
    footer: settings.navigation_footer
      .map(({ title, entries }) => ({
        id: title,
        label: title,
        links: withoutRepetition(entries.flatMap((entry) => footerLinks(entry, sections))),
      }))
      .filter(({ links }) => links.length > 0),
  };
}

/** One entry or, if its section is hidden or its list empty, none. */
function menuEntries(entry: NavigationEntry, sections: Sections): MenuEntry[] {
  const target = parseTarget(entry.target);
  if (target?.kind !== 'list') return linksTo(entry, sections);
  const { id, label } = LISTS[target.list];
  const ofSections = linksOf(target.list, sections);
  const links = target.list === 'categories' ? [ALL_ARTICLES, ...ofSections] : ofSections;
  return links.length === 0 ? [] : [{ id, label: entry.label || label, links }];
}

function footerLinks(entry: NavigationEntry, sections: Sections): NavigationLink[] {
  const target = parseTarget(entry.target);
  return target?.kind === 'list' ? linksOf(target.list, sections) : linksTo(entry, sections);
}

/** A link, or none if the target is a section that is hidden or was removed. */
function linksTo({ label, target }: NavigationEntry, sections: Sections): NavigationLink[] {
  const parsed = parseTarget(target);
  if (parsed?.kind === 'address') return [{ label: label || nameOf(parsed.href), href: parsed.href }];
  const section = parsed?.kind === 'section' ? sections.find(parsed.slug) : null;
  return section?.isVisible === true ? [sectionLink(section, label)] : [];
}

/** `https://www.shop.example/new` → `shop.example`; the path itself for a page of this site. */
function nameOf(href: string): string {
  return href.startsWith('/') ? href : new URL(href).hostname.replace(/^www\./, '');
}

const sectionLink = (section: Section, label = ''): NavigationLink => ({
  label: label || section.shortName,
  href: sectionPath(section),
});

/** The ids are those of submenus in the document. */
const LISTS: Readonly<Record<LinkList, { readonly id: string; readonly label: string }>> = {
  categories: { id: 'articles', label: 'Articles' },
  sections: { id: 'content', label: 'Content' },
  media: { id: 'media', label: 'Media' },
};

const ALL_ARTICLES: NavigationLink = { label: 'All Articles', href: '/articles' };

function linksOf(list: LinkList, { visible }: Sections): NavigationLink[] {
  if (list === 'media') return MEDIA_SECTIONS.map(({ name, path }) => ({ label: name, href: path }));
  return visible
    .filter(({ isCategory }) => isCategory === (list === 'categories'))
    .map((section) => sectionLink(section));
}

/** A section can be in a list and an entry of its own. */
function withoutRepetition(links: readonly NavigationLink[]): NavigationLink[] {
  return [...new Map(links.map((link) => [link.href, link])).values()];
}

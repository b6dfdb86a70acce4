import { MEDIA_SECTIONS } from '#domain/categories/media-section.ts';
import { type Section, sectionPath, type Sections } from '#domain/categories/section.ts';
import { type LinkList, parseTarget } from './link-target.ts';
import type { NavigationEntry } from './settings/navigation-settings.ts';
import type { Settings } from './settings.ts';

export interface NavigationLink {
  readonly label: string;
  readonly href: string;
  /** Language of the label (BCP 47), if it is the title of an own page. */
  readonly lang?: string;
}

/** Links below a heading: a submenu, or a list in the footer. */
export interface NavigationGroup {
  readonly id: string;
  readonly label: string;
  readonly links: readonly NavigationLink[];
}

export type MenuEntry = NavigationLink | NavigationGroup;

/** The menu and the lists of the footer. Derived once for each state of sections, settings and own pages, not for each page. */
export interface Navigation {
  readonly menu: readonly MenuEntry[];
  readonly footer: readonly NavigationGroup[];
}

export const isGroup = (entry: MenuEntry): entry is NavigationGroup => 'links' in entry;

export type NavigationSettings = Pick<Settings, 'navigation_menu' | 'navigation_footer'>;

/** What the targets of the navigation can be. */
export interface LinkTargets {
  readonly sections: Sections;
  /** The link to a published own page with its title, or null. */
  findOwnPage(id: string): NavigationLink | null;
}

export function createNavigation(settings: NavigationSettings, targets: LinkTargets): Navigation {
  return {
    menu: settings.navigation_menu.flatMap((entry) => menuEntries(entry, targets)),
    footer: settings.navigation_footer
      .map(({ title, entries }) => ({
        id: title,
        label: title,
        links: withoutRepetition(entries.flatMap((entry) => footerLinks(entry, targets))),
      }))
      .filter(({ links }) => links.length > 0),
  };
}

/** One entry or, if its section is hidden, its page unpublished or its list empty, none. */
function menuEntries(entry: NavigationEntry, targets: LinkTargets): MenuEntry[] {
  const target = parseTarget(entry.target);
  if (target?.kind !== 'list') return linksTo(entry, targets);
  const { id, label } = LISTS[target.list];
  const ofSections = linksOf(target.list, targets.sections);
  const links = target.list === 'categories' ? [ALL_ARTICLES, ...ofSections] : ofSections;
  return links.length === 0 ? [] : [{ id, label: entry.label || label, links }];
}

function footerLinks(entry: NavigationEntry, targets: LinkTargets): NavigationLink[] {
  const target = parseTarget(entry.target);
  return target?.kind === 'list' ? linksOf(target.list, targets.sections) : linksTo(entry, targets);
}

/** A link, or none if the target is a section or page that is not public, or was removed. */
function linksTo(
  { label, target }: NavigationEntry,
  { sections, findOwnPage }: LinkTargets,
): NavigationLink[] {
  const parsed = parseTarget(target);
  if (parsed?.kind === 'address') return [{ label: label || nameOf(parsed.href), href: parsed.href }];
  if (parsed?.kind === 'page') {
    const page = findOwnPage(parsed.id);
    if (page === null) return [];
    return label === '' ? [page] : [{ label, href: page.href }];
  }
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

import { ChevronDown, Menu, Search, X } from 'lucide-react';
import { textAttributes } from '#platform/language.ts';
import {
  isGroup,
  type MenuEntry,
  type NavigationGroup,
  type NavigationLink,
} from '#domain/site/navigation.ts';
import type { Site } from '#domain/site/site.ts';
import { SEARCH_FIELD, SEARCH_PATH } from '../search/search-paths.ts';
import { barSize } from './bar-size.ts';
import { LogoMark, SiteLogo } from './logo.tsx';

const CONTACT: NavigationLink = { label: 'Contact', href: '/contact' };

interface NavigationBarProps {
  readonly site: Site;
  readonly menu: readonly MenuEntry[];
  readonly path: string | null;
  /** Transparent over the hero until the page has scrolled 50 pixels. */
  readonly overHero: boolean;
}

/**
 * The menus are native popovers: the browser opens them, closes them on Escape and on a click outside, and restores the
 * focus, without script.
 */
export function NavigationBar({ site, menu, path, overHero }: NavigationBarProps) {
  return (
    <header className="site-bar" data-over-hero={overHero ? '' : undefined} data-size={barSize(site, menu)}>
      <div className="container site-bar-row">
        <a className="site-name" href="/" data-address={site.url + (path ?? '/')}>
          <SiteLogo site={site}>
            <LogoMark />
            <span>{site.name}</span>
          </SiteLogo>
        </a>
        <div className="flex items-center">
          <nav className="bar-menu" aria-label="Main">
            <ul>
              {menu.map((entry) => (
                <li key={isGroup(entry) ? entry.id : entry.href}>
                  {isGroup(entry) ? (
                    <Dropdown group={entry} path={path} />
                  ) : (
                    <BarLink link={entry} path={path} />
                  )}
                </li>
              ))}
            </ul>
            <ContactButton path={path} />
          </nav>
          <a
            className="inline-flex min-h-11 items-center"
            href={`${SEARCH_PATH}#${SEARCH_FIELD}`}
            aria-label="Search"
          >
            {/* The symbol of 20 pixels in the middle of a target of 44. */}
            <Search width={44} height={20} aria-hidden="true" />
          </a>
          <button type="button" className="menu-toggle" popoverTarget="menu" aria-label="Menu">
            <Menu className="menu-open" size={24} aria-hidden="true" />
            <X className="menu-close" size={24} aria-hidden="true" />
          </button>
        </div>
      </div>
      <MobileMenu menu={menu} path={path} />
    </header>
  );
}

interface EntryProps {
  readonly path: string | null;
}

/** Ignores the query, so that every page of a listing matches its entry. */
const matchesPath = (link: NavigationLink, path: string | null) => link.href === path?.split('?', 1)[0];
const ariaCurrent = (link: NavigationLink, path: string | null) =>
  matchesPath(link, path) ? 'page' : undefined;
/** Nothing for a label that the newsroom has entered. */
const languageOf = ({ lang }: NavigationLink) => (lang === undefined ? {} : textAttributes(lang));
const containsCurrent = (group: NavigationGroup, path: string | null) =>
  group.links.some((link) => matchesPath(link, path));

function BarLink({ link, path }: EntryProps & { readonly link: NavigationLink }) {
  return (
    <a className="bar-link" href={link.href} aria-current={ariaCurrent(link, path)} {...languageOf(link)}>
      {link.label}
    </a>
  );
}

function ContactButton({ path }: EntryProps) {
  return (
    <a className="button button-small" href={CONTACT.href} aria-current={ariaCurrent(CONTACT, path)}>
      {CONTACT.label}
    </a>
  );
}

function Dropdown({ group, path }: EntryProps & { readonly group: NavigationGroup }) {
  const id = `menu-${group.id}`;
  return (
    <>
      <button
        type="button"
        className="bar-link"
        popoverTarget={id}
        data-menu={group.id}
        data-current={containsCurrent(group, path) ? '' : undefined}
      >
        {group.label}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div popover="auto" id={id} className="dropdown" data-menu={group.id}>
        <LinkList links={group.links} path={path} />
      </div>
    </>
  );
}

function MobileMenu({ menu, path }: EntryProps & { readonly menu: readonly MenuEntry[] }) {
  return (
    <div popover="auto" id="menu" className="mobile-menu">
      <nav aria-label="Menu">
        <ul>
          {menu.map((entry) => (
            <li key={isGroup(entry) ? entry.id : entry.href}>
              {isGroup(entry) ? (
                <details open={containsCurrent(entry, path)}>
                  <summary>
                    {entry.label}
                    <ChevronDown size={20} aria-hidden="true" />
                  </summary>
                  <LinkList links={entry.links} path={path} />
                </details>
              ) : (
                <a href={entry.href} aria-current={ariaCurrent(entry, path)} {...languageOf(entry)}>
                  {entry.label}
                </a>
              )}
            </li>
          ))}
        </ul>
        <ContactButton path={path} />
      </nav>
    </div>
  );
}

function LinkList({ links, path }: EntryProps & { readonly links: readonly NavigationLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href} aria-current={ariaCurrent(link, path)}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

import { ChevronDown, Menu, X } from 'lucide-react';
import type { Site } from '#domain/site/site.ts';
import { LogoMark } from './logo.tsx';
import { CONTACT, isGroup, MENU, type MenuGroup, type MenuLink } from './menu.ts';

interface NavigationBarProps {
  readonly site: Site;
  readonly path: string | null;
  /** Transparent over the hero until the page has scrolled 50 pixels. */
  readonly overHero: boolean;
}

/**
 * The menus are native popovers: opening, closing on Esc and on a tap outside, and giving the focus back need no
 * script of ours, and work before any has arrived.
 */
export function NavigationBar({ site, path, overHero }: NavigationBarProps) {
  return (
    <header className="site-bar" data-over-hero={overHero ? '' : undefined}>
      <div className="container site-bar-row">
        <a className="site-name" href="/" data-address={site.url + (path ?? '/')}>
          <LogoMark />
          <span>{site.name}</span>
        </a>
        <nav className="bar-menu" aria-label="Main">
          <ul>
            {MENU.map((entry) => (
              <li key={entry.label}>
                {isGroup(entry) ? (
                  <DropDown group={entry} path={path} />
                ) : (
                  <BarLink link={entry} path={path} />
                )}
              </li>
            ))}
          </ul>
          <ContactButton path={path} />
        </nav>
        <button type="button" className="menu-toggle" popoverTarget="menu" aria-label="Menu">
          <Menu className="menu-open" size={24} aria-hidden="true" />
          <X className="menu-close" size={24} aria-hidden="true" />
        </button>
      </div>
      <SmallScreenMenu path={path} />
    </header>
  );
}

interface EntryProps {
  readonly path: string | null;
}

/** Without a query: every page of a listing belongs to the entry of its first. */
const leadsTo = (link: MenuLink, path: string | null) => link.path === path?.split('?', 1)[0];
const current = (link: MenuLink, path: string | null) => (leadsTo(link, path) ? 'page' : undefined);
const holdsCurrent = (group: MenuGroup, path: string | null) =>
  group.links.some((link) => leadsTo(link, path));

function BarLink({ link, path }: EntryProps & { readonly link: MenuLink }) {
  return (
    <a className="bar-link" href={link.path} aria-current={current(link, path)}>
      {link.label}
    </a>
  );
}

function ContactButton({ path }: EntryProps) {
  return (
    <a className="button button-small" href={CONTACT.path} aria-current={current(CONTACT, path)}>
      {CONTACT.label}
    </a>
  );
}

function DropDown({ group, path }: EntryProps & { readonly group: MenuGroup }) {
  const id = `menu-${group.id}`;
  return (
    <>
      <button
        type="button"
        className="bar-link"
        popoverTarget={id}
        data-menu={group.id}
        data-current={holdsCurrent(group, path) ? '' : undefined}
      >
        {group.label}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div popover="auto" id={id} className="drop-down" data-menu={group.id}>
        <LinkList links={group.links} path={path} />
      </div>
    </>
  );
}

function SmallScreenMenu({ path }: EntryProps) {
  return (
    <div popover="auto" id="menu" className="small-menu">
      <nav aria-label="Menu">
        <ul>
          {MENU.map((entry) => (
            <li key={entry.label}>
              {isGroup(entry) ? (
                <details open={holdsCurrent(entry, path)}>
                  <summary>
                    {entry.label}
                    <ChevronDown size={20} aria-hidden="true" />
                  </summary>
                  <LinkList links={entry.links} path={path} />
                </details>
              ) : (
                <a href={entry.path} aria-current={current(entry, path)}>
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

function LinkList({ links, path }: EntryProps & { readonly links: readonly MenuLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.path}>
          <a href={link.path} aria-current={current(link, path)}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

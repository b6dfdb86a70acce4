import { ChevronDown } from 'lucide-react';
import { renderToString } from 'react-dom/server';
import { textAttributes } from '#platform/language.ts';
import {
  isGroup,
  type MenuEntry,
  type NavigationGroup,
  type NavigationLink,
} from '#domain/site/navigation.ts';
import { memoizeLast } from '#platform/memoize-last.ts';

const CONTACT: NavigationLink = { label: 'Contact', href: '/contact' };

interface MenuProps {
  readonly menu: readonly MenuEntry[];
  /** The canonical path of the page; null if there is none. */
  readonly path: string | null;
}

/** The menu in the navigation bar. */
export function BarMenu({ menu, path }: MenuProps) {
  const { bar } = menuHtml(menu, path);
  return <nav className="bar-menu" aria-label="Main" dangerouslySetInnerHTML={{ __html: bar }} />;
}

/** The menu of small screens. */
export function MobileMenu({ menu, path }: MenuProps) {
  const { mobile } = menuHtml(menu, path);
  return (
    <div popover="auto" id="menu" className="mobile-menu" dangerouslySetInnerHTML={{ __html: mobile }} />
  );
}

interface MenuHtml {
  readonly bar: string;
  readonly mobile: string;
}

/**
 * The HTML in both menus. They differ only in the link that is marked as current, so each of these few variants is
 * rendered once for each state of the menu.
 */
function menuHtml(menu: readonly MenuEntry[], path: string | null): MenuHtml {
  const { links, variants } = variantsOf(menu);
  // Without the query, so that every page of a listing matches its link.
  const target = path?.split('?', 1)[0];
  const current = target !== undefined && links.has(target) ? target : null;
  let html = variants.get(current);
  if (html === undefined) {
    html = {
      bar: renderToString(<BarEntries menu={menu} current={current} />),
      mobile: renderToString(<MobileEntries menu={menu} current={current} />),
    };
    variants.set(current, html);
  }
  return html;
}

const variantsOf = memoizeLast((menu: readonly MenuEntry[]) => ({
  links: new Set(
    [CONTACT, ...menu].flatMap((entry) => (isGroup(entry) ? entry.links : [entry])).map(({ href }) => href),
  ),
  variants: new Map<string | null, MenuHtml>(),
}));

interface EntryProps {
  /** The link to the current page; null if the menu has none. */
  readonly current: string | null;
}

interface EntriesProps extends EntryProps {
  readonly menu: readonly MenuEntry[];
}

const ariaCurrent = (link: NavigationLink, current: string | null) =>
  link.href === current ? 'page' : undefined;
/** Nothing for a label that the newsroom has entered. */
const languageOf = ({ lang }: NavigationLink) => (lang === undefined ? {} : textAttributes(lang));
const containsCurrent = (group: NavigationGroup, current: string | null) =>
  group.links.some(({ href }) => href === current);

function BarEntries({ menu, current }: EntriesProps) {
  return (
    <>
      <ul>
        {menu.map((entry) => (
          <li key={isGroup(entry) ? entry.id : entry.href}>
            {isGroup(entry) ? (
              <Dropdown group={entry} current={current} />
            ) : (
              <BarLink link={entry} current={current} />
            )}
          </li>
        ))}
      </ul>
      <ContactButton current={current} />
    </>
  );
}

function BarLink({ link, current }: EntryProps & { readonly link: NavigationLink }) {
  return (
    <a className="bar-link" href={link.href} aria-current={ariaCurrent(link, current)} {...languageOf(link)}>
      {link.label}
    </a>
  );
}

function ContactButton({ current }: EntryProps) {
  return (
    <a className="button button-small" href={CONTACT.href} aria-current={ariaCurrent(CONTACT, current)}>
      {CONTACT.label}
    </a>
  );
}

function Dropdown({ group, current }: EntryProps & { readonly group: NavigationGroup }) {
  const id = `menu-${group.id}`;
  return (
    <>
      <button
        type="button"
        className="bar-link"
        popoverTarget={id}
        data-menu={group.id}
        data-current={containsCurrent(group, current) ? '' : undefined}
      >
        {group.label}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div popover="auto" id={id} className="dropdown" data-menu={group.id}>
        <LinkList links={group.links} current={current} />
      </div>
    </>
  );
}

function MobileEntries({ menu, current }: EntriesProps) {
  return (
    <nav aria-label="Menu">
      <ul>
        {menu.map((entry) => (
          <li key={isGroup(entry) ? entry.id : entry.href}>
            {isGroup(entry) ? (
              <details open={containsCurrent(entry, current)}>
                <summary>
                  {entry.label}
                  <ChevronDown size={20} aria-hidden="true" />
                </summary>
                <LinkList links={entry.links} current={current} />
              </details>
            ) : (
              <a href={entry.href} aria-current={ariaCurrent(entry, current)} {...languageOf(entry)}>
                {entry.label}
              </a>
            )}
          </li>
        ))}
      </ul>
      <ContactButton current={current} />
    </nav>
  );
}

function LinkList({ links, current }: EntryProps & { readonly links: readonly NavigationLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href} aria-current={ariaCurrent(link, current)}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

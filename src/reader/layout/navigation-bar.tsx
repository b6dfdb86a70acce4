import { Menu, Search, X } from 'lucide-react';
import type { MenuEntry } from '#domain/site/navigation.ts';
import type { Site } from '#domain/site/site.ts';
import { SEARCH_FIELD, SEARCH_PATH } from '../search/search-paths.ts';
import { type barSize, nameLength } from './bar-size.ts';
import { LogoMark, SiteLogo } from './logo.tsx';
import { BarMenu, MobileMenu } from './menus.tsx';

interface NavigationBarProps {
  readonly site: Site;
  readonly menu: readonly MenuEntry[];
  readonly size: ReturnType<typeof barSize>;
  readonly path: string | null;
  /** Transparent over the hero until the page has scrolled 50 pixels. */
  readonly overHero: boolean;
}

/**
 * The menus are native popovers: the browser opens them, closes them on Escape and on a click outside, and restores the
 * focus, without script.
 */
export function NavigationBar({ site, menu, size, path, overHero }: NavigationBarProps) {
  return (
    <header className="site-bar" data-over-hero={overHero ? '' : undefined} data-size={size}>
      <div className="container site-bar-row">
        <a
          className="site-name"
          href="/"
          data-length={nameLength(site)}
          data-address={site.url + (path ?? '/')}
        >
          <SiteLogo site={site}>
            <LogoMark />
            <span>{site.name}</span>
          </SiteLogo>
        </a>
        <div className="flex items-center">
          <BarMenu menu={menu} path={path} />
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

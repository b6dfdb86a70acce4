import type { ReactNode } from 'react';
import type { PageDirectory } from '#domain/pages/page.ts';
import type { Navigation } from '#domain/site/navigation.ts';
import type { Site } from '#domain/site/site.ts';
import { ToastRegion } from '#islands/toast-region.tsx';
import { Widget } from '../widget/widget.tsx';
import { Footer } from './footer.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { NavigationSkeleton } from './skeleton.tsx';

interface LayoutProps {
  readonly site: Site;
  readonly ownPages: PageDirectory;
  readonly navigation: Navigation;
  /** The canonical path, to highlight the current navigation entry. Null if there is none. */
  readonly path: string | null;
  readonly isHome: boolean;
  readonly children: ReactNode;
}

/** The frame of every reader page: navigation bar, footer, widget and toasts. */
export function Layout({ site, ownPages, navigation, path, isHome, children }: LayoutProps) {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <NavigationBar site={site} menu={navigation.menu} path={path} overHero={isHome} />
      <main id="content" tabIndex={-1} className={isHome ? undefined : 'below-bar'}>
        {children}
      </main>
      <NavigationSkeleton />
      <Footer site={site} lists={navigation.footer} ownPages={ownPages} />
      <Widget isWeatherShown={site.home.isWeatherShown} />
      <ToastRegion />
    </>
  );
}

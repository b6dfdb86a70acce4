import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ToastRegion } from '#islands/toast-region.tsx';
import { memoizeLast } from '#platform/memoize-last.ts';
import type { Publication } from '../publication.ts';
import { Widget } from '../widget/widget.tsx';
import { barSize } from './bar-size.ts';
import { Footer } from './footer.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { NavigationSkeleton } from './skeleton.tsx';

export type LayoutPublication = Pick<Publication, 'site' | 'ownPages' | 'navigation'>;

interface LayoutProps {
  readonly publication: LayoutPublication;
  /** The canonical path, to highlight the current navigation entry. Null if there is none. */
  readonly path: string | null;
  readonly isHome: boolean;
  readonly children: ReactNode;
}

/** The beginning of every reader page with its content. `layoutEnd` follows. */
export function Layout({ publication, path, isHome, children }: LayoutProps) {
  const { site, navigation } = publication;
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <NavigationBar
        site={site}
        menu={navigation.menu}
        size={sizeOf(publication)}
        path={path}
        overHero={isHome}
      />
      <main id="content" tabIndex={-1} className={isHome ? undefined : 'below-bar'}>
        {children}
      </main>
    </>
  );
}

const sizeOf = memoizeLast(({ site, navigation }: LayoutPublication) => barSize(site, navigation.menu));

/** The end of every reader page: footer, widget and toasts. Rendered once, until the publication changes. */
export const layoutEnd = memoizeLast(({ site, navigation, ownPages }: LayoutPublication) =>
  renderToString(
    <>
      <NavigationSkeleton />
      <Footer site={site} lists={navigation.footer} ownPages={ownPages} />
      <Widget isWeatherShown={site.home.isWeatherShown} />
      <ToastRegion />
    </>,
  ),
);

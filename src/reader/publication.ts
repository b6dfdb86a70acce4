import type { FeedTexts } from '#domain/articles/feeds/feed-texts.ts';
import type { PageDirectoryReader } from '#domain/pages/directory.server.ts';
import { ownPagePath, type PageDirectory } from '#domain/pages/page.ts';
import { createNavigation, type Navigation, type NavigationLink } from '#domain/site/navigation.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { SiteStateReader } from '#domain/site/site-state.server.ts';
import type { Site } from '#domain/site/site.ts';
import type { Assets } from '#http/assets.server.ts';
import type { Db } from '#platform/db/database.ts';
import { memoizeLast } from '#platform/memoize-last.ts';

/** The dependencies of every reader page. They hold nothing about the request, so a page is the same for every reader. */
export interface Publication {
  readonly db: Db;
  readonly site: Site;
  /** The published pages of the publication. */
  readonly ownPages: PageDirectory;
  readonly navigation: Navigation;
  readonly settings: SettingsReader;
  /** URLs of the built files that a document references. */
  readonly assets: Pick<Assets, 'url' | 'css'>;
  readonly feedTexts: FeedTexts;
  /** Whether emails are written as files instead of being sent, because no mail server is set. */
  readonly writesMailFiles: boolean;
  /** HMAC key of the commenters' pseudonyms. */
  readonly pseudonymKey: string;
}

/** The dependencies of a render that begins now. The same object until a setting or a page of the publication changes. */
export interface PublicationReader {
  /** Without waiting, for pages that are shown to one reader and not stored. */
  current(): Publication;
  /** After every change that was committed before the call, for pages that are stored. Rejects as `FollowedState`. */
  latest(): Promise<Publication>;
  /** As `latest`, but as `current` when that rejects: for what must be answered while the database fails. */
  newest(): Promise<Publication>;
}

interface PublicationSources {
  readonly state: SiteStateReader;
  readonly ownPages: PageDirectoryReader;
}

type FixedDeps = Omit<Publication, 'site' | 'ownPages' | 'navigation'>;

export function createPublicationReader(
  { state, ownPages: directory }: PublicationSources,
  fixed: FixedDeps,
): PublicationReader {
  const publicationsOf = memoizeLast((site: Site) =>
    memoizeLast((ownPages: PageDirectory): Publication => {
      const navigation = createNavigation(site.navigation, {
        sections: site.sections,
        findOwnPage: (id) => ownPageLink(ownPages, id),
      });
      return { ...fixed, site, ownPages, navigation };
    }),
  );
  const current = () => publicationsOf(state.current().site)(directory.current());
  const latest = async () => {
    const { site } = await state.latest();
    return publicationsOf(site)(await directory.latest());
  };
  return { current, latest, newest: () => latest().catch(current) };
}

function ownPageLink({ pages }: PageDirectory, id: string): NavigationLink | null {
  const page = pages.find((published) => published.id === id);
  return page === undefined ? null : { label: page.title, href: ownPagePath(page.slug), lang: page.lang };
}

export interface PageRequest {
  /** The requested path, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** Only the parameters that the route declares. */
  readonly query: Readonly<Record<string, string>>;
  /** The beginning of the current minute. Only pages of timed routes may depend on it. */
  readonly minute: Date;
  /** The client prefers a page to data, as browsers do. False where the route has no page in place of its data. */
  readonly prefersPage: boolean;
}

import type { FeedTexts } from '#domain/articles/feeds/feed-texts.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { SiteState, SiteStateReader } from '#domain/site/site-state.server.ts';
import type { Site } from '#domain/site/site.ts';
import type { Assets } from '#http/assets.server.ts';
import type { Db } from '#platform/db/database.ts';
import { memoizeLast } from '#platform/memoize-last.ts';

/** The dependencies of every reader page. They hold nothing about the request, so a page is the same for every reader. */
export interface Publication {
  readonly db: Db;
  readonly site: Site;
  readonly settings: SettingsReader;
  /** URLs of the built files that a document references. */
  readonly assets: Pick<Assets, 'url' | 'css'>;
  readonly feedTexts: FeedTexts;
  /** HMAC key of the commenters' pseudonyms. */
  readonly pseudonymKey: string;
}

/** The dependencies of a render that begins now. The same object until a setting changes. */
export interface PublicationReader {
  /** Without waiting, for pages that are shown to one reader and not stored. */
  current(): Publication;
  /** After every change that was committed before the call, for pages that are stored. Rejects as `SiteStateReader`. */
  latest(): Promise<Publication>;
  /** As `latest`, but as `current` when that rejects: for what must be answered while the database fails. */
  newest(): Promise<Publication>;
}

type FixedDeps = Omit<Publication, 'site'>;

export function createPublicationReader(state: SiteStateReader, fixed: FixedDeps): PublicationReader {
  const publicationOf = memoizeLast(({ site }: SiteState): Publication => ({ ...fixed, site }));
  const current = () => publicationOf(state.current());
  const latest = async () => publicationOf(await state.latest());
  return { current, latest, newest: () => latest().catch(current) };
}

export interface PageRequest {
  /** The requested path, without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** Only the parameters that the route declares. */
  readonly query: Readonly<Record<string, string>>;
  /** The beginning of the current minute. Only pages of timed routes may depend on it. */
  readonly minute: Date;
}

import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { Site } from '#domain/site/site.ts';
import type { Db } from '#platform/db/database.ts';

/** What a reader page is made from. The same for every reader, so that a page is too. */
export interface Publication {
  readonly db: Db;
  readonly site: Site;
  /** Names with which the publication itself signs or has signed articles. */
  readonly organizationBylines: ReadonlySet<string>;
  readonly settings: SettingsReader;
  readonly assets: PageAssets;
  /** Key of the pseudonyms under which commenters appear. */
  readonly pseudonymKey: string;
}

/** Addresses of the built files that a document names. */
export interface PageAssets {
  /** By source path from the project's root. */
  url(source: string): string;
  /** Style sheets that belong to an entry. */
  css(entry: string): readonly string[];
}

export interface PageRequest {
  /** As the reader asked for it, without a query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** Only the names that the route knows. */
  readonly query: Readonly<Record<string, string>>;
}

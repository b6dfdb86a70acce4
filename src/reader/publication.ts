import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { Site } from '#domain/site/site.ts';
import type { Assets } from '#http/assets.server.ts';
import type { Db } from '#platform/db/database.ts';

/** The dependencies of every reader page. They hold nothing about the request, so a page is the same for every reader. */
export interface Publication {
  readonly db: Db;
  readonly site: Site;
  readonly settings: SettingsReader;
  /** URLs of the built files that a document references. */
  readonly assets: Pick<Assets, 'url' | 'css'>;
  /** HMAC key of the commenters' pseudonyms. */
  readonly pseudonymKey: string;
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

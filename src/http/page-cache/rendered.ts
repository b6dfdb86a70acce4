import type { ViewedPage } from '#domain/statistics/viewed-page.ts';

/** A rendered response to a GET. It is the same for every reader, so it can be stored and served again. */
export interface Rendered {
  /** 200 for a page; 301 and 308 for a moved address; 404 for the not-found page; 410 for the page of deleted articles.
   * Other statuses are sent but not stored, for example 302 for a redirect whose target changes with a write. */
  readonly status: number;
  /** Header fields that belong to this page alone (`location`, `content-type`), in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** What the page depends on: a write that invalidates one of these tags makes the page stale. */
  readonly tags: readonly string[];
  /** What a view of the page is counted for. Only pages that readers open have it. */
  readonly viewedPage?: ViewedPage;
}

/** Renders the page from the database. Runs at most once at a time per cache key, except for private responses. */
export type Render = () => Promise<Rendered>;

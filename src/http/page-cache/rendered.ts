/** A finished answer to a GET: the same for every reader, so it may be kept and served again. */
export interface Rendered {
  /** 200 for a page; 301 and 308 for a moved address; 404 for the not-found page; 410 for the page of deleted articles.
   * Others are passed on and not kept: 302 for an address that leads elsewhere after a write. */
  readonly status: number;
  /** Header fields that belong to this page alone (`location`, `content-type`), in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** What the page shows: a write that touches one of these makes the page stale. */
  readonly tags: readonly string[];
}

/** Makes the page anew from the database. Called at most once at a time per address. */
export type Render = () => Promise<Rendered>;

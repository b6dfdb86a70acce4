/** The names of the header fields that tell whether a request is a view, in lower case. */
export type ViewField =
  | 'dnt'
  | 'host'
  | 'purpose'
  | 'referer'
  | 'sec-fetch-dest'
  | 'sec-gpc'
  | 'sec-purpose'
  | 'user-agent'
  | 'x-moz'
  | 'x-page-shown'
  | 'x-purpose';

/** The header fields of a request. */
export interface RequestFields {
  /** The value of a field; undefined without it. */
  find(name: ViewField): string | undefined;
  /** Computed from the fields at most once, because connections repeat them. Set only by `createPageViews`. */
  viewSource?: ViewSource | undefined;
}

/** How a reader arrived at a page: the host of the site with the link, or null. False for a request that is not a view. */
export type ViewSource = string | null | false;

/** The names of the header fields that few requests have, in lower case. */
export type RareField =
  | 'dnt'
  | 'purpose'
  | 'sec-gpc'
  | 'sec-purpose'
  | 'x-moz'
  | 'x-page-shown'
  | 'x-purpose';

/** The header fields that tell whether a request is a view, and from where the reader came. */
export interface RequestFields {
  readonly host: string | undefined;
  readonly userAgent: string | undefined;
  /** `Referer`. */
  readonly referrer: string | undefined;
  /** `Sec-Fetch-Dest`. */
  readonly destination: string | undefined;
  /** The value of a field; undefined without it. Null if the request has none of them. */
  readonly findRare: ((name: RareField) => string | undefined) | null;
  /** Computed from the fields at most once, because connections repeat them. Set only by `createPageViews`. */
  viewSource: ViewSource | undefined;
}

/** How a reader arrived at a page: the host of the site with the link, or null. False for a request that is not a view. */
export type ViewSource = string | null | false;

export const requestFields = (find: (name: string) => string | undefined): RequestFields => ({
  host: find('host'),
  userAgent: find('user-agent'),
  referrer: find('referer'),
  destination: find('sec-fetch-dest'),
  findRare: find,
  viewSource: undefined,
});

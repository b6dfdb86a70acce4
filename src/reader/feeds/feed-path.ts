export const FEED_PATH = '/feed.xml';
/** RFC 4287, section 7. */
export const FEED_TYPE = 'application/atom+xml';

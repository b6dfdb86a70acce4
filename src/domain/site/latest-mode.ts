/**
 * The section of the home page with the latest articles: none, the newest articles, or those that the newsroom has picked.
 */
export const LATEST_MODES = ['off', 'automatic', 'picked'] as const;
export type LatestMode = (typeof LATEST_MODES)[number];

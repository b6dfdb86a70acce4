import type { ViewedPage } from '#domain/statistics/viewed-page.ts';
import { ACTIVATION_FIELD } from './activation.ts';
import { isBot } from './known-bots.ts';
import { type ReferrerHosts, createReferrerHosts } from './referrer-hosts.ts';
import type { RequestFields, ViewSource } from './request-fields.ts';

export interface PageViews {
  /** Counts the GET of a page that is answered with 200 or 304, if it is a view by a reader. */
  record(page: ViewedPage, fields: RequestFields): void;
}

interface PageViewsOptions {
  readonly publicUrl: string;
  /** @param referrer the host of the site whose link was followed; null for none */
  readonly count: (page: ViewedPage, referrer: string | null) => void;
}

/** Decides which requests are views. See docs/decisions/0065. */
export function createPageViews({ publicUrl, count }: PageViewsOptions): PageViews {
  const referrers = createReferrerHosts(publicUrl);
  return {
    record(page, fields) {
      // Not `??=`: null is a result.
      if (fields.viewSource === undefined) fields.viewSource = viewSourceOf(fields, referrers);
      if (fields.viewSource !== false) count(page, fields.viewSource);
    },
  };
}

/** Fields in which browsers announce that a page is loaded without being shown. */
const PURPOSE_FIELDS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const NOT_SHOWN = /prefetch|prerender|preview/i;

function viewSourceOf(fields: RequestFields, referrers: ReferrerHosts): ViewSource {
  if (fields.find('dnt') === '1' || fields.find('sec-gpc') === '1') return false;
  for (const name of PURPOSE_FIELDS) {
    const purpose = fields.find(name);
    if (purpose !== undefined && NOT_SHOWN.test(purpose)) return false;
  }
  const destination = fields.find('sec-fetch-dest');
  const isActivation = fields.find(ACTIVATION_FIELD) === '1';
  // Older browsers and those on plain HTTP do not send it.
  if (destination !== undefined && destination !== 'document' && !isActivation) return false;
  if (isBot(fields.find('user-agent'))) return false;
  return referrers.find(fields.find('referer'), fields);
}

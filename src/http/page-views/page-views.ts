import type { ViewedPage } from '#domain/statistics/viewed-page.ts';
import { ACTIVATION_FIELD } from './activation.ts';
import { isBot } from './known-bots.ts';
import { type ReferrerHosts, createReferrerHosts } from './referrer-hosts.ts';
import type { RareField, RequestFields, ViewSource } from './request-fields.ts';

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
  const { findRare, destination } = fields;
  if (findRare !== null && isUnwanted(findRare)) return false;
  const isActivation = findRare?.(ACTIVATION_FIELD) === '1';
  // Older browsers and those on plain HTTP do not send it.
  if (destination !== undefined && destination !== 'document' && !isActivation) return false;
  if (isBot(fields.userAgent)) return false;
  return referrers.find(fields);
}

/** Whether the reader does not want to be counted, or the browser does not show the page. */
function isUnwanted(find: (name: RareField) => string | undefined): boolean {
  if (find('dnt') === '1' || find('sec-gpc') === '1') return true;
  return PURPOSE_FIELDS.some((name) => {
    const purpose = find(name);
    return purpose !== undefined && NOT_SHOWN.test(purpose);
  });
}

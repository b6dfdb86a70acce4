import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { settings, settingValue } from '#domain/site/tables.server.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import type { Transaction } from '#platform/db/database.ts';
import { withDeadline } from '#platform/deadline.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job, RetryLater } from '#platform/jobs/job.ts';
import type { OutboundPolicy } from '#platform/outbound/address-policy.server.ts';
import { FetchError } from '#platform/outbound/checked-request.server.ts';
import { postForm } from '#platform/outbound/post-form.server.ts';
import { findAuthorSlugs } from '../authors/queries.server.ts';
import { authorIdsOf } from '../bylines.ts';
import type { ArticleRow } from '../tables.server.ts';
import { feedPathsOf } from './feed.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const MIN_REQUESTED_SECONDS = 60;

/**
 * The slugs of the sections, authors and tags whose feeds have changed. Two articles with ten authors and ten tags each have
 * 129 feeds; at worst all requests time out, one after the other.
 */
const notifyHub = defineJobKind({
  kind: 'feeds.notify-hub',
  payload: z.object({
    sections: z.array(z.string()),
    authors: z.array(z.string()),
    // Jobs of earlier releases have none.
    tags: z.array(z.string()).default([]),
  }),
  runSeconds: 1500,
  // While the hub does not answer, several runs would occupy the places of other jobs, such as scheduled publications.
  isExclusive: true,
});

/**
 * Notifies the WebSub hub after the commit, if the settings name one, that the feeds of these articles have changed.
 *
 * @param articles published ones, before and after a change; null for an article that is not public
 * @param tags slugs of their tags
 */
export async function enqueueHubNotification(
  tx: Transaction,
  articles: readonly (Pick<ArticleRow, 'bylines' | 'categorySlug'> | null)[],
  tags: readonly string[],
): Promise<void> {
  const [hub] = await tx
    .select({ url: settingValue })
    .from(settings)
    .where(eq(settings.name, 'discovery_hub'));
  if (hub === undefined || hub.url === '') return;
  const changed = articles.filter((article) => article !== null);
  const authors = await findAuthorSlugs(tx, authorIdsOf(changed.flatMap(({ bylines }) => bylines)));
  await enqueue(tx, notifyHub, {
    sections: [...new Set(changed.map(({ categorySlug }) => categorySlug))],
    authors: [...authors.values()],
    tags: [...tags],
  });
}

interface HubNotificationDeps {
  readonly site: CurrentSite;
  readonly outbound: OutboundPolicy;
}

/**
 * Tells the hub which feeds have changed: one POST for each, with `hub.mode=publish` and `hub.url`, the form that hubs
 * accept (W3C WebSub, section 7, leaves it to them; PubSubHubbub 0.3, section 7.1). A hub that does not answer with 2xx is
 * tried again later, with all feeds: a notification may be repeated. If it says when, then not before that.
 */
export function hubNotificationJob({ site, outbound }: HubNotificationDeps): Job {
  return defineJob({
    ...notifyHub,
    async run({ sections, authors, tags }, { signal }) {
      const { url, discovery, sections: current } = site();
      const paths = feedPathsOf({
        sections: sections.flatMap((slug) => current.find(slug) ?? []),
        authors,
        tags,
      });
      for (const path of discovery.hub === null ? [] : paths)
        await withDeadline(
          REQUEST_TIMEOUT_MS,
          (requestSignal) =>
            postForm(
              discovery.hub ?? '',
              { 'hub.mode': 'publish', 'hub.url': url + path },
              { policy: outbound, signal: requestSignal },
            ),
          signal,
        ).catch(rethrowWithRetryAfter);
    },
  });
}

/** Throws the error. If the response of the hub has a `Retry-After`, the error sets the time of the next attempt. */
function rethrowWithRetryAfter(error: unknown): never {
  const seconds = error instanceof FetchError ? (error.retryAfterSeconds ?? 0) : 0;
  // A shorter delay than the usual ones would use up the attempts.
  if (error instanceof FetchError && seconds >= MIN_REQUESTED_SECONDS)
    throw new RetryLater(error.message, seconds);
  throw error;
}

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DeliveryState } from '#domain/newsletter/delivery.ts';
import type { SubscriberState } from '#domain/newsletter/subscriber.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

const { newsletter } = api.newsroom;
const overview = newsletter.$get;
const subscribers = newsletter.subscribers.$get;
const issues = newsletter.issues.$get;
const copies = newsletter.issues[':id'].copies.$get;
const candidates = newsletter.issues[':id'].candidates.$get;

/** The overview of the newsletter. */
export type Overview = ResponseBody<Awaited<ReturnType<typeof overview>>>;
export type Issue = NonNullable<Overview['issue']>;
export type IssueArticle = Issue['articles'][number];
export type IssueRow = ResponseBody<Awaited<ReturnType<typeof issues>>>['issues'][number];
export type Subscriber = ResponseBody<Awaited<ReturnType<typeof subscribers>>>['subscribers'][number];
export type Delivery = ResponseBody<Awaited<ReturnType<typeof copies>>>['copies'][number];

/** The prefix of all newsletter queries, which every change invalidates. */
export const NEWSLETTER_KEY = ['newsroom', 'newsletter'];

/** Milliseconds between two polls of an issue that is approved or sending. */
const POLL_INTERVAL_MS = 2_000;

export function overviewQuery() {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'overview'],
    queryFn: ({ signal }) => parseResponse(overview({}, { init: { signal } })),
    refetchInterval: ({ state }) => (isInProgress(state.data?.issue ?? null) ? POLL_INTERVAL_MS : false),
  });
}

function isInProgress(issue: Issue | null): boolean {
  return issue?.status === 'approved' || issue?.status === 'sending';
}

/** Puts the issue from a response into the cached overview. A sent issue is no longer the current one. */
export function setCurrentIssue(queries: QueryClient, issue: Issue): void {
  const open = issue.status === 'sent' ? null : issue;
  queries.setQueryData<Overview>(overviewQuery().queryKey, (before) =>
    before === undefined ? undefined : { ...before, issue: open },
  );
}

export function candidateArticlesQuery(id: string) {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'candidates', id],
    queryFn: ({ signal }) => parseResponse(candidates({ param: { id } }, { init: { signal } })),
  });
}

export interface SubscriberView {
  readonly status: SubscriberState | '';
  readonly search: string;
  readonly page: number;
}

export function subscriberListQuery({ status, search, page }: SubscriberView) {
  const query = {
    page: String(page),
    ...(search === '' ? {} : { search }),
    ...(status === '' ? {} : { status }),
  };
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'subscribers', query],
    queryFn: ({ signal }) => parseResponse(subscribers({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export function issueListQuery(page: number) {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'issues', page],
    queryFn: ({ signal }) => parseResponse(issues({ query: { page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export function deliveryListQuery(id: string, status: DeliveryState, page: number) {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'copies', id, status, page],
    queryFn: ({ signal }) =>
      parseResponse(copies({ param: { id }, query: { status, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DeliveryState } from '#domain/newsletter/delivery.ts';
import type { SubscriberState } from '#domain/newsletter/subscriber.ts';
import { answerOf, type AnswerOf, api } from '../api-client.ts';

const { newsletter } = api.newsroom;
const overview = newsletter.$get;
const subscribers = newsletter.subscribers.$get;
const issues = newsletter.issues.$get;
const copies = newsletter.issues[':id'].copies.$get;
const candidates = newsletter.issues[':id'].candidates.$get;

/** How the newsletter stands. */
export type Overview = AnswerOf<Awaited<ReturnType<typeof overview>>>;
export type Issue = NonNullable<Overview['issue']>;
export type IssueArticle = Issue['articles'][number];
export type IssueRow = AnswerOf<Awaited<ReturnType<typeof issues>>>['issues'][number];
export type Subscriber = AnswerOf<Awaited<ReturnType<typeof subscribers>>>['subscribers'][number];
export type Copy = AnswerOf<Awaited<ReturnType<typeof copies>>>['copies'][number];

/** Everything that is known of the newsletter: what a change makes stale. */
export const NEWSLETTER_KEY = ['newsroom', 'newsletter'];

/** Milliseconds between two looks at an issue that is on its way. */
const WATCH = 2_000;

export function newsletterOverview() {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'overview'],
    queryFn: ({ signal }) => answerOf(overview({}, { init: { signal } })),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.issue ?? null) ? WATCH : false),
  });
}

export function isUnderWay(issue: Issue | null): boolean {
  return issue?.status === 'approved' || issue?.status === 'sending';
}

/** Shows an issue as a command answered with it, without asking again; one that has ended is none any more. */
export function showIssue(queries: QueryClient, issue: Issue): void {
  const open = issue.status === 'sent' ? null : issue;
  queries.setQueryData<Overview>(newsletterOverview().queryKey, (before) =>
    before === undefined ? undefined : { ...before, issue: open },
  );
}

export function candidatesFor(id: string) {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'candidates', id],
    queryFn: ({ signal }) => answerOf(candidates({ param: { id } }, { init: { signal } })),
  });
}

export interface SubscriberView {
  readonly status: SubscriberState | '';
  readonly search: string;
  readonly page: number;
}

export function subscribersIn({ status, search, page }: SubscriberView) {
  const query = {
    page: String(page),
    ...(search === '' ? {} : { search }),
    ...(status === '' ? {} : { status }),
  };
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'subscribers', query],
    queryFn: ({ signal }) => answerOf(subscribers({ query }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export function issuesOn(page: number) {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'issues', page],
    queryFn: ({ signal }) => answerOf(issues({ query: { page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

export function copiesOf(id: string, status: DeliveryState, page: number) {
  return queryOptions({
    queryKey: [...NEWSLETTER_KEY, 'copies', id, status, page],
    queryFn: ({ signal }) =>
      answerOf(copies({ param: { id }, query: { status, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

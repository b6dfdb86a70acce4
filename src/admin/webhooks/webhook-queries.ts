import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Command, useCommand } from '../api/use-command.ts';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const list = api.newsroom.webhooks.$get;
const deliveries = api.newsroom.webhooks[':id'].deliveries.$get;

export type Webhook = ResponseBody<Awaited<ReturnType<typeof list>>>['webhooks'][number];
export type Delivery = ResponseBody<Awaited<ReturnType<typeof deliveries>>>['deliveries'][number];

const WEBHOOKS_KEY = ['newsroom', 'webhooks'];
/** While something is being sent at this moment. */
const POLL_MS = 2_000;

export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS_KEY, 'list'],
  queryFn: ({ signal }) => parseResponse(list({}, { init: { signal } })),
  // There are so few of them that one page has them all.
  select: ({ webhooks }) => ({ webhooks, page: 1, page_count: 1 }),
});

export const deliveriesKey = (id: string) => [...WEBHOOKS_KEY, 'deliveries', id];

export function deliveryListQuery({ id, page }: { readonly id: string; readonly page: number }) {
  return queryOptions({
    queryKey: [...deliveriesKey(id), page],
    queryFn: ({ signal }) =>
      parseResponse(deliveries({ param: { id }, query: { page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isBeingSent) === true ? POLL_MS : false),
  });
}

/** Pending, and not because it waits for its next attempt. */
export const isBeingSent = ({ state, due_at }: Pick<Delivery, 'state' | 'due_at'>): boolean =>
  state === 'pending' && due_at === null;

/** The input that leaves a webhook as it is. */
export const inputOf = ({ name, url, events, is_enabled }: Webhook) => ({ name, url, events, is_enabled });

/** Runs a command, shows a toast, and loads webhooks and deliveries again. */
export const useWebhookCommand = <Input = void, Result = unknown>(command: Command<Input, Result>) =>
  useCommand(command, { queryKey: WEBHOOKS_KEY });

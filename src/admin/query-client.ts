import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';
import { ACCESS_QUERY_KEY } from './session/access.ts';
import { onSessionEvent } from './session/newsroom-session.ts';

const MAX_RETRIES = 3;
const MAX_RETRY_DELAY_MS = 8_000;

// By default components learn of a change in a later task, so that a second click in the meantime would send a form twice.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: refetchAccess }),
    mutationCache: new MutationCache({ onError: refetchAccess }),
    defaultOptions: {
      queries: {
        // `navigator.onLine` is unreliable, so requests are always attempted.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < MAX_RETRIES && error instanceof ApiError && error.isTemporary,
        retryDelay: (failure) => Math.min(500 * 2 ** failure, MAX_RETRY_DELAY_MS),
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
  });

  /** Checks the role again after a 403 response: it may have been revoked. */
  function refetchAccess(error: Error): void {
    if (error instanceof ApiError && error.status === 403)
      void client.invalidateQueries({ queryKey: ACCESS_QUERY_KEY });
  }

  // The next account must not see the cached data of the previous one.
  onSessionEvent((event) => {
    if (event === 'SIGNED_OUT' || event === 'SIGNED_IN') client.clear();
  });
  return client;
}

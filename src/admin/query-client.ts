import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error.ts';
import { ACCESS_KEY } from './session/access.ts';
import { onSessionEvent } from './session/newsroom-session.ts';

/** How often a request that failed for a passing reason is made again, and the most milliseconds between two. */
const RETRIES = 3;
const LONGEST_PAUSE = 8_000;

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: askForAccessAgain }),
    mutationCache: new MutationCache({ onError: askForAccessAgain }),
    defaultOptions: {
      queries: {
        // The browser's own idea of being online is often wrong; the request itself knows.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isTemporary,
        retryDelay: (failure) => Math.min(500 * 2 ** failure, LONGEST_PAUSE),
        staleTime: 10_000,
      },
      mutations: { networkMode: 'always' },
    },
  });

  /** Refused to somebody who is signed in: the role may have been taken away. */
  function askForAccessAgain(error: Error): void {
    if (error instanceof ApiError && error.status === 403)
      void client.invalidateQueries({ queryKey: ACCESS_KEY });
  }

  // What one account has read is not for the next one.
  onSessionEvent((event) => {
    if (event === 'SIGNED_OUT' || event === 'SIGNED_IN') client.clear();
  });
  return client;
}

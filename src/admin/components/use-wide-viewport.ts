import { useMediaQuery } from './use-media-query.ts';

/** Whether a table of seven columns fits. From 75rem on, the tabs of the dashboard are beside it. */
export function useWideViewport(): boolean {
  return useMediaQuery('(66rem <= width < 75rem), (width >= 80rem)');
}

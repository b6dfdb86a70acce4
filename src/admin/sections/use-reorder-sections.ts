import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { toastFailure } from '../components/toast.tsx';
import { publishSections, refreshSections, type Section, sectionsQuery } from './section-queries.ts';

/** Shows a new order at once and saves it. Saves run one after the other, each based on the previous one. */
export function useReorderSections() {
  const queries = useQueryClient();
  const { queryKey } = sectionsQuery();
  const saving = useMutation({
    scope: { id: 'section-order' },
    mutationFn(sections: readonly Section[]) {
      const header = { 'if-match': `"${queries.getQueryData(queryKey)?.revision ?? ''}"` };
      const json = { slugs: sections.map(({ slug }) => slug) };
      return parseResponse(api.newsroom['section-order'].$put({ header, json }));
    },
    onSuccess(saved) {
      // The order in the cache may be newer already.
      queries.setQueryData(queryKey, (shown) => shown && { ...shown, revision: saved.revision });
      publishSections(saved);
    },
    async onError(error) {
      toastFailure('Failed to save the order', error instanceof ApiError ? error.message : undefined);
      await refreshSections(queries);
    },
  });
  return (sections: readonly Section[]) => {
    // A list that is being loaded may have the former order. Not awaited: the next move starts from this one.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (shown) => shown && { ...shown, sections: [...sections] });
    saving.mutate(sections);
  };
}

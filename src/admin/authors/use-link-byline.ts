import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { ApiError } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { useUnloadGuard } from '../unsaved/use-unload-guard.ts';
import { AUTHORS_KEY } from './author-queries.ts';

interface BylineLink {
  readonly name: string;
  /** The id of a profile; null creates one with the name. */
  readonly author: string | null;
}

/** Links a name to a profile in all articles, request by request, because each request links a limited number. */
export function useLinkByline() {
  const queries = useQueryClient();
  /** Articles that are left; null while nothing is linked. */
  const [remaining, setRemaining] = useState<number | null>(null);
  const linking = useMutation({
    mutationFn: async ({ name, author }: BylineLink): Promise<number> => {
      const id = author ?? (await parseResponse(api.newsroom.authors.$post({ json: { name, slug: '' } }))).id;
      let linked = 0;
      for (;;) {
        const json = { name, author: id };
        const batch = await parseResponse(api.newsroom['free-bylines'].links.$post({ json }));
        linked += batch.linked;
        if (batch.remaining === 0 || batch.linked === 0) return linked;
        setRemaining(batch.remaining);
      }
    },
    onSuccess: (linked) => toastSuccess(`${formatCount(linked, 'article')} linked`),
    onError: (error) =>
      toastFailure('Failed to link the name', error instanceof ApiError ? error.message : undefined),
    onSettled() {
      setRemaining(null);
      return queries.invalidateQueries({ queryKey: AUTHORS_KEY });
    },
  });
  useUnloadGuard(() => linking.isPending);
  return { linking, remaining };
}

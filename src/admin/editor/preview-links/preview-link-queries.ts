import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, parseResponse, type ResponseBody } from '../../api-client.ts';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';

const links = api.newsroom.articles[':id']['preview-links'];

export type PreviewLink = ResponseBody<Awaited<ReturnType<typeof links.$get>>>['links'][number];

// The id comes from the address bar, and the client inserts parameters without encoding them.
const param = (id: string) => ({ id: encodeURIComponent(id) });

/** The links to the preview of an article that work, the newest first. */
export function previewLinksQuery(articleId: string) {
  return queryOptions({
    queryKey: ['preview-links', articleId],
    queryFn: ({ signal }) => parseResponse(links.$get({ param: param(articleId) }, { init: { signal } })),
    select: (response: { readonly links: readonly PreviewLink[] }) => response.links,
  });
}

/** Creates a link. Its address is only in this response. */
export function useCreatePreviewLink(articleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => parseResponse(links.$post({ param: param(articleId) })),
    onSuccess(created) {
      queries.setQueryData(previewLinksQuery(articleId).queryKey, { links: created.links });
    },
  });
}

export function useRevokePreviewLink(articleId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (link: string) =>
      parseResponse(links[':link'].$delete({ param: { ...param(articleId), link } })),
    onSuccess(rest) {
      queries.setQueryData(previewLinksQuery(articleId).queryKey, rest);
      toastSuccess('Link revoked', 'It does not show the preview any more.');
    },
    async onError(error) {
      toastFailure('Failed to revoke the link', error.message);
      // It may have ended in the meantime.
      await queries.invalidateQueries(previewLinksQuery(articleId));
    },
  });
}

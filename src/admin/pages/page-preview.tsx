import { useQuery } from '@tanstack/react-query';
import { OwnPageView } from '#reader/page/own-page-view.tsx';
import { api, parseResponse } from '../api-client.ts';
import { PREVIEW_QUERY, PreviewFrame } from '../editor/preview/preview-frame.tsx';
import { inputOf, type PageFormValues } from './page-form-values.ts';

interface PagePreviewProps {
  readonly values: PageFormValues;
  readonly onClose: () => void;
}

/** Preview of the form, rendered with the view of the reader pages. */
export function PagePreview({ values, onClose }: PagePreviewProps) {
  // A preview needs no title, unlike a save.
  const json = { ...inputOf(values), title: values.title.trim() || 'Untitled' };
  const preview = useQuery({
    ...PREVIEW_QUERY,
    queryKey: ['page-preview', json],
    queryFn: ({ signal }) => parseResponse(api.newsroom.pages.previews.$post({ json }, { init: { signal } })),
  });
  return (
    <PreviewFrame preview={preview} closeLabel="Close" onClose={onClose}>
      {({ page }) => <OwnPageView page={page} />}
    </PreviewFrame>
  );
}

import { useQuery } from '@tanstack/react-query';
import { findSampleTexts } from '#domain/site/sample-texts.ts';
import { AboutView } from '#reader/about/about-view.tsx';
import { api, parseResponse } from '../../api-client.ts';
import { PREVIEW_QUERY, PreviewFrame } from '../../editor/preview/preview-frame.tsx';
import { type AboutFormValues, blocksOf } from './about-form-values.ts';

interface AboutPreviewProps {
  readonly values: AboutFormValues;
  readonly onClose: () => void;
}

/** Preview of the form, rendered with the view of the reader page. */
export function AboutPreview({ values, onClose }: AboutPreviewProps) {
  const json = blocksOf(values);
  const preview = useQuery({
    ...PREVIEW_QUERY,
    queryKey: ['about-preview', json],
    queryFn: ({ signal }) => parseResponse(api.newsroom.about.previews.$post({ json }, { init: { signal } })),
  });
  return (
    <PreviewFrame preview={preview} closeLabel="Close" onClose={onClose}>
      {(shown) => (
        <article>
          <AboutView {...shown} samples={findSampleTexts(json)} />
        </article>
      )}
    </PreviewFrame>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { ArticleView } from '#reader/article/article-view.tsx';
import { readPublication } from '../../publication.ts';
import { useSections } from '../../sections/use-sections.ts';
import type { ArticleInput } from '../draft/draft.ts';
import { loadPreview } from './load-preview.ts';
import { PREVIEW_QUERY, PreviewFrame } from './preview-frame.tsx';

interface PreviewDialogProps {
  readonly input: ArticleInput;
  /** Label of the close button. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** Opens the links to the preview; undefined for an article that cannot be shared. */
  readonly onShare: (() => void) | undefined;
}

/** Preview of the article, rendered with the `ArticleView` of the reader pages. */
export function PreviewDialog({ input, closeLabel, onClose, onShare }: PreviewDialogProps) {
  const preview = useQuery({
    ...PREVIEW_QUERY,
    queryKey: ['preview', input],
    queryFn: ({ signal }) => loadPreview(input, signal),
  });
  const sections = useSections();
  return (
    <PreviewFrame
      preview={preview}
      closeLabel={closeLabel}
      onClose={onClose}
      actions={
        onShare !== undefined && (
          <button type="button" className="button button-secondary button-small" onClick={onShare}>
            <Share2 size={16} aria-hidden="true" />
            <span className="editor-bar-label">Share preview</span>
          </button>
        )
      }
    >
      {({ article, tagSlugs }) => (
        <ArticleView
          article={article}
          tagSlugs={tagSlugs}
          commentCount={0}
          site={{ timeZone: readPublication().timeZone, sections }}
        />
      )}
    </PreviewFrame>
  );
}

import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ArticleView } from '#reader/article/article-view.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { readPublication } from '../../publication.ts';
import { useSections } from '../../sections/use-sections.ts';
import type { ArticleInput } from '../draft/draft.ts';
import { loadPreview } from './load-preview.ts';

interface PreviewDialogProps {
  readonly input: ArticleInput;
  /** Label of the close button. */
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** Full-screen preview of the article, rendered with the `ArticleView` of the reader pages. */
export function PreviewDialog({ input, closeLabel, onClose }: PreviewDialogProps) {
  const preview = useQuery({
    queryKey: ['preview', input],
    queryFn: ({ signal }) => loadPreview(input, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const sections = useSections();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="preview">
          <header className="preview-bar">
            <Dialog.Title className="preview-name">Preview</Dialog.Title>
            <Dialog.Close className="button button-small">
              <X size={16} aria-hidden="true" />
              {closeLabel}
            </Dialog.Close>
          </header>
          <div className="preview-page" onClickCapture={openInNewTab}>
            {preview.isPending && <Spinner label="Loading preview..." />}
            {preview.isError && (
              <Notice text={preview.error.message} isFailure>
                <button type="button" className="button" onClick={() => void preview.refetch()}>
                  Try again
                </button>
              </Notice>
            )}
            {preview.data !== undefined && (
              <ArticleView
                article={preview.data}
                commentCount={0}
                site={{ timeZone: readPublication().timeZone, sections }}
              />
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Opens links of the article in a new tab, so that the editor stays open. */
function openInNewTab(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  if (!link.getAttribute('href')?.startsWith('#')) open(link.href, '_blank', 'noopener');
}

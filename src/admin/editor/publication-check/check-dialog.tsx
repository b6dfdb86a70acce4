import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { PREVIEW_QUERY } from '../preview/preview-frame.tsx';
import { FindingList } from './finding-list.tsx';
import { type CheckedInput, type CheckFinding, loadCheck } from './load-check.ts';
import { PreviewSections } from './preview-sections.tsx';
import { WeightTable } from './weight-table.tsx';

interface CheckDialogProps extends CheckedInput {
  readonly onClose: () => void;
  /** Closes the dialog and brings the editor to what a finding is about. */
  readonly onOpenFinding: (finding: CheckFinding) => void;
}

/** What the article would look like wherever readers see it, and what should be corrected first. The editor stays open behind it. */
export function CheckDialog({ input, articleId, onClose, onOpenFinding }: CheckDialogProps) {
  /** The field of a finding gets the focus then, and not the button that opened the dialog. */
  const isFollowingFinding = useRef(false);
  const check = useQuery({
    ...PREVIEW_QUERY,
    queryKey: ['publication-check', articleId, input],
    queryFn: ({ signal }) => loadCheck({ input, articleId }, signal),
  });
  const openFinding = (finding: CheckFinding) => {
    isFollowingFinding.current = true;
    onOpenFinding(finding);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="preview" finalFocus={() => !isFollowingFinding.current}>
          <header className="preview-bar">
            <Dialog.Title className="preview-name">Check before publishing</Dialog.Title>
            <Dialog.Close className="button button-small">
              <X size={16} aria-hidden="true" />
              Back to Edit
            </Dialog.Close>
          </header>
          <div className="preview-page">
            <div className="container publication-check" aria-busy={check.isPending}>
              {check.isPending && <Spinner label="Checking the article..." />}
              {check.error !== null && (
                <Notice text={check.error.message} isFailure>
                  <button type="button" className="button" onClick={() => void check.refetch()}>
                    Try again
                  </button>
                </Notice>
              )}
              {check.data !== undefined && (
                <>
                  <FindingList check={check.data} onOpen={openFinding} />
                  <PreviewSections previews={check.data.previews} />
                  <WeightTable check={check.data} />
                </>
              )}
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

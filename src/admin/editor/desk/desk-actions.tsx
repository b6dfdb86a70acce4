import { useStore } from '../store.ts';
import type { Step } from '../draft/draft-store.ts';
import type { Saving } from '../saving/use-saving.ts';
import type { Desk } from './desk.ts';
import { SaveStatus } from './save-status.tsx';

interface DeskActionsProps {
  readonly desk: Desk;
  readonly step: Step;
  readonly saving: Saving;
  readonly onPreview: () => void;
}

/** What can be done in this step, always in reach at the foot of the window. */
export function DeskActions({ desk, step, saving, onPreview }: DeskActionsProps) {
  const state = useStore(desk.queue.store);
  const isPublished = useStore(desk.isPublished);
  const busy = state.kind === 'saving' ? (state.isDraft ? 'draft' : 'publish') : null;
  const isBusy = busy !== null || saving.isWaitingForPictures;
  const back = () => desk.draft.dispatch({ type: 'went', step: 1 });
  return (
    <footer className="editor-foot">
      <div className="container editor-foot-row">
        <SaveStatus desk={desk} />
        {saving.isWaitingForPictures && <p role="status">Waiting for pictures to arrive…</p>}
        <div className="editor-actions">
          {step === 2 && (
            <button type="button" className="button button-plain" onClick={back}>
              Back
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={onPreview}>
            Preview
          </button>
          {step === 1 && (
            <button type="submit" form="article-details" className="button">
              Next: Write Content
            </button>
          )}
          {step === 2 && (
            <>
              <button
                type="button"
                className="button button-quiet"
                disabled={isBusy}
                onClick={() => saving.save(true)}
              >
                {busy === 'draft' ? 'Saving...' : 'Draft'}
              </button>
              <button type="button" className="button" disabled={isBusy} onClick={() => saving.save(false)}>
                {publishLabel(isPublished, busy === 'publish')}
              </button>
            </>
          )}
        </div>
      </div>
    </footer>
  );
}

function publishLabel(isPublished: boolean, isBusy: boolean): string {
  if (isPublished) return isBusy ? 'Updating...' : 'Update';
  return isBusy ? 'Publishing...' : 'Publish';
}

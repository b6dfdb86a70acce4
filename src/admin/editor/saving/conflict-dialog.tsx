import { Dialog } from '../../parts/dialog.tsx';
import { shortMoment } from '../../parts/dates.ts';
import { draftFrom } from '../draft/draft.ts';
import type { Desk } from '../desk/desk.ts';
import { Comparison } from '../revisions/comparison.tsx';
import { useStore } from '../store.ts';
import { useMemo } from 'react';
import type { SaveState } from './save-queue.ts';

/** Somebody else has saved meanwhile: shows both versions and asks which one goes on. Nothing is thrown away. */
export function ConflictDialog({ desk }: { readonly desk: Desk }) {
  const state = useStore(desk.queue.store);
  if (state.kind !== 'stale') return null;
  return <Question desk={desk} state={state} />;
}

interface QuestionProps {
  readonly desk: Desk;
  readonly state: Extract<SaveState, { kind: 'stale' }>;
}

function Question({ desk, state: { job, theirs } }: QuestionProps) {
  const theirDraft = useMemo(() => draftFrom(theirs), [theirs]);
  const who = theirs.updated_by_name ?? 'Somebody';
  const keepMine = () => {
    desk.queue.rebase({ id: theirs.id, revision: theirs.revision });
    desk.queue.submit(job);
  };
  return (
    <Dialog
      isOpen
      width="wide"
      onClose={desk.queue.stop}
      title="This article has changed meanwhile"
      description={`${who} saved a newer version on ${shortMoment(theirs.updated_at)}, as ${theirs.is_draft ? 'a draft' : 'published'}.`}
      foot={
        <div className="dialog-answers">
          <button type="button" className="button button-quiet" onClick={desk.queue.stop}>
            Go on editing
          </button>
          <button type="button" className="button button-quiet" onClick={() => desk.adopt(theirs)}>
            Take theirs
          </button>
          <button type="button" className="button" onClick={keepMine}>
            Keep mine
          </button>
        </div>
      }
    >
      <div className="grid gap-4">
        <p>
          Keeping yours saves it as the newest revision; theirs stays among the revisions. Taking theirs keeps
          yours in this browser, to be restored.
        </p>
        <p className="comparison-key">
          From theirs to yours: <del>only in theirs</del> <ins>only in yours</ins>
        </p>
        <Comparison before={theirDraft} after={job.draft} label="From their version to yours" />
      </div>
    </Dialog>
  );
}

import { Dialog } from '../../components/dialog.tsx';
import { FormDialogButtons } from '../../components/form-dialog-buttons.tsx';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { NoteForm, useNoteDraft } from './note-form.tsx';
import { useReturn } from './use-review.ts';

interface ReturnDialogProps {
  readonly session: EditorSession;
  readonly onClose: () => void;
}

/** Returns the article as it is stored; unsaved changes of the editor stay in this browser. */
export function ReturnDialog({ session, onClose }: ReturnDialogProps) {
  const base = session.queue.base();
  const draft = useNoteDraft(`article-return/${base?.id ?? ''}`);
  const returning = useReturn(session, draft.clear);
  const { text } = draft.values;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Return with a note"
      description="The article becomes a draft again, and its author sees the note at the top of the editor."
      footer={
        <FormDialogButtons
          form="return-note"
          action="Return"
          busyAction="Returning..."
          isBusy={returning.isPending}
          onCancel={onClose}
        />
      }
    >
      <NoteForm
        id="return-note"
        label="Note to the author"
        draft={draft}
        error={returning.error}
        onSend={() => base !== null && returning.mutate({ ...base, text })}
      />
    </Dialog>
  );
}

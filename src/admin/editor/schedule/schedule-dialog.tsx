import { Dialog } from '../../components/dialog.tsx';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { useStore } from '../store.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useScheduledUnpublishing } from './use-schedule.ts';

interface ScheduleDialogProps {
  readonly session: EditorSession;
  /** Saves the draft, and schedules its publication. */
  readonly onPublishLater: (at: Date) => void;
  readonly onClose: () => void;
}

/** Asks when a draft is published, or when a published article is taken offline. */
export function ScheduleDialog({ session, onPublishLater, onClose }: ScheduleDialogProps) {
  const { state, scheduled_at: scheduledAt } = useStore(session.status);
  const unpublishing = useScheduledUnpublishing(session, onClose);
  const isPublished = state === 'published';

  function schedule(at: Date): void {
    if (!isPublished) {
      onPublishLater(at);
      return onClose();
    }
    const base = session.queue.base();
    if (base !== null) unpublishing.mutate({ ...base, at });
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isPublished ? 'Take offline later' : 'Publish later'}
      description={
        isPublished
          ? 'Readers see the article until then.'
          : 'The article is saved as a draft. It is published at this moment, with the changes that are saved until then.'
      }
      hasInput
      footer={
        <div className="dialog-buttons">
          <button type="button" className="button button-secondary" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form="schedule" className="button" disabled={unpublishing.isPending}>
            {unpublishing.isPending ? 'Scheduling...' : 'Schedule'}
          </button>
        </div>
      }
    >
      <ScheduleForm
        id="schedule"
        scheduledAt={scheduledAt === null ? null : new Date(scheduledAt)}
        failure={unpublishing.error?.message}
        onSchedule={schedule}
      />
    </Dialog>
  );
}

import { useState } from 'react';
import { isPublic } from '#domain/articles/article-state.ts';
import type { ScheduledAction } from '#domain/articles/schedule/schedule.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { FormDialogButtons } from '../../components/form-dialog-buttons.tsx';
import { isUnsaved } from '../draft/draft-store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { useStore } from '../store.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { useScheduledUnpublishing } from './use-schedule.ts';

interface ScheduleDialogProps {
  readonly session: EditorSession;
  /** Saves the draft, or the changes of a published article for later, and schedules their publication. */
  readonly onPublishLater: (at: Date) => void;
  readonly onClose: () => void;
}

const TEXTS: Readonly<Record<ScheduledAction, { readonly title: string; readonly description: string }>> = {
  publish: {
    title: 'Publish later',
    description:
      'The article is saved as a draft. It is published at this moment, with the changes that are saved until then.',
  },
  publish_changes: {
    title: 'Publish changes later',
    description:
      'The changes are saved for later. They are published at this moment, with those that are saved until then.',
  },
  unpublish: { title: 'Take offline later', description: 'Readers see the article until then.' },
};

const CHOICES = [
  { value: 'publish_changes', label: 'Publish the changes' },
  { value: 'unpublish', label: 'Take the article offline' },
] as const;

/** Asks when a draft, or changes of a published article, are published, or when it is taken offline. */
export function ScheduleDialog({ session, onPublishLater, onClose }: ScheduleDialogProps) {
  const {
    state,
    scheduled_action: scheduled,
    scheduled_at,
    paused_schedule: paused,
  } = useStore(session.status);
  const scheduledAt = scheduled_at ?? paused?.at ?? null;
  const hasChanges = isUnsaved(useStore(session.draft)) || state === 'published_with_pending_changes';
  const initialAction = scheduled ?? paused?.action ?? 'publish_changes';
  const [chosen, setChosen] = useState<ScheduledAction>(initialAction);
  const action = actionFor(isPublic(state), hasChanges, chosen);
  const unpublishing = useScheduledUnpublishing(session, onClose);

  function schedule(at: Date): void {
    if (action !== 'unpublish') {
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
      {...TEXTS[action]}
      hasInput={chosen !== initialAction}
      footer={
        <FormDialogButtons
          form="schedule"
          action="Schedule"
          busyAction="Scheduling..."
          isBusy={unpublishing.isPending}
          onCancel={onClose}
        />
      }
    >
      <div className="grid gap-4">
        {isPublic(state) && hasChanges && (
          <SelectField
            label="Action"
            value={action}
            options={CHOICES}
            onChange={(value) => setChosen(value === 'unpublish' ? 'unpublish' : 'publish_changes')}
          />
        )}
        <ScheduleForm
          id="schedule"
          scheduledAt={scheduledAt === null ? null : new Date(scheduledAt)}
          failure={unpublishing.error?.message}
          onSchedule={schedule}
        />
      </div>
    </Dialog>
  );
}

function actionFor(isPublished: boolean, hasChanges: boolean, chosen: ScheduledAction): ScheduledAction {
  if (!isPublished) return 'publish';
  return hasChanges && chosen !== 'unpublish' ? 'publish_changes' : 'unpublish';
}

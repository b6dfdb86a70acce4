import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { publishDateError } from '#domain/articles/publish-date.ts';
import { momentText } from '../../components/dates.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialogButtons } from '../../components/form-dialog-buttons.tsx';
import { toastSuccess } from '../../components/toast.tsx';
import { usePermissions } from '../../session/access.ts';
import { articlesApi } from '../articles-api.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import { ScheduleForm } from '../schedule/schedule-form.tsx';
import { useStore } from '../store.ts';

/** When the article was first published, with a button to correct it. Nothing for an article that never was. */
export function PublishDate({ session }: { readonly session: EditorSession }) {
  const { publish_date: date } = useStore(session.status);
  const canPublish = usePermissions()('article.publish');
  const [isOpen, setOpen] = useState(false);
  if (date === null) return null;
  return (
    <p className="fact-line publish-date">
      First published <time dateTime={date}>{momentText(new Date(date))}</time>
      {canPublish && (
        <button type="button" className="button button-plain button-small" onClick={() => setOpen(true)}>
          Correct the date
        </button>
      )}
      {isOpen && <PublishDateDialog session={session} date={new Date(date)} onClose={() => setOpen(false)} />}
    </p>
  );
}

interface PublishDateDialogProps {
  readonly session: EditorSession;
  readonly date: Date;
  readonly onClose: () => void;
}

function PublishDateDialog({ session, date, onClose }: PublishDateDialogProps) {
  const queries = useQueryClient();
  const correction = useMutation({
    mutationFn: ({ id, revision, at }: BaseRevision & { readonly at: Date }) =>
      articlesApi.correctPublishDate(id, at, revision),
    onSuccess(article) {
      session.setStatus(article);
      toastSuccess('Publication date corrected');
      onClose();
      void queries.invalidateQueries();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Correct the publication date"
      description="Readers see this date. Lists, archive, feeds and sitemaps follow it at once; the text stays as it is."
      footer={
        <FormDialogButtons
          form="publish-date"
          action="Correct the date"
          busyAction="Saving..."
          isBusy={correction.isPending}
          onCancel={onClose}
        />
      }
    >
      <ScheduleForm
        id="publish-date"
        scheduledAt={date}
        errorOf={publishDateError}
        failure={correction.error?.message}
        onSchedule={(at) => {
          const base = session.queue.base();
          if (base !== null) correction.mutate({ ...base, at });
        }}
      />
    </Dialog>
  );
}

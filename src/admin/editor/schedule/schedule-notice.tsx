import type { ScheduledAction } from '#domain/articles/schedule/schedule.ts';
import { momentText } from '../../components/dates.ts';
import { usePermissions } from '../../session/access.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { useStore } from '../store.ts';
import { useCancelSchedule } from './use-schedule.ts';

interface ScheduleNoticeProps {
  readonly session: EditorSession;
  readonly articleId: string;
  readonly onChange: () => void;
}

const TEXTS: Readonly<Record<ScheduledAction, { readonly what: string; readonly how: string }>> = {
  publish: { what: 'Will be published on', how: 'With the changes that are saved until then.' },
  publish_changes: {
    what: 'The pending changes will be published on',
    how: 'With those that are saved until then.',
  },
  unpublish: { what: 'Will be taken offline on', how: 'Readers see it until then.' },
};

/** What is scheduled for the article, with the buttons that change and cancel it. */
export function ScheduleNotice({ session, articleId, onChange }: ScheduleNoticeProps) {
  const { scheduled_action: action, scheduled_at: at } = useStore(session.status);
  const cancelling = useCancelSchedule(session);
  const canPublish = usePermissions()('article.publish');
  if (action === null || at === null) return null;
  return (
    <section className="editor-notice" aria-label="Schedule">
      <p>
        <strong>
          {TEXTS[action].what} <time dateTime={at}>{momentText(new Date(at))}</time>
        </strong>
        <br />
        {TEXTS[action].how}
      </p>
      {canPublish && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button button-secondary button-small" onClick={onChange}>
            Change
          </button>
          <button
            type="button"
            className="button button-secondary button-small"
            disabled={cancelling.isPending}
            onClick={() => cancelling.mutate({ id: articleId, action })}
          >
            {cancelling.isPending ? 'Cancelling...' : 'Cancel schedule'}
          </button>
        </div>
      )}
    </section>
  );
}

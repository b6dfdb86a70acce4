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

const PAUSED_TEXTS: Readonly<Record<ScheduledAction, string>> = {
  publish: 'On hold: was to be published on',
  publish_changes: 'On hold: the pending changes were to be published on',
  unpublish: 'On hold: was to be taken offline on',
};

/** What is scheduled for the article, or was and is on hold, with the buttons that change and cancel it. */
export function ScheduleNotice({ session, articleId, onChange }: ScheduleNoticeProps) {
  const {
    scheduled_action: scheduled,
    scheduled_at: scheduledAt,
    paused_schedule: paused,
  } = useStore(session.status);
  const cancelling = useCancelSchedule(session);
  const canPublish = usePermissions()('article.publish');
  const action = scheduled ?? paused?.action ?? null;
  const at = scheduledAt ?? paused?.at ?? null;
  if (action === null || at === null) return null;
  return (
    <section className="editor-notice" aria-label="Schedule">
      <p>
        <strong>
          {paused === null ? TEXTS[action].what : PAUSED_TEXTS[action]}{' '}
          <time dateTime={at}>{momentText(new Date(at))}</time>
        </strong>
        <br />
        {paused === null ? TEXTS[action].how : <PausedReason byName={paused.by_name} />}
      </p>
      {canPublish && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="button button-secondary button-small" onClick={onChange}>
            {paused === null ? 'Change' : 'Schedule again'}
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

function PausedReason({ byName }: { readonly byName: string }) {
  const who = byName === '' ? 'The account that scheduled it' : <bdi>{byName}</bdi>;
  return (
    <>
      {who}
      {byName === '' ? ' ' : ', who scheduled it, '}may not publish it any more. Nothing happens until an
      editor schedules it again, does it now, or cancels the schedule.
    </>
  );
}

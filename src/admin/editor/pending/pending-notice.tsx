import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { usePermissions } from '../../session/access.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { useStore } from '../store.ts';
import { LiveComparison } from './live-comparison.tsx';
import { useDiscard } from './use-discard.ts';

interface PendingNoticeProps {
  readonly session: EditorSession;
  readonly articleId: string;
  /** Publishes what is in the editor, with the rules of *Update*. */
  readonly onPublish: () => void;
}

/** What can be done with the pending changes of a published article. */
export function PendingNotice({ session, articleId, onPublish }: PendingNoticeProps) {
  const { live_revision: liveRevision, scheduled_action: scheduled } = useStore(session.status);
  const isSaving = useStore(session.queue.store).kind === 'saving';
  const canPublish = usePermissions()('article.publish');
  const [dialog, setDialog] = useState<'compare' | 'discard' | null>(null);
  const close = () => setDialog(null);
  const discarding = useDiscard(session, close);
  if (liveRevision === null) return null;
  const isBusy = isSaving || discarding.isPending;
  return (
    <section className="editor-notice" aria-label="Pending changes">
      <p>
        <strong>This article has pending changes</strong>
        <br />
        You are editing them. Readers see the article without them until they are published.
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button button-secondary button-small"
          onClick={() => setDialog('compare')}
        >
          Compare with the live text
        </button>
        {canPublish && (
          <>
            <button type="button" className="button button-small" disabled={isBusy} onClick={onPublish}>
              Publish changes
            </button>
            <button
              type="button"
              className="button button-secondary button-small"
              disabled={isBusy}
              onClick={() => setDialog('discard')}
            >
              Discard changes
            </button>
          </>
        )}
      </div>
      {dialog === 'compare' && (
        <LiveComparison session={session} articleId={articleId} liveRevision={liveRevision} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={dialog === 'discard'}
        title="Discard changes"
        text={
          scheduled === 'publish_changes'
            ? 'Readers keep seeing the live text, and the scheduled publication is cancelled. The changes stay in the list of revisions.'
            : 'Readers keep seeing the live text. The changes stay in the list of revisions.'
        }
        busyAction="Discarding..."
        isBusy={discarding.isPending}
        isDangerous
        onConfirm={() => {
          const base = session.queue.base();
          if (base !== null) discarding.mutate(base);
        }}
        onCancel={close}
      />
    </section>
  );
}

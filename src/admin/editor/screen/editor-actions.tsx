import { useStore } from '../store.ts';
import type { Step } from '../draft/draft-store.ts';
import type { Saving } from '../saving/use-saving.ts';
import { isPublic } from '#domain/articles/article-state.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { SaveState } from '../editor-session/save-queue.ts';
import { StateBadge } from '../../components/state-badge.tsx';
import { usePermissions } from '../../session/access.ts';
import { PresenceStatus } from '../presence/presence-status.tsx';
import { useFooterHeight } from './footer-height.ts';
import { SaveStatus } from './save-status.tsx';

interface EditorActionsProps {
  readonly session: EditorSession;
  /** Undefined before the first save. */
  readonly articleId: string | undefined;
  readonly step: Step;
  readonly saving: Saving;
  /** Whether the saved draft is being submitted for review, or scheduled. */
  readonly isSubmitting: boolean;
  readonly isScheduling: boolean;
  readonly onPreview: () => void;
}

/** The state of the article and the buttons of the current step, in a sticky footer. */
export function EditorActions({
  session,
  articleId,
  step,
  saving,
  isSubmitting,
  isScheduling,
  onPreview,
}: EditorActionsProps) {
  const footer = useFooterHeight();
  const state = useStore(session.queue.store);
  const article = useStore(session.status);
  const busy = busyButton(state);
  const isPublished = isPublic(article.state);
  const can = usePermissions();
  const canPublish = can('article.publish');
  const canSubmit = can('article.submit') && article.state === 'draft';
  const isBusy = busy !== null || saving.isWaitingForUploads || isSubmitting || isScheduling;
  const back = () => session.draft.dispatch({ type: 'stepChanged', step: 1 });
  return (
    <footer ref={footer} className="editor-footer">
      <div className="container editor-footer-row">
        <div className="editor-status">
          <StateBadge state={article.state} isReturned={article.returned_at !== null} />
          <SaveStatus session={session} />
          {articleId !== undefined && <PresenceStatus articleId={articleId} />}
        </div>
        {saving.isWaitingForUploads && <p role="status">Uploading pictures…</p>}
        <div className="editor-actions">
          {step === 2 && (
            <button type="button" className="button button-plain" onClick={back}>
              Back
            </button>
          )}
          <button type="button" className="button button-secondary" onClick={onPreview}>
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
                className={canPublish || canSubmit ? 'button button-secondary' : 'button'}
                disabled={isBusy}
                onClick={() => saving.save(true)}
              >
                {busy === 'draft' ? 'Saving...' : 'Draft'}
              </button>
              {canSubmit && (
                <button
                  type="button"
                  className={canPublish ? 'button button-secondary' : 'button'}
                  disabled={isBusy}
                  onClick={saving.submit}
                >
                  {isSubmitting ? 'Submitting...' : 'Submit for review'}
                </button>
              )}
              {canPublish && isPublished && (
                <button
                  type="button"
                  className="button button-secondary"
                  disabled={isBusy}
                  onClick={saving.saveForLater}
                >
                  {busy === 'later' ? 'Saving...' : 'Save changes for later'}
                </button>
              )}
              {canPublish && (
                <button type="button" className="button" disabled={isBusy} onClick={() => saving.save(false)}>
                  {publishLabel(isPublished, busy === 'publish')}
                </button>
              )}
            </>
          )}
        </div>
      </div>
    </footer>
  );
}

function busyButton(state: SaveState): 'draft' | 'later' | 'publish' | null {
  if (state.kind !== 'saving') return null;
  if (state.isForLater) return 'later';
  return state.isDraft ? 'draft' : 'publish';
}

function publishLabel(isPublished: boolean, isBusy: boolean): string {
  if (isPublished) return isBusy ? 'Updating...' : 'Update';
  return isBusy ? 'Publishing...' : 'Publish';
}

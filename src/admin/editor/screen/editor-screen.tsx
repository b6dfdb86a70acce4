import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { signsOwnArticles } from '#domain/accounts/permissions.ts';
import { isPublic } from '#domain/articles/article-state.ts';
import type { Byline } from '#domain/articles/bylines.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { type Access, useAccess, usePermissions } from '../../session/access.ts';
import { readPublication } from '../../publication.ts';
import { DetailsStep } from '../details/details-step.tsx';
import { type ArticleInput, inputFromDraft } from '../draft/draft.ts';
import { isUnsaved } from '../draft/draft-store.ts';
import { RecoveredDraftNotice } from './recovered-draft-notice.tsx';
import type { BaseRevision } from '../newsroom-article.ts';
import { CheckDialog } from '../publication-check/check-dialog.tsx';
import { openFinding } from '../publication-check/open-finding.ts';
import { PublishDate } from '../publish-date/publish-date.tsx';
import { PendingNotice } from '../pending/pending-notice.tsx';
import { AutosaveNotice } from '../server-autosave/autosave-notice.tsx';
import type { OpenedArticle } from '../server-autosave/choose-draft.ts';
import { ArticleNotes } from '../review/article-notes.tsx';
import { ReviewNotice } from '../review/review-notice.tsx';
import { NOT_SUBMITTED, useSubmission } from '../review/use-review.ts';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { ScheduleNotice } from '../schedule/schedule-notice.tsx';
import { notScheduled, useScheduledPublication } from '../schedule/use-schedule.ts';
import { RevisionsDialog } from '../revisions/revisions-dialog.tsx';
import { ConflictDialog } from '../saving/conflict-dialog.tsx';
import { createFollowUp } from '../saving/follow-up.ts';
import { useSaving } from '../saving/use-saving.ts';
import type { Upload } from '../pictures/uploads.ts';
import { toastFailure } from '../../components/toast.tsx';
import { useStore } from '../store.ts';
import type { TextEditorHandle } from '../text-editor/text-editor.tsx';
import { PreviewLinksDialog } from '../preview-links/preview-links-dialog.tsx';
import { PreviewDialog } from '../preview/preview-dialog.tsx';
import { type SaveResult, createEditorSession } from '../editor-session/editor-session.ts';
import { EditorActions } from './editor-actions.tsx';
import { useFieldErrors } from '../saving/field-errors.ts';
import { useSaveShortcut, useRetryWhenOnline } from '../saving/save-triggers.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { StepHeading } from './step-heading.tsx';
import { TopBar } from './top-bar.tsx';

export interface SavedArticle extends SaveResult {
  readonly isSubmitted: boolean;
  readonly isScheduled: boolean;
}

/** As the server does for an article that is created without an author. */
function ownByline(access: Access | undefined): Byline | null {
  if (access === undefined) return null;
  const { author, role, user } = access;
  if (author !== null) return { author: author.id, name: author.name };
  return signsOwnArticles(role) ? { author: null, name: user.name } : null;
}

interface EditorScreenProps {
  /** Null for a new article. */
  readonly opened: OpenedArticle | null;
  readonly categorySlug: string;
  /** `hasMore`: whether the user typed more after the save was sent, or another save follows. */
  readonly onSaved: (save: SavedArticle, hasMore: boolean) => void;
  /** Called when a save or an autosave has created the article, if the editor stays open. */
  readonly onCreated: (article: BaseRevision) => void;
}

const TextEditor = lazy(async () => ({
  default: (await import('../text-editor/text-editor.tsx')).TextEditor,
}));

const notSaved = (uploads: readonly Upload[]): string =>
  `Saved without ${uploads.map(({ name }) => name).join(', ')}`;

/** The editor of one article: two steps, their actions and the dialogs. */
export function EditorScreen({ opened, categorySlug, onSaved, onCreated }: EditorScreenProps) {
  const access = useAccess().data;
  const [session] = useState(() => {
    const defaultByline = ownByline(access) ?? { author: null, name: readPublication().defaultAuthor };
    return createEditorSession({ opened, categorySlug, defaultByline });
  });
  const [followUp] = useState(createFollowUp);
  const [created, setCreated] = useState<BaseRevision | null>(null);
  const { step, isContentOpened, draft, generation } = useStore(session.draft);
  const { state } = useStore(session.status);
  const text = useRef<TextEditorHandle>(null);
  const details = useRef<HTMLFormElement>(null);
  const [preview, setPreview] = useState<ArticleInput | null>(null);
  const [checked, setChecked] = useState<ArticleInput | null>(null);
  const notes = useRef<HTMLDetailsElement>(null);
  const [isShowingRevisions, setShowingRevisions] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isAskingMoment, setAskingMoment] = useState(false);
  const targets = useMemo(() => ({ details, text }), []);
  const saving = useSaving(session, targets);
  const can = usePermissions();
  const canPublish = can('article.publish');
  const flush = useCallback(() => text.current?.flush(), []);
  const { mutate: submit, isPending: isSubmitting } = useSubmission(session);
  const { mutate: schedule, isPending: isScheduling } = useScheduledPublication(session);
  const errors = useFieldErrors(session, saving.clientErrors, targets);

  useEffect(() => session.autosave.start(), [session]);
  useEffect(() => session.serverAutosave.start(), [session]);
  useEffect(() => session.uploads.cancelAll, [session]);
  useEffect(() => session.onCreated(setCreated), [session]);
  useEffect(
    () =>
      session.onSaved((save) => {
        flush();
        const { saved, publishAt } = save;
        const stay = () => {
          if (save.isFirstSave) setCreated(saved);
        };
        const report = (next: { isSubmitted?: boolean; isScheduled?: boolean } = {}) => {
          const failed = session.uploads.store.get();
          const hasMore = isUnsaved(session.draft.get()) || session.queue.hasNext() || failed.length > 0;
          if (hasMore) stay();
          onSaved({ ...save, isSubmitted: false, isScheduled: false, ...next }, hasMore);
          if (failed.length > 0) toastFailure(notSaved(failed), 'Retry or remove it, then save again.');
        };
        if (!save.submits && publishAt === null) return report();
        const end = followUp.begin(publishAt === null ? NOT_SUBMITTED : notScheduled(saved.state));
        const onError = () => {
          end(false);
          stay();
        };
        const onSuccess = () => {
          end(true);
          report(publishAt === null ? { isSubmitted: true } : { isScheduled: true });
        };
        if (publishAt === null) submit(saved, { onSuccess, onError });
        else schedule({ ...saved, at: publishAt }, { onSuccess, onError });
      }),
    [session, flush, onSaved, submit, schedule, followUp],
  );
  useRetryWhenOnline(session);
  useSaveShortcut(session, saving, step === 2);

  const currentInput = () => {
    flush();
    return inputFromDraft(session.draft.get().draft, true);
  };
  // A draft must be publishable; a published article may be taken offline as it is.
  const askMoment = () => {
    if (isPublic(state) || saving.isPublishable()) setAskingMoment(true);
  };
  const articleId = session.queue.base()?.id;
  // Readers see a published article without pending changes as it is.
  const canShare =
    articleId !== undefined &&
    can('article.share') &&
    state !== 'published' &&
    (!isPublic(state) || canPublish);
  const share = () => {
    setPreview(null);
    setSharing(true);
  };
  return (
    <div className="editor">
      <TopBar
        isNew={opened === null}
        onCheck={() => setChecked(currentInput())}
        onSchedule={canPublish ? askMoment : undefined}
        onHistory={articleId === undefined ? undefined : () => setShowingRevisions(true)}
      />
      <main className="container editor-main">
        {articleId !== undefined && (
          <ScheduleNotice session={session} articleId={articleId} onChange={askMoment} />
        )}
        {articleId !== undefined && (
          <PendingNotice session={session} articleId={articleId} onPublish={() => saving.save(false)} />
        )}
        {articleId !== undefined && <ReviewNotice session={session} articleId={articleId} />}
        <AutosaveNotice session={session} />
        <RecoveredDraftNotice session={session} />
        <section hidden={step !== 1} aria-labelledby="step-1">
          <StepHeading id="step-1" step={1} current={step} title="Article Details - Basic information" />
          <DetailsStep
            draft={session.draft}
            uploads={session.uploads}
            errors={errors}
            formRef={details}
            onNext={saving.next}
          />
          <PublishDate session={session} />
        </section>
        {isContentOpened && (
          <section hidden={step !== 2} aria-labelledby="step-2">
            <StepHeading id="step-2" step={2} current={step} title="Write Content" />
            <div className="editor-text">
              <Suspense fallback={<Spinner label="Loading editor..." />}>
                <TextEditor
                  ref={text}
                  content={draft.content}
                  generation={generation}
                  uploads={session.uploads}
                  lang={draft.lang}
                  error={errors.content}
                  onChange={(content) => session.draft.dispatch({ type: 'edited', change: { content } })}
                  onLoaded={(content) => session.draft.dispatch({ type: 'serialized', content })}
                />
              </Suspense>
            </div>
          </section>
        )}
        {articleId !== undefined && <ArticleNotes articleId={articleId} detailsRef={notes} />}
      </main>
      <EditorActions
        session={session}
        articleId={articleId}
        step={step}
        saving={saving}
        isSubmitting={isSubmitting}
        isScheduling={isScheduling}
        onPreview={() => setPreview(currentInput())}
      />
      <LeaveGuard session={session} followUp={followUp} flush={flush} created={created} onStay={onCreated} />
      <ConflictDialog session={session} />
      {preview !== null && (
        <PreviewDialog
          input={preview}
          closeLabel={step === 1 ? 'Back to Edit' : 'Close'}
          onClose={() => setPreview(null)}
          onShare={canShare ? share : undefined}
        />
      )}
      {isSharing && articleId !== undefined && (
        <PreviewLinksDialog session={session} articleId={articleId} onClose={() => setSharing(false)} />
      )}
      {checked !== null && (
        <CheckDialog
          input={checked}
          articleId={articleId}
          onClose={() => setChecked(null)}
          onOpenFinding={(finding) => {
            setChecked(null);
            openFinding(session, finding, { ...targets, notes });
          }}
        />
      )}
      {isShowingRevisions && articleId !== undefined && (
        <RevisionsDialog session={session} articleId={articleId} onClose={() => setShowingRevisions(false)} />
      )}
      {isAskingMoment && (
        <ScheduleDialog
          session={session}
          onPublishLater={saving.schedule}
          onClose={() => setAskingMoment(false)}
        />
      )}
      <ConfirmDialog
        isOpen={saving.isConfirmingUnpublish}
        title="Save as draft"
        text="This takes the article offline."
        action="Take offline"
        busyAction="Saving..."
        isBusy={false}
        onConfirm={saving.confirmUnpublish}
        onCancel={saving.cancelUnpublish}
      />
    </div>
  );
}

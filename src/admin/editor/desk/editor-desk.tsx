import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { readPublication } from '../../publication.ts';
import { DetailsStep } from '../details/details-step.tsx';
import { inputFrom } from '../draft/draft.ts';
import { isUnsaved } from '../draft/draft-store.ts';
import { FoundNotice } from '../journal/found-notice.tsx';
import type { ArticleInput, NewsroomArticle } from '../newsroom-article.ts';
import { RevisionsDialog } from '../revisions/revisions-dialog.tsx';
import { ConflictDialog } from '../saving/conflict-dialog.tsx';
import { useSaving } from '../saving/use-saving.ts';
import { useStore } from '../store.ts';
import type { TextEditorHandle } from '../writing/text-editor.tsx';
import { PreviewDialog } from '../preview/preview-dialog.tsx';
import { type Save, setUpDesk } from './desk.ts';
import { DeskActions } from './desk-actions.tsx';
import { useErrors } from './errors.ts';
import { useSaveKey, useWakeOnLine } from './desk-keys.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { StepHeading } from './step-heading.tsx';
import { TopBar } from './top-bar.tsx';

interface EditorDeskProps {
  /** Null for a new one. */
  readonly article: NewsroomArticle | null;
  readonly categorySlug: string;
  /** `hasMore`: more has been typed since, which is not saved yet. */
  readonly onSaved: (save: Save, hasMore: boolean) => void;
}

const TextEditor = lazy(async () => ({ default: (await import('../writing/text-editor.tsx')).TextEditor }));

/** One article being written: its two steps, and what may happen between them and the server. */
export function EditorDesk({ article, categorySlug, onSaved }: EditorDeskProps) {
  const [desk] = useState(() =>
    setUpDesk({ article, categorySlug, defaultAuthor: readPublication().defaultAuthor }),
  );
  const { step, hasWritten, draft, generation } = useStore(desk.draft);
  const isPublished = useStore(desk.isPublished);
  const text = useRef<TextEditorHandle>(null);
  const details = useRef<HTMLFormElement>(null);
  const [preview, setPreview] = useState<ArticleInput | null>(null);
  const [isLookingBack, setLookingBack] = useState(false);
  const places = useMemo(() => ({ details, text }), []);
  const saving = useSaving(desk, places);
  const flush = useCallback(() => text.current?.flush(), []);
  const errors = useErrors(desk, saving.complaint, places);

  useEffect(() => desk.keeper.start(), [desk]);
  useEffect(
    () =>
      desk.onSaved((save) => {
        flush();
        onSaved(save, isUnsaved(desk.draft.get()));
      }),
    [desk, flush, onSaved],
  );
  useWakeOnLine(desk);
  useSaveKey(desk, saving.save, step === 2);

  const show = () => {
    flush();
    setPreview(inputFrom(desk.draft.get().draft, true));
  };
  const articleId = desk.queue.base()?.id;
  return (
    <div className="editor">
      <TopBar
        isNew={article === null}
        state={articleId === undefined ? undefined : isPublished ? 'Published' : 'Draft'}
        onHistory={articleId === undefined ? undefined : () => setLookingBack(true)}
      />
      <main className="container editor-main">
        <FoundNotice desk={desk} />
        <section hidden={step !== 1} aria-labelledby="step-1">
          <StepHeading id="step-1" step={1} current={step} title="Article Details - Basic information" />
          <DetailsStep
            draft={desk.draft}
            uploads={desk.uploads}
            errors={errors}
            formRef={details}
            onNext={saving.next}
          />
        </section>
        {hasWritten && (
          <section hidden={step !== 2} aria-labelledby="step-2">
            <StepHeading id="step-2" step={2} current={step} title="Write Content" />
            <Suspense fallback={<Spinner label="Loading editor..." />}>
              <TextEditor
                ref={text}
                content={draft.content}
                generation={generation}
                uploads={desk.uploads}
                error={errors.content}
                onChange={(content) => desk.draft.dispatch({ type: 'typed', change: { content } })}
                onLoaded={(content) => desk.draft.dispatch({ type: 'rewritten', content })}
              />
            </Suspense>
          </section>
        )}
      </main>
      <DeskActions desk={desk} step={step} saving={saving} onPreview={show} />
      <LeaveGuard desk={desk} flush={flush} />
      <ConflictDialog desk={desk} />
      {preview !== null && (
        <PreviewDialog
          input={preview}
          closeLabel={step === 1 ? 'Back to Edit' : 'Close'}
          onClose={() => setPreview(null)}
        />
      )}
      {isLookingBack && articleId !== undefined && (
        <RevisionsDialog desk={desk} articleId={articleId} onClose={() => setLookingBack(false)} />
      )}
      <ConfirmDialog
        isOpen={saving.isAskingOffline}
        title="Save as Draft"
        text="This takes the article offline."
        action="Take offline"
        busyAction="Saving..."
        isBusy={false}
        onConfirm={saving.confirmOffline}
        onCancel={saving.cancelOffline}
      />
    </div>
  );
}

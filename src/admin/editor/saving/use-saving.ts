import { useState } from 'react';
import { isPublic } from '#domain/articles/article-state.ts';
import { UNDESCRIBED_IN_BODY, UNDESCRIBED_LEAD } from '#domain/articles/picture-descriptions.ts';
import { toastFailure } from '../../components/toast.tsx';
import { useIsMounted } from '../../components/use-is-mounted.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { SaveJob } from '../editor-session/save-queue.ts';
import { missingDetails } from '#domain/articles/required-fields.ts';
import { type FieldErrors, inputFromDraft } from '../draft/draft.ts';
import { isUploading } from '../pictures/uploads.ts';
import { untilState } from '../store.ts';
import { type ClientErrors, type ErrorTargets, focusFirstError } from './field-errors.ts';
import { validateForSave } from './save-validation.ts';

export interface Saving {
  readonly clientErrors: ClientErrors;
  /** Whether a save waits for uploads to finish. */
  readonly isWaitingForUploads: boolean;
  /** Whether the user must confirm that saving as draft unpublishes the article. */
  readonly isConfirmingUnpublish: boolean;
  readonly confirmUnpublish: () => void;
  readonly cancelUnpublish: () => void;
  readonly next: () => void;
  readonly save: (isDraft: boolean) => void;
  /** Saves changes of a published article that readers do not see yet. */
  readonly saveForLater: () => void;
  /** Saves the draft, which is then submitted for review. */
  readonly submit: () => void;
  /** Whether the article, as it is in the editor, can be published. Shows its errors otherwise. */
  readonly isPublishable: () => boolean;
  /** Saves the draft, or the changes of a published article for later, and then schedules their publication. */
  readonly schedule: (publishAt: Date) => void;
}

const INCOMPLETE = 'Please fill in title, slug, and excerpt before continuing';
const REQUIRED = 'Please fill in all required fields';
const UNDESCRIBED = new Set<string>([UNDESCRIBED_LEAD, UNDESCRIBED_IN_BODY]);

/** The message of the picture descriptions if those are the only errors, otherwise a general one. */
function messageFor(errors: FieldErrors): string {
  const messages = Object.values(errors);
  const [first = REQUIRED] = messages;
  return messages.every((message) => UNDESCRIBED.has(message)) ? first : REQUIRED;
}

/** Validates, asks for confirmation and waits for uploads before a save is queued. */
export function useSaving(session: EditorSession, targets: ErrorTargets): Saving {
  const [clientErrors, setClientErrors] = useState<ClientErrors>(() => ({
    errors: {},
    draft: session.draft.get().draft,
  }));
  const [isWaitingForUploads, setWaiting] = useState(false);
  const [isConfirmingUnpublish, setConfirmingUnpublish] = useState(false);
  // Uploads are cancelled when the editor is closed. A save must not follow without their pictures.
  const isMounted = useIsMounted();

  const reject = (errors: FieldErrors, message: string): boolean => {
    setClientErrors({ errors, draft: session.draft.get().draft });
    const hasErrors = Object.keys(errors).length > 0;
    if (hasErrors) {
      toastFailure(message);
      focusFirstError(session, errors, targets);
    }
    return hasErrors;
  };

  const enqueue = async (
    isDraft: boolean,
    next: Pick<SaveJob, 'isForLater' | 'submits' | 'publishAt'> = {},
  ): Promise<void> => {
    setWaiting(true);
    await untilState(session.uploads.store, (uploads) => !isUploading(uploads));
    if (!isMounted.current) return;
    setWaiting(false);
    targets.text.current?.flush();
    const { draft } = session.draft.get();
    session.queue.submit({ draft, input: inputFromDraft(draft, isDraft), ...next });
  };

  const isPublishable = (): boolean => {
    targets.text.current?.flush();
    const errors = validateForSave(session.draft.get().draft, false);
    return !reject(errors, messageFor(errors));
  };

  return {
    clientErrors,
    isWaitingForUploads,
    isConfirmingUnpublish,
    confirmUnpublish() {
      setConfirmingUnpublish(false);
      void enqueue(true);
    },
    cancelUnpublish: () => setConfirmingUnpublish(false),
    next() {
      if (!reject(missingDetails(session.draft.get().draft), INCOMPLETE))
        session.draft.dispatch({ type: 'stepChanged', step: 2 });
    },
    save(isDraft) {
      targets.text.current?.flush();
      const errors = validateForSave(session.draft.get().draft, isDraft);
      if (reject(errors, messageFor(errors))) return;
      if (isDraft && isPublic(session.status.get().state)) setConfirmingUnpublish(true);
      else void enqueue(isDraft);
    },
    saveForLater() {
      targets.text.current?.flush();
      const errors = validateForSave(session.draft.get().draft, true);
      if (!reject(errors, messageFor(errors))) void enqueue(false, { isForLater: true });
    },
    submit() {
      // An editor should be able to publish it as it is.
      if (isPublishable()) void enqueue(true, { submits: true });
    },
    isPublishable,
    schedule(publishAt) {
      const isForLater = isPublic(session.status.get().state);
      void enqueue(!isForLater, { isForLater, publishAt });
    },
  };
}

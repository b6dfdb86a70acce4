import { useState } from 'react';
import { UNDESCRIBED_IN_BODY, UNDESCRIBED_LEAD } from '#domain/articles/picture-descriptions.ts';
import { toastFailure } from '../../parts/toast.tsx';
import type { Desk } from '../desk/desk.ts';
import type { FieldErrors } from '../details/details-step.tsx';
import { type Draft, inputFrom, missingDetails } from '../draft/draft.ts';
import { isUploading } from '../pictures/uploads.ts';
import { type ErrorPlaces, leadToErrors } from '../desk/errors.ts';
import { saveErrors } from './checks.ts';

/** What is wrong with which field, and the draft of which that was said. */
export interface Complaint {
  readonly errors: FieldErrors;
  readonly draft: Draft;
}

export interface Saving {
  readonly complaint: Complaint;
  /** Pictures are on their way, and the save waits for them. */
  readonly isWaitingForPictures: boolean;
  /** A draft of what readers see now was asked for, which has to be confirmed. */
  readonly isAskingOffline: boolean;
  readonly confirmOffline: () => void;
  readonly cancelOffline: () => void;
  readonly next: () => void;
  readonly save: (isDraft: boolean) => void;
}

const INCOMPLETE = 'Please fill in title, slug, and excerpt before continuing';
const REQUIRED = 'Please fill in all required fields';
const PICTURE_MISSING = 'A picture could not be uploaded. Try it again or take it off the list, then save.';

const UNDESCRIBED = new Set<string>([UNDESCRIBED_LEAD, UNDESCRIBED_IN_BODY]);

/** A text that only lacks descriptions of pictures has all its fields filled in. */
function messageFor(errors: FieldErrors): string {
  const messages = Object.values(errors);
  const [first = REQUIRED] = messages;
  return messages.every((message) => UNDESCRIBED.has(message)) ? first : REQUIRED;
}

/** What is checked, asked and waited for between a button and the queue of saves. */
export function useSaving(desk: Desk, places: ErrorPlaces): Saving {
  const [complaint, setComplaint] = useState<Complaint>(() => ({
    errors: {},
    draft: desk.draft.get().draft,
  }));
  const [isWaitingForPictures, setWaiting] = useState(false);
  const [isAskingOffline, setAsking] = useState(false);

  const refuse = (errors: FieldErrors, message: string): boolean => {
    setComplaint({ errors, draft: desk.draft.get().draft });
    const isRefused = Object.keys(errors).length > 0;
    if (isRefused) {
      toastFailure(message);
      leadToErrors(desk, errors, places);
    }
    return isRefused;
  };

  const submit = async (isDraft: boolean): Promise<void> => {
    setWaiting(true);
    await uploadsDone(desk);
    setWaiting(false);
    if (desk.uploads.store.get().length > 0) return toastFailure(PICTURE_MISSING);
    places.text.current?.flush();
    const { draft } = desk.draft.get();
    desk.queue.submit({ draft, input: inputFrom(draft, isDraft) });
  };

  return {
    complaint,
    isWaitingForPictures,
    isAskingOffline,
    confirmOffline() {
      setAsking(false);
      void submit(true);
    },
    cancelOffline: () => setAsking(false),
    next() {
      if (!refuse(missingDetails(desk.draft.get().draft), INCOMPLETE))
        desk.draft.dispatch({ type: 'went', step: 2 });
    },
    save(isDraft) {
      places.text.current?.flush();
      const errors = saveErrors(desk.draft.get().draft, isDraft);
      if (refuse(errors, messageFor(errors))) return;
      if (isDraft && desk.isPublished.get()) setAsking(true);
      else void submit(isDraft);
    },
  };
}

function uploadsDone({ uploads }: Desk): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (!isUploading(uploads.store.get())) resolve();
  };
  const stop = uploads.store.subscribe(look);
  look();
  return promise.finally(stop);
}

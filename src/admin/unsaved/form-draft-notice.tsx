import { shortDateTime } from '../components/dates.ts';
import type { EntryStorageError } from './entry-storage.ts';
import type { FormDraft } from './use-form-draft.ts';

export const STORAGE_ERROR_MESSAGES: Readonly<Record<EntryStorageError, string>> = {
  'too large': 'This text is too large to be stored in this browser. Save it soon.',
  'storage is full': 'The storage of this browser is full. Save your changes soon.',
};

type DraftStatus = Pick<FormDraft<object>, 'isUnsaved' | 'restoredAt' | 'storageError' | 'discard'>;

/** Status below a form: whether it has unsaved changes and whether they were restored from an earlier visit. */
export function FormDraftNotice({ draft }: { readonly draft: DraftStatus }) {
  const { isUnsaved, restoredAt, storageError, discard } = draft;
  return (
    <div className="fact-line form-draft" data-restored={isUnsaved && restoredAt !== null}>
      <div role="status">{isUnsaved && <p>{statusText(restoredAt, storageError)}</p>}</div>
      {isUnsaved && (
        <button type="button" className="link" onClick={discard}>
          Discard changes
        </button>
      )}
    </div>
  );
}

function statusText(restoredAt: number | null, storageError: EntryStorageError | null): string {
  if (storageError !== null) return STORAGE_ERROR_MESSAGES[storageError];
  if (restoredAt === null) return 'Not saved yet · stored in this browser';
  return `Unsaved changes from ${shortDateTime(new Date(restoredAt).toISOString())} were restored`;
}

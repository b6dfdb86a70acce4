import { shortMoment } from '../parts/dates.ts';
import type { EntryTrouble } from './entry-storage.ts';
import type { FormDraft } from './use-form-draft.ts';

export const TROUBLE_TEXT: Readonly<Record<EntryTrouble, string>> = {
  'too large': 'This text is too large to be kept in this browser as well: save it soon.',
  'storage is full': 'This browser has no room left to keep what you type: save it soon.',
};

type Shown = Pick<FormDraft<object>, 'isUnsaved' | 'restoredAt' | 'trouble' | 'discard'>;

/** Says below a form that it has unsaved changes, and whether an earlier visit has left them. */
export function FormDraftNotice({ draft }: { readonly draft: Shown }) {
  const { isUnsaved, restoredAt, trouble, discard } = draft;
  return (
    <div className="form-draft" data-restored={isUnsaved && restoredAt !== null}>
      <div role="status">{isUnsaved && <p>{textFor(restoredAt, trouble)}</p>}</div>
      {isUnsaved && (
        <button type="button" className="link" onClick={discard}>
          Discard changes
        </button>
      )}
    </div>
  );
}

function textFor(restoredAt: number | null, trouble: EntryTrouble | null): string {
  if (trouble !== null) return TROUBLE_TEXT[trouble];
  if (restoredAt === null) return 'Not saved yet · kept in this browser';
  return `Unsaved changes from ${shortMoment(new Date(restoredAt).toISOString())} were restored`;
}

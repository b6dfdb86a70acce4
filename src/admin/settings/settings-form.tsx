import { type FormEvent, type ReactNode, useRef } from 'react';
import { isStaleSave } from '../api/api-error.ts';
import { useFormError } from '../components/use-form-error.ts';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import type { FormDraft } from '../unsaved/use-form-draft.ts';
import { ReportUploading, useUploadingFields } from './form-uploading.ts';

interface SettingsFormProps {
  readonly className: string;
  readonly saving: { readonly isPending: boolean; readonly error: Error | null };
  readonly draft: Pick<FormDraft<object>, 'isUnsaved' | 'restoredAt' | 'storageError' | 'discard'>;
  readonly onSave: () => void;
  /** The label of the save button; default: `Save settings`. */
  readonly saveLabel?: string;
  readonly children: ReactNode;
}

/**
 * A form with a save button, which waits for uploads of its fields. After a failed save, the first invalid field gets the
 * focus.
 */
export function SettingsForm({ className, saving, draft, onSave, saveLabel, children }: SettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isUploading, report } = useUploadingFields();

  useFormError(form, saving.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending && !isUploading) onSave();
  }

  return (
    <form ref={form} className={className} onSubmit={submit} noValidate>
      <ReportUploading value={report}>{children}</ReportUploading>
      {isStaleSave(saving.error) && (
        <p className="settings-conflict" role="alert">
          Someone else changed the settings. This form shows the current ones, with what you entered. Check it
          and save again.
        </p>
      )}
      <FormDraftNotice draft={draft} />
      <button type="submit" className="button justify-self-start" disabled={saving.isPending || isUploading}>
        {saving.isPending ? 'Saving...' : (saveLabel ?? 'Save settings')}
      </button>
    </form>
  );
}

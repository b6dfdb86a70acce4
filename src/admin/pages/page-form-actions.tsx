import { useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import type { PageFormValues } from './page-form-values.ts';
import { PagePreview } from './page-preview.tsx';
import { PageRevisions } from './page-revisions.tsx';
import type { usePageForm } from './use-page-form.ts';

interface PageFormActionsProps {
  readonly form: ReturnType<typeof usePageForm>;
  readonly isBusyUploading: boolean;
}

/** Preview, revisions, and the saves that the state of the page allows. */
export function PageFormActions({ form, isBusyUploading }: PageFormActionsProps) {
  const { base, saving, draft } = form;
  const [preview, setPreview] = useState<PageFormValues | null>(null);
  const [revisions, setRevisions] = useState<PageFormValues | null>(null);
  const [isUnpublishing, setUnpublishing] = useState(false);
  const isPublished = base?.is_draft === false;
  const isBusy = saving.isPending || isBusyUploading;
  const busyAs = saving.isPending ? saving.variables.isDraft : null;
  return (
    <div className="page-form-actions">
      {isBusyUploading && <p role="status">Uploading pictures…</p>}
      <button type="button" className="button button-plain" onClick={() => setPreview(form.currentValues())}>
        Preview
      </button>
      {base !== null && (
        <button
          type="button"
          className="button button-plain"
          onClick={() => setRevisions(form.currentValues())}
        >
          Revisions
        </button>
      )}
      {isPublished ? (
        <button
          type="button"
          className="button button-secondary"
          disabled={isBusy}
          onClick={() => setUnpublishing(true)}
        >
          Unpublish
        </button>
      ) : (
        <button
          type="button"
          className="button button-secondary"
          disabled={isBusy}
          onClick={() => form.save(true)}
        >
          {busyAs === true ? 'Saving...' : 'Save draft'}
        </button>
      )}
      <button type="button" className="button" disabled={isBusy} onClick={() => form.save(false)}>
        {publishLabel(isPublished, busyAs === false)}
      </button>
      {preview !== null && <PagePreview values={preview} onClose={() => setPreview(null)} />}
      {base !== null && revisions !== null && (
        <PageRevisions
          page={base}
          values={revisions}
          onRestore={(restored) => {
            draft.change(restored);
            setRevisions(null);
          }}
          onClose={() => setRevisions(null)}
        />
      )}
      <ConfirmDialog
        isOpen={isUnpublishing}
        title="Unpublish page"
        text="This takes the page and its former addresses offline, with the changes in the form saved as a draft."
        action="Unpublish"
        busyAction="Saving..."
        isBusy={false}
        onConfirm={() => {
          setUnpublishing(false);
          form.save(true);
        }}
        onCancel={() => setUnpublishing(false)}
      />
    </div>
  );
}

function publishLabel(isPublished: boolean, isBusy: boolean): string {
  if (isPublished) return isBusy ? 'Updating...' : 'Update';
  return isBusy ? 'Publishing...' : 'Publish';
}

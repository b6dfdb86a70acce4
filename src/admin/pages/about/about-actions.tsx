import { useState } from 'react';
import type { AboutFormValues } from './about-form-values.ts';
import { AboutPreview } from './about-preview.tsx';
import type { AboutPage } from './about-queries.ts';
import { AboutRevisions } from './about-revisions.tsx';

interface AboutActionsProps {
  readonly page: AboutPage;
  readonly values: AboutFormValues;
  /** Null unless a save is in progress. */
  readonly savingAs: 'draft' | 'published' | null;
  readonly onSave: (isDraft: boolean) => void;
  readonly onRestore: (values: AboutFormValues) => void;
}

/** Preview, revisions, and the two kinds of saves. */
export function AboutActions({ page, values, savingAs, onSave, onRestore }: AboutActionsProps) {
  const [open, setOpen] = useState<'preview' | 'revisions' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="page-form-actions">
      <button type="button" className="button button-plain" onClick={() => setOpen('preview')}>
        Preview
      </button>
      <button type="button" className="button button-plain" onClick={() => setOpen('revisions')}>
        Revisions
      </button>
      <button
        type="button"
        className="button button-secondary"
        disabled={savingAs !== null}
        onClick={() => onSave(true)}
      >
        {savingAs === 'draft' ? 'Saving...' : 'Save draft'}
      </button>
      <button type="button" className="button" disabled={savingAs !== null} onClick={() => onSave(false)}>
        {savingAs === 'published' ? 'Publishing...' : 'Publish'}
      </button>
      {open === 'preview' && <AboutPreview values={values} onClose={close} />}
      {open === 'revisions' && (
        <AboutRevisions
          page={page}
          values={values}
          onRestore={(restored) => {
            onRestore(restored);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

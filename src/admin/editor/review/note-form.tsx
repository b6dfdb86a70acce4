import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { NOTE_MAX_LENGTH, noteText } from '#domain/articles/review/note.ts';
import { fieldErrorsOf } from '../../api/api-error.ts';
import { TextArea } from '../../components/field.tsx';
import { FormDraftNotice } from '../../unsaved/form-draft-notice.tsx';
import { type FormDraft, useFormDraft } from '../../unsaved/use-form-draft.ts';

const values = z.object({ text: z.string() });
const EMPTY = { text: '' };

/** The text of a note, which stays in this browser until it is sent. @param formId for example `note/ID` */
export const useNoteDraft = (formId: string): FormDraft<typeof EMPTY> =>
  useFormDraft({ formId, schema: values, saved: EMPTY });

/** The message for a text that the server would reject; undefined for a valid one. */
const noteError = (text: string): string | undefined => noteText.safeParse(text).error?.issues[0]?.message;

interface NoteFormProps {
  readonly id: string;
  readonly label: string;
  readonly draft: FormDraft<typeof EMPTY>;
  /** Of the last attempt to send it. */
  readonly error: Error | null;
  /** Sends the text, which is valid. */
  readonly onSend: () => void;
  readonly children?: ReactNode;
}

/** The form of a note: its field, its errors, and what is not sent yet. */
export function NoteForm({ id, label, draft, error, onSend, children }: NoteFormProps) {
  const [invalid, setInvalid] = useState<string>();
  const fieldError = invalid ?? fieldErrorsOf(error)['text'];
  return (
    <form
      id={id}
      className="note-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = noteError(draft.values.text);
        setInvalid(found);
        if (found === undefined) onSend();
      }}
    >
      <TextArea
        label={label}
        hint="Only the newsroom sees notes."
        error={fieldError}
        rows={4}
        required
        maxLength={NOTE_MAX_LENGTH}
        value={draft.values.text}
        onChange={(event) => draft.change({ text: event.target.value })}
      />
      {error !== null && fieldError === undefined && (
        <p role="alert" className="field-error">
          {error.message}
        </p>
      )}
      <FormDraftNotice draft={draft} />
      {children}
    </form>
  );
}

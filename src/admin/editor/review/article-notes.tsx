import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { LoadFailure } from '../../components/load-failure.tsx';
import { shortDateTime } from '../../components/dates.ts';
import { Spinner } from '../../components/spinner.tsx';
import { toastSuccess } from '../../components/toast.tsx';
import { type ArticleNote, articlesApi } from '../articles-api.ts';
import { NoteForm, useNoteDraft } from './note-form.tsx';
import { notesQuery } from './note-queries.ts';
import { NoteText } from './note-text.tsx';

interface ArticleNotesProps {
  readonly articleId: string;
  /** Ref to the whole, to open and focus it. */
  readonly detailsRef: RefObject<HTMLDetailsElement | null>;
}

/** The notes of an article below the editor, and a form for another one. Opened while a note is not sent yet. */
export function ArticleNotes({ articleId, detailsRef }: ArticleNotesProps) {
  const notes = useQuery(notesQuery(articleId));
  const draft = useNoteDraft(`article-note/${articleId}`);
  const [isOpenedAtFirst] = useState(draft.isUnsaved);
  const count = notes.data?.length ?? 0;
  return (
    <details ref={detailsRef} className="article-notes" open={isOpenedAtFirst}>
      <summary>Notes{count > 0 && ` (${count})`}</summary>
      {notes.data !== undefined ? (
        <NoteList notes={notes.data} />
      ) : notes.isError ? (
        <LoadFailure text="Failed to load notes" onRetry={notes.refetch} />
      ) : (
        <Spinner label="Loading notes..." />
      )}
      <NewNote articleId={articleId} draft={draft} />
    </details>
  );
}

function NoteList({ notes }: { readonly notes: readonly ArticleNote[] }) {
  if (notes.length === 0) return <p className="text-muted">No notes yet</p>;
  return (
    <ol className="note-list" aria-label="Notes">
      {notes.map((note) => (
        <li key={note.id}>
          <p className="note-meta">
            <strong>{note.created_by_name ?? 'Former member'}</strong>
            {note.is_return && ' returned the article'} ·{' '}
            <time dateTime={note.created_at}>{shortDateTime(note.created_at)}</time>
          </p>
          <NoteText text={note.text} />
        </li>
      ))}
    </ol>
  );
}

function NewNote({
  articleId,
  draft,
}: Pick<ArticleNotesProps, 'articleId'> & { readonly draft: ReturnType<typeof useNoteDraft> }) {
  const queries = useQueryClient();
  const { text } = draft.values;
  const adding = useMutation({
    mutationFn: () => articlesApi.addNote(articleId, text),
    onSuccess(notes) {
      queries.setQueryData(notesQuery(articleId).queryKey, notes);
      draft.onSaved({ sent: { text }, saved: { text: '' } });
      toastSuccess('Note added');
    },
  });

  return (
    <NoteForm
      id="new-note"
      label="New note"
      draft={draft}
      error={adding.error}
      onSend={() => adding.mutate()}
    >
      <button type="submit" className="button button-secondary button-small" disabled={adding.isPending}>
        {adding.isPending ? 'Adding...' : 'Add note'}
      </button>
    </NoteForm>
  );
}

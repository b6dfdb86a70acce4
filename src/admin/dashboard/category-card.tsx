import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { DESCRIPTION_MAX_LENGTH } from '#domain/categories/category.ts';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';
import { TextArea } from '../components/field.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { usePermissions } from '../session/access.ts';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { hasFormDraft } from '../unsaved/use-form-draft.ts';
import { useRecordDraft } from '../unsaved/use-record-draft.ts';

const categoryApi = api.newsroom.categories[':slug'];

type Category = ResponseBody<Awaited<ReturnType<typeof categoryApi.$get>>>;

function categoryQuery(slug: string) {
  return queryOptions({
    queryKey: ['newsroom', 'categories', slug],
    queryFn: ({ signal }) => parseResponse(categoryApi.$get({ param: { slug } }, { init: { signal } })),
  });
}

const DRAFT_FORM = 'category';
const recordOf = (category: Category) => ({ ...category, id: category.slug });
const descriptionFormValues = z.object({ description: z.string() });

interface CategoryCardProps {
  readonly slug: string;
  readonly title: string;
  /** The name of the text: a description for a section, a subtitle for the page of all articles. */
  readonly noun: 'description' | 'subtitle';
  /** The text that readers see if none is set. */
  readonly fallback: string;
}

/** Shows the description of a section, and edits it if the role allows it. */
export function CategoryCard({ slug, title, noun, fallback }: CategoryCardProps) {
  const category = useQuery(categoryQuery(slug));
  const canEdit = usePermissions()('section.edit');
  const titleId = useId();
  const [isEditRequested, setEditing] = useState(() => hasFormDraft(`${DRAFT_FORM}/${slug}`));
  const isEditing = isEditRequested && canEdit;
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The focused field is removed after editing, so the focus returns to the edit button.
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <section className="panel category-card" aria-labelledby={titleId}>
      <div className="category-head">
        <h2 id={titleId}>{title}</h2>
        {category.data !== undefined && canEdit && !isEditing && (
          <button
            ref={editButton}
            type="button"
            className="button button-plain button-small"
            onClick={() => setEditing(true)}
          >
            <Pencil size={15} aria-hidden="true" />
            Edit {LABELS[noun]}
          </button>
        )}
      </div>
      {category.data === undefined ? (
        <Placeholder isError={category.isError} onRetry={() => void category.refetch()} />
      ) : isEditing ? (
        <DescriptionForm category={category.data} label={LABELS[noun]} onDone={() => setEditing(false)} />
      ) : (
        <Description text={category.data.description} noun={noun} fallback={fallback} />
      )}
    </section>
  );
}

const LABELS = { description: 'Description', subtitle: 'Subtitle' } as const;

interface DescriptionProps extends Pick<CategoryCardProps, 'noun' | 'fallback'> {
  readonly text: string;
}

function Description({ text, noun, fallback }: DescriptionProps) {
  if (text !== '') return <p className="category-description">{text}</p>;
  return (
    <>
      <p className="category-description">No {noun} yet</p>
      <p className="mt-1 text-sm text-muted">Readers see: “{fallback}”</p>
    </>
  );
}

function Placeholder({ isError, onRetry }: { readonly isError: boolean; readonly onRetry: () => void }) {
  if (!isError)
    return (
      <span className="category-loading" aria-hidden="true">
        <span className="skeleton-line w-1/2" />
        <span className="skeleton-line w-2/3" />
      </span>
    );
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-muted">
      Failed to load the description
      <button type="button" className="link" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

interface DescriptionFormProps {
  readonly category: Category;
  readonly label: string;
  readonly onDone: () => void;
}

function DescriptionForm({ category, label, onDone }: DescriptionFormProps) {
  const queries = useQueryClient();
  const { base, draft, revision, hasConflict, onSaved, onSaveError } = useRecordDraft({
    record: recordOf(category),
    form: DRAFT_FORM,
    schema: descriptionFormValues,
    newValues: { description: '' },
    valuesOf: ({ description }) => ({ description }),
    load: async (slug) => recordOf(await queries.fetchQuery({ ...categoryQuery(slug), staleTime: 0 })),
  });
  const { slug, description } = base ?? category;
  const text = draft.values.description;
  const textArea = useRef<HTMLTextAreaElement>(null);
  const isRestored = draft.restoredAt !== null;
  // A restored draft does not take the focus, because a tab switch has just set it.
  useEffect(() => {
    if (!isRestored) textArea.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const saving = useMutation({
    mutationFn: () =>
      parseResponse(
        categoryApi.$patch({
          param: { slug },
          header: { 'if-match': `"${revision}"` },
          json: { description: text },
        }),
      ),
    onSuccess: (saved) => {
      queries.setQueryData(categoryQuery(slug).queryKey, saved);
      onSaved(recordOf(saved), { description: text });
      toastSuccess('Category description updated');
      onDone();
    },
    onError: (error) => {
      toastFailure(
        'Failed to update category description',
        error instanceof ApiError ? error.message : undefined,
      );
      onSaveError(error);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextArea
        label={label}
        rows={3}
        maxLength={DESCRIPTION_MAX_LENGTH}
        ref={textArea}
        value={text}
        disabled={saving.isPending}
        onChange={(event) => draft.change({ description: event.target.value })}
      />
      {hasConflict && (
        <p role="alert" className="text-sm text-muted">
          Someone else changed this to “{description}”. Saving again replaces it.
        </p>
      )}
      <FormDraftNotice draft={draft} />
      <div className="flex gap-2">
        <button type="submit" className="button button-small" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save'}
        </button>
        <button
          type="button"
          className="button button-secondary button-small"
          disabled={saving.isPending}
          onClick={() => {
            draft.clear();
            onDone();
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}

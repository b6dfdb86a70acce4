import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { type CategorySlug, DESCRIPTION_LIMIT } from '#domain/categories/category.ts';
import { ApiError } from '../api/api-error.ts';
import { answerOf, type AnswerOf, api } from '../api-client.ts';
import { TextArea } from '../parts/field.tsx';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { hasFormDraft, useFormDraft } from '../unsaved/use-form-draft.ts';

const record = api.newsroom.categories[':slug'];

type Category = AnswerOf<Awaited<ReturnType<typeof record.$get>>>;

function categoryOf(slug: CategorySlug) {
  return queryOptions({
    queryKey: ['newsroom', 'categories', slug],
    queryFn: ({ signal }) => answerOf(record.$get({ param: { slug } }, { init: { signal } })),
  });
}

const draftId = (slug: CategorySlug) => `category/${slug}`;
const descriptionDraft = z.object({ description: z.string() });

interface CategoryCardProps {
  readonly slug: CategorySlug;
  readonly title: string;
  /** What the text is called: the description of a section, the subtitle of the page of all articles. */
  readonly noun: 'description' | 'subtitle';
  /** What readers see while nobody has written one. */
  readonly fallback: string;
}

/** The text at the head of a listing, to be read and to be changed. */
export function CategoryCard({ slug, title, noun, fallback }: CategoryCardProps) {
  const category = useQuery(categoryOf(slug));
  const titleId = useId();
  const [isEditing, setEditing] = useState(() => hasFormDraft(draftId(slug)));
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The field that had the focus is gone; the button it came from takes it back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <section className="desk-card category-card" aria-labelledby={titleId}>
      <div className="category-head">
        <h2 id={titleId}>{title}</h2>
        {category.data !== undefined && !isEditing && (
          <button
            ref={edit}
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
        <Missing isError={category.isError} onRetry={() => void category.refetch()} />
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

function Missing({ isError, onRetry }: { readonly isError: boolean; readonly onRetry: () => void }) {
  if (!isError) return <span className="skeleton-line w-2/3" />;
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
  // As it was when editing began, or when somebody was told of a newer one: the query may be refreshed meanwhile.
  const [base, setBase] = useState(category);
  const draft = useFormDraft({
    formId: draftId(base.slug),
    schema: descriptionDraft,
    saved: { description: base.description },
    revision: base.revision,
  });
  const text = draft.values.description;
  const [isChangedByOthers, setChangedByOthers] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const isRestored = draft.restoredAt !== null;
  // Not after a tab switch, which has a focus of its own.
  useEffect(() => {
    if (!isRestored) area.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const saving = useMutation({
    mutationFn: () =>
      answerOf(
        record.$patch({
          param: { slug: base.slug },
          header: { 'if-match': `"${draft.revision ?? base.revision}"` },
          json: { description: text },
        }),
      ),
    onSuccess: (saved) => {
      queries.setQueryData(categoryOf(base.slug).queryKey, saved);
      draft.clear();
      toastSuccess('Category description updated');
      onDone();
    },
    onError: async (error) => {
      toastFailure(
        'Failed to update category description',
        error instanceof ApiError ? error.message : undefined,
      );
      if (!(error instanceof ApiError) || error.status !== 412) return;
      const theirs = await queries.fetchQuery({ ...categoryOf(base.slug), staleTime: 0 });
      setBase(theirs);
      draft.rebase(theirs.revision);
      setChangedByOthers(true);
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
        maxLength={DESCRIPTION_LIMIT}
        ref={area}
        value={text}
        disabled={saving.isPending}
        onChange={(event) => draft.change({ description: event.target.value })}
      />
      {isChangedByOthers && (
        <p role="alert" className="text-sm text-muted">
          Someone else changed this to “{base.description}”. Saving again replaces it.
        </p>
      )}
      <FormDraftNotice draft={draft} />
      <div className="flex gap-2">
        <button type="submit" className="button button-small" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save'}
        </button>
        <button
          type="button"
          className="button button-quiet button-small"
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

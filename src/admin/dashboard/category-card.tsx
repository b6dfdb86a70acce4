import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { DESCRIPTION_LIMIT } from '#domain/categories/category.ts';
import type { Section, SectionSlug } from '#domain/categories/section.ts';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api-client.ts';
import { TextArea } from '../parts/field.tsx';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { hasFormDraft, useFormDraft } from '../unsaved/use-form-draft.ts';

const record = api.newsroom.categories[':slug'];

function categoryOf(slug: SectionSlug) {
  return queryOptions({
    queryKey: ['newsroom', 'categories', slug],
    queryFn: ({ signal }) => answerOf(record.$get({ param: { slug } }, { init: { signal } })),
  });
}

const draftId = (slug: SectionSlug) => `category/${slug}`;
const descriptionDraft = z.object({ description: z.string() });

/** What is said about a section at the head of its page, to be read and to be changed. */
export function CategoryCard({ section }: { readonly section: Section }) {
  const category = useQuery(categoryOf(section.slug));
  const [isEditing, setEditing] = useState(() => hasFormDraft(draftId(section.slug)));
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The field that had the focus is gone; the button it came from takes it back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <section className="desk-card category-card" aria-labelledby="category-title">
      <div className="category-head">
        <h2 id="category-title">{section.names.badge}</h2>
        {category.data !== undefined && !isEditing && (
          <button
            ref={edit}
            type="button"
            className="button button-plain button-small"
            onClick={() => setEditing(true)}
          >
            <Pencil size={15} aria-hidden="true" />
            Edit Description
          </button>
        )}
      </div>
      {category.data === undefined ? (
        <Missing isError={category.isError} onRetry={() => void category.refetch()} />
      ) : isEditing ? (
        <DescriptionForm
          slug={section.slug}
          description={category.data.description}
          onDone={() => setEditing(false)}
        />
      ) : (
        <p className="category-description">{category.data.description || 'No description yet'}</p>
      )}
    </section>
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
  readonly slug: SectionSlug;
  readonly description: string;
  readonly onDone: () => void;
}

function DescriptionForm({ slug, description, onDone }: DescriptionFormProps) {
  const queries = useQueryClient();
  const draft = useFormDraft({ formId: draftId(slug), schema: descriptionDraft, saved: { description } });
  const text = draft.values.description;
  const area = useRef<HTMLTextAreaElement>(null);
  const isRestored = draft.restoredAt !== null;
  // Not after a tab switch, which has a focus of its own.
  useEffect(() => {
    if (!isRestored) area.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const saving = useMutation({
    mutationFn: () => answerOf(record.$patch({ param: { slug }, json: { description: text } })),
    onSuccess: (saved) => {
      queries.setQueryData(categoryOf(slug).queryKey, saved);
      draft.clear();
      toastSuccess('Category description updated');
      onDone();
    },
    onError: (error) => {
      toastFailure(
        'Failed to update category description',
        error instanceof ApiError ? error.message : undefined,
      );
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      <TextArea
        label="Description"
        rows={3}
        maxLength={DESCRIPTION_LIMIT}
        ref={area}
        value={text}
        disabled={saving.isPending}
        onChange={(event) => draft.change({ description: event.target.value })}
      />
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

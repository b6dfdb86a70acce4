import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useRef } from 'react';
import { BIO_MAX_LENGTH } from '#domain/articles/authors/author.ts';
import { AUTHOR_NAME_MAX_LENGTH } from '#domain/articles/bylines.ts';
import { ApiError } from '../api/api-error.ts';
import { TextArea, TextField } from '../components/field.tsx';
import { SlugField } from '../components/slug-field.tsx';
import { useFormUploads } from '../editor/pictures/use-form-uploads.ts';
import { useFormError } from '../components/use-form-error.ts';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { useRecordDraft } from '../unsaved/use-record-draft.ts';
import { AuthorPictureField } from './author-picture-field.tsx';
import { type AuthorFormValues, authorFormValues, formValuesOf, NEW_AUTHOR } from './author-form-values.ts';
import { type Author, authorQuery, ownAuthorQuery } from './author-queries.ts';
import { useSaveAuthor } from './use-save-author.ts';

interface AuthorFormProps {
  /** Null for a new author. */
  readonly author: Author | null;
  readonly onCreated?: (author: Author) => void;
  /** The profile of the signed-in account, without name and slug, which editors decide about. */
  readonly isOwn?: boolean;
}

/** The profile of an author. Unsaved values survive leaving the form; uploads do not, so it asks during one. */
export function AuthorForm({ author, onCreated, isOwn = false }: AuthorFormProps) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { uploads, isBusyUploading } = useFormUploads();
  const { base, draft, revision, hasConflict, onSaved, onSaveError } = useRecordDraft({
    record: author,
    form: isOwn ? 'own-author' : 'author',
    schema: authorFormValues,
    newValues: NEW_AUTHOR,
    valuesOf: formValuesOf,
    load: (id) => queries.fetchQuery({ ...(isOwn ? ownAuthorQuery() : authorQuery(id)), staleTime: 0 }),
    onCreated,
  });
  const { values } = draft;
  const saving = useSaveAuthor({ author: base, isOwn, revision, onSaved });

  useFormError(form, saving.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (saving.isPending || isBusyUploading) return;
    saving.mutate(values, { onError: onSaveError });
  }

  const textProps = (field: 'name' | 'slug' | 'bio' | 'links') => ({
    value: values[field],
    error: errorOf(saving.error, field),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      draft.change({ [field]: target.value }),
  });
  return (
    <form ref={form} className="author-form" onSubmit={submit} noValidate>
      {!isOwn && <AuthorNameFields values={values} textProps={textProps} />}
      <TextArea
        label="Biography"
        rows={5}
        maxLength={BIO_MAX_LENGTH}
        hint="A few sentences. An empty line begins a new paragraph."
        {...textProps('bio')}
      />
      <AuthorPictureField
        values={values}
        uploads={uploads}
        error={errorOf(saving.error, 'picture')}
        altError={errorOf(saving.error, 'picture_alt')}
        onChange={draft.change}
      />
      <TextArea
        label="Links"
        rows={3}
        spellCheck={false}
        hint="One address per line, each beginning with https://. At most ten."
        {...textProps('links')}
      />
      {hasConflict && (
        <p role="alert" className="text-sm text-muted">
          Someone else changed this profile. Your fields are kept; saving again replaces theirs.
        </p>
      )}
      <FormDraftNotice draft={draft} />
      <button
        type="submit"
        className="button justify-self-start"
        disabled={saving.isPending || isBusyUploading}
      >
        {saving.isPending ? 'Saving...' : isOwn ? 'Save profile' : 'Save author'}
      </button>
    </form>
  );
}

interface AuthorNameFieldsProps {
  readonly values: Pick<AuthorFormValues, 'name' | 'slug'>;
  readonly textProps: (
    field: 'name' | 'slug',
  ) => Pick<ComponentProps<typeof SlugField>, 'value' | 'onChange' | 'error'>;
}

function AuthorNameFields({ values, textProps }: AuthorNameFieldsProps) {
  return (
    <>
      <TextField
        label="Name *"
        required
        autoComplete="off"
        maxLength={AUTHOR_NAME_MAX_LENGTH}
        {...textProps('name')}
      />
      <SlugField prefix="/author/" title={values.name} {...textProps('slug')} />
    </>
  );
}

/** The error of a field, or of the first invalid entry if the field is a list. */
function errorOf(error: Error | null, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return Object.entries(error.fields).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
}

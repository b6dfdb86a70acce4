import '../editor/editor.css';
import { type FormEvent, useEffect, useRef } from 'react';
import type { OutlineKind } from '#domain/pages/outline-kinds.ts';
import { EXCERPT_MAX_LENGTH, TITLE_MAX_LENGTH } from '#domain/pages/page-input.ts';
import { ApiError, fieldErrorsOf } from '../api/api-error.ts';
import { TextArea, TextField } from '../components/field.tsx';
import { SlugField } from '../components/slug-field.tsx';
import { LanguageField } from '../components/language-field.tsx';
import { useFormUploads } from '../editor/pictures/use-form-uploads.ts';
import { TextEditor } from '../editor/text-editor/text-editor.tsx';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { PageFormActions } from './page-form-actions.tsx';
import type { OwnPage } from './page-queries.ts';
import { usePageForm } from './use-page-form.ts';

interface PageFormProps {
  /** Null for a new page. */
  readonly page: OwnPage | null;
  /** The outline of a new page; null for an empty one. */
  readonly kind: OutlineKind | null;
  readonly onCreated: (page: OwnPage) => void;
}

/** The fields and the text of a page. Unsaved values survive leaving the form; uploads do not, so it asks during one. */
export function PageForm(props: PageFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { uploads, isBusyUploading } = useFormUploads();
  const page = usePageForm(props);
  const { draft, editor, saving } = page;
  const { values } = draft;
  const errors = fieldErrorsOf(saving.error);

  // In an effect, so that the field errors are rendered.
  useEffect(() => {
    if (saving.error === null) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (invalid !== null && invalid !== undefined) invalid.focus();
    else if (saving.error instanceof ApiError && saving.error.fields['content'] !== undefined)
      page.text.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ref of the text editor does not change
  }, [saving.error]);

  const textProps = (field: 'title' | 'slug' | 'excerpt' | 'lang') => ({
    value: values[field],
    error: errors[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      draft.change({ [field]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusyUploading) page.save(page.base?.is_draft ?? true);
  };
  return (
    <form ref={form} className="page-form" onSubmit={submit} noValidate>
      <TextField
        label="Title *"
        required
        autoComplete="off"
        maxLength={TITLE_MAX_LENGTH}
        {...textProps('title')}
      />
      <SlugField prefix="/" title={values.title} {...textProps('slug')} />
      <TextArea
        label="Excerpt"
        rows={2}
        maxLength={EXCERPT_MAX_LENGTH}
        hint="Appears below the title and in search results. Required to publish."
        {...textProps('excerpt')}
      />
      <TextEditor
        ref={page.text}
        label="Text"
        placeholder="Start writing the page here..."
        content={values.content}
        generation={editor.generation}
        uploads={uploads}
        error={errors['content']}
        onChange={editor.onChange}
        onLoaded={editor.onLoaded}
      />
      <LanguageField {...textProps('lang')} />
      <label className="check">
        <input
          type="checkbox"
          checked={values.inFooter}
          onChange={({ target }) => draft.change({ inFooter: target.checked })}
        />
        Show in the footer
      </label>
      {errors['kind'] !== undefined && <p className="field-error">{errors['kind']}</p>}
      {page.hasConflict && (
        <p role="alert" className="text-sm text-muted">
          Someone else saved this page. Your fields are kept; saving again replaces theirs, which stay as a
          revision.
        </p>
      )}
      <FormDraftNotice draft={draft} />
      <PageFormActions form={page} isBusyUploading={isBusyUploading} />
    </form>
  );
}

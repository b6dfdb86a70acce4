import { type RefObject } from 'react';
import { ARTICLE_SECTIONS } from '#domain/categories/section.ts';
import { LANGUAGE_LENGTH } from '#domain/articles/language.ts';
import { TEXT_LIMITS } from '#domain/articles/manuscript.ts';
import { SLUG_LENGTH } from '#domain/articles/slug.ts';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';
import type { Draft, DraftField } from '../draft/draft.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import type { Uploads } from '../pictures/uploads.ts';
import { useStore } from '../store.ts';
import { LeadPictureField } from './lead-picture-field.tsx';

export type FieldErrors = Partial<Readonly<Record<DraftField, string>>>;

interface DetailsStepProps {
  readonly draft: DraftStore;
  readonly uploads: Uploads;
  readonly errors: FieldErrors;
  /** Of the form, so that the first field with an error can be found. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onNext: () => void;
}

const CATEGORIES = ARTICLE_SECTIONS.map(({ slug, names }) => ({ value: slug, label: names.badge }));

/** Step 1: everything about an article but its text. */
export function DetailsStep({ draft: store, uploads, errors, formRef, onNext }: DetailsStepProps) {
  const { draft } = useStore(store);
  const type = (change: Partial<Draft>) => store.dispatch({ type: 'typed', change });
  const text = (field: Exclude<DraftField, 'featured' | 'readTimeTyped' | 'imageAlt'>) => ({
    name: field,
    value: draft[field],
    error: errors[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      type({ [field]: target.value }),
  });
  return (
    <form
      ref={formRef}
      id="article-details"
      className="details"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <div className="details-main">
        <TextField
          label="Title *"
          required
          maxLength={TEXT_LIMITS.title}
          autoComplete="off"
          {...text('title')}
        />
        <TextField
          label="Slug *"
          required
          maxLength={SLUG_LENGTH}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          hint={`The address: /article/${draft.slug || '…'}`}
          {...text('slug')}
          onBlur={() => store.dispatch({ type: 'slug left' })}
        />
        <TextArea
          label="Excerpt *"
          required
          rows={4}
          maxLength={TEXT_LIMITS.excerpt}
          hint="Stands under the title, in lists and in search results."
          {...text('excerpt')}
        />
        <TextField
          label="Tags"
          autoComplete="off"
          hint="Separated by commas, at most ten."
          {...text('tags')}
        />
      </div>
      <div className="details-side">
        <LeadPictureField
          draft={draft}
          error={errors.image}
          altError={errors.imageAlt}
          uploads={uploads}
          onChange={type}
        />
        <SelectField
          label="Category"
          options={CATEGORIES}
          value={draft.categorySlug}
          error={errors.categorySlug}
          hint="Another one moves the article there when it is saved."
          onChange={(categorySlug) => type({ categorySlug })}
        />
        <TextField
          label="Author"
          maxLength={TEXT_LIMITS.author_name}
          autoComplete="off"
          {...text('authorName')}
        />
        <TextField
          label="Read time"
          maxLength={TEXT_LIMITS.read_time}
          autoComplete="off"
          hint="Left as it is, it is worked out from the words."
          {...text('readTime')}
          onChange={({ target }) => type({ readTime: target.value, readTimeTyped: target.value !== '' })}
        />
        <TextField
          label="Language"
          maxLength={LANGUAGE_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          hint="A tag such as ar, he or pt-BR. Leave it empty for English."
          {...text('lang')}
        />
        <label className="check">
          <input
            type="checkbox"
            name="featured"
            checked={draft.featured}
            onChange={({ target }) => type({ featured: target.checked })}
          />
          Featured: may lead the list of all articles
        </label>
      </div>
    </form>
  );
}

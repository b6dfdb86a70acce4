import { type RefObject } from 'react';
import { fieldRules } from '#domain/articles/article-fields.ts';
import { SLUG_MAX_LENGTH } from '#domain/articles/slug.ts';
import { useSections } from '../../sections/use-sections.ts';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { LanguageField } from '../../components/language-field.tsx';
import type { Draft, DraftField, FieldErrors } from '../draft/draft.ts';
import type { DraftStore } from '../draft/draft-store.ts';
import type { Uploads } from '../pictures/uploads.ts';
import { useStore } from '../store.ts';
import { BylineField } from './byline-field.tsx';
import { LeadPictureField } from './lead-picture-field.tsx';

interface DetailsStepProps {
  readonly draft: DraftStore;
  readonly uploads: Uploads;
  readonly errors: FieldErrors;
  /** Ref to the form, to focus the first field with an error. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly onNext: () => void;
}

/** Step 1: all fields of an article except its content. */
export function DetailsStep({ draft: store, uploads, errors, formRef, onNext }: DetailsStepProps) {
  const { draft } = useStore(store);
  const sections = useSections();
  const type = (change: Partial<Draft>) => store.dispatch({ type: 'edited', change });
  const textProps = (field: Exclude<DraftField, 'bylines' | 'featured' | 'readTimeTyped' | 'imageAlt'>) => ({
    name: field,
    maxLength: fieldRules(field).maxLength,
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
        <TextField label="Title *" required autoComplete="off" {...textProps('title')} />
        <TextField
          label="Slug *"
          required
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          hint={`URL: /article/${draft.slug || '…'}`}
          {...textProps('slug')}
          maxLength={SLUG_MAX_LENGTH}
          onBlur={() => store.dispatch({ type: 'slugBlurred' })}
        />
        <TextArea
          label="Excerpt *"
          required
          rows={4}
          hint="Appears below the title, in lists and search results."
          {...textProps('excerpt')}
        />
        <TextField
          label="Tags"
          autoComplete="off"
          hint="Separated by commas, at most ten."
          {...textProps('tags')}
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
          name="categorySlug"
          options={sections.all.map(({ slug, shortName }) => ({ value: slug, label: shortName }))}
          value={draft.categorySlug}
          error={errors.categorySlug}
          hint="Changing it moves the article when saved."
          onChange={(categorySlug) => type({ categorySlug })}
        />
        <BylineField
          draft={draft}
          error={errors.authorName ?? errors.bylines ?? errors.authorImage}
          onChange={type}
        />
        <TextField
          label="Read time"
          autoComplete="off"
          hint="Calculated from the text unless you change it."
          {...textProps('readTime')}
          error={errors.readTime ?? errors.readTimeTyped}
          onChange={({ target }) => type({ readTime: target.value, readTimeTyped: target.value !== '' })}
        />
        <LanguageField {...textProps('lang')} />
        <label className="check">
          <input
            type="checkbox"
            name="featured"
            aria-invalid={errors.featured !== undefined}
            aria-describedby="featured-error"
            checked={draft.featured}
            onChange={({ target }) => type({ featured: target.checked })}
          />
          Feature at the top of All Articles
        </label>
        <p id="featured-error" className="field-error" hidden={errors.featured === undefined}>
          {errors.featured}
        </p>
      </div>
    </form>
  );
}

import type { ArticleField, ArticleFields } from '../article-fields.ts';
import { invalidFields } from '../field-validation.server.ts';
import { missingFields } from '../required-fields.ts';
import { errorFinding, type Finding } from './finding.ts';

const MISSING_CODES = {
  title: 'title_missing',
  slug: 'slug_missing',
  excerpt: 'excerpt_missing',
  content: 'content_missing',
} as const;

/** Required fields and limits: what the command that publishes refuses, except pictures and the slugs of other articles. */
export function checkRequiredFields(fields: ArticleFields): Finding[] {
  const missing = entriesOf(missingFields(fields)).map(([field, message]) =>
    errorFinding(MISSING_CODES[field], `${message}.`, { field }),
  );
  const invalid = entriesOf(invalidFields(fields)).map(([field, message]) =>
    errorFinding('field_invalid', `${message}.`, { field }),
  );
  return [...missing, ...invalid];
}

function entriesOf<Field extends ArticleField>(
  errors: Partial<Record<Field, string>>,
): (readonly [Field, string])[] {
  return Object.entries(errors) as [Field, string][];
}

import { contentLines } from '../editor/revisions/content-lines.ts';
import type { PageFormValues } from './page-form-values.ts';

/** Converts a page to lines for a diff: one line per field, then one per block of its text. */
export function pageLines({ title, slug, excerpt, lang, inFooter, content }: PageFormValues): string[] {
  return [
    `Title: ${title}`,
    `Slug: ${slug}`,
    `Excerpt: ${excerpt}`,
    `Language: ${lang}`,
    `In the footer: ${inFooter ? 'yes' : 'no'}`,
    ...contentLines(content),
  ];
}

import { z } from 'zod';
import { languageField, slugField } from '#domain/articles/text-fields.ts';
import { requiredTextLine, textLine } from '#platform/text-line.ts';
import { OUTLINE_KINDS } from './outline-kinds.ts';

/** Characters; also limits in the database. */
export const TITLE_MAX_LENGTH = 300;
export const EXCERPT_MAX_LENGTH = 1000;

/** What an editor can set of a page. The API and the form of the newsroom share it. */
export const pageInput = z.object({
  title: requiredTextLine(TITLE_MAX_LENGTH, 'Please enter a title').meta({
    description: 'At most 300 characters.',
  }),
  slug: slugField('title'),
  excerpt: textLine(EXCERPT_MAX_LENGTH)
    .default('')
    .meta({ description: 'At most 1,000 characters. Required to publish: search engines show it.' }),
  content: z.string().default('').meta({
    description:
      'HTML, reduced to the elements of the editor. Images in `data:` URLs are stored separately. At most 2 MB without them.',
  }),
  lang: languageField,
  in_footer: z.boolean().default(true).meta({ description: 'Links the page at the end of every page.' }),
  is_draft: z.boolean().default(true).meta({ description: 'False publishes the page, true unpublishes it.' }),
});
export type PageInput = z.output<typeof pageInput>;

/** The outline is chosen once, when the page is created. */
export const newPageInput = pageInput.extend({
  kind: z
    .enum(OUTLINE_KINDS)
    .nullable()
    .default(null)
    .meta({ description: 'The outline from which the page was written. At most one page has each.' }),
});
export type NewPageInput = z.output<typeof newPageInput>;

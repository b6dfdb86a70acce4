import { z } from 'zod';
import { requiredTextLine, textLine } from '#platform/text-line.ts';
import { removeUnsafe } from '#platform/unsafe-characters.ts';
import { DESCRIPTION_MAX_LENGTH } from './category.ts';
import { SECTION_SLUG_MAX_LENGTH } from './section.ts';
import { SECTION_ICONS } from './section-icons.ts';

/** Characters; also the limits in the database. */
export const SECTION_NAME_MAX_LENGTH = 80;
export const SECTION_SHORT_NAME_MAX_LENGTH = 40;
export const EMPTY_TEXT_MAX_LENGTH = 200;

const SEGMENT_MESSAGE = 'Please enter lowercase letters and digits with single hyphens';

/** What an editor can set of a section. The API and the form of the newsroom share it. */
export const sectionInput = z.object({
  name: requiredTextLine(SECTION_NAME_MAX_LENGTH, 'Please enter a name').meta({
    description: 'Heading of its page, at most 80 characters.',
  }),
  short_name: requiredTextLine(SECTION_SHORT_NAME_MAX_LENGTH, 'Please enter a short name').meta({
    description: 'In menus and on articles, at most 40 characters.',
  }),
  path_segment: z
    .string()
    .trim()
    .min(1, 'Please enter a path')
    .max(SECTION_SLUG_MAX_LENGTH, `Please use at most ${SECTION_SLUG_MAX_LENGTH} characters`)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, SEGMENT_MESSAGE)
    .meta({ description: 'The last segment of its path. Former paths redirect to the present one.' }),
  is_category: z
    .boolean()
    .meta({ description: 'Whether the path begins with `/articles/`; otherwise it is at the top level.' }),
  icon: z.enum(SECTION_ICONS),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX_LENGTH, `Please use at most ${DESCRIPTION_MAX_LENGTH} characters`)
    .default('')
    .transform(removeUnsafe)
    .meta({ description: 'Plain text; empty for the default.' }),
  empty_text: textLine(EMPTY_TEXT_MAX_LENGTH).default('').meta({
    description: 'Shown while it has no published article, at most 200 characters; empty for the default.',
  }),
  is_visible: z.boolean().default(true).meta({
    description: 'False for a section that is in no menu, on no card and in no list. It can still be read.',
  }),
});
export type SectionInput = z.output<typeof sectionInput>;

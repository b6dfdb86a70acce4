import { z } from 'zod';
import { toSingleLine } from '#platform/unsafe-characters.ts';
import { SECTION_SLUG_MAX_LENGTH } from '#domain/categories/section.ts';
import { TAG_LIMIT, TAG_MAX_LENGTH } from '../article.ts';

/** Changes of one request. */
export const CHANGE_LIMIT = 100;

const CHANGE_ACTIONS = [
  'publish',
  'unpublish',
  'move',
  'add_tag',
  'remove_tag',
  'set_tags',
  'trash',
  'restore',
] as const;

const tag = z
  .string()
  .overwrite(toSingleLine)
  .min(1, 'Please enter a tag')
  .max(TAG_MAX_LENGTH, `Please use at most ${TAG_MAX_LENGTH} characters`);

/** A change of one of several articles: what a single request could do as well. */
export const articleChange = z
  .object({
    id: z.uuid(),
    revision: z.int().min(1).meta({
      description: 'The change is refused as `stale` if this is not the current revision of the article.',
    }),
    action: z.enum(CHANGE_ACTIONS),
    section: z
      .string()
      .max(SECTION_SLUG_MAX_LENGTH)
      .optional()
      .meta({ description: 'For `move`: the slug of a section.' }),
    tag: tag
      .optional()
      .meta({ description: 'For `add_tag` and `remove_tag`, which compares slugs of tags.' }),
    tags: z.array(tag).max(TAG_LIMIT).optional().meta({ description: 'For `set_tags`: all tags.' }),
  })
  .refine(({ action, section }) => action !== 'move' || section !== undefined, {
    path: ['section'],
    message: 'Please choose a section',
  })
  .refine((change) => !['add_tag', 'remove_tag'].includes(change.action) || change.tag !== undefined, {
    path: ['tag'],
    message: 'Please enter a tag',
  })
  .refine(({ action, tags }) => action !== 'set_tags' || tags !== undefined, {
    path: ['tags'],
    message: 'Please enter the tags',
  });

export type ArticleChange = Readonly<z.output<typeof articleChange>>;

export interface AppliedChange {
  readonly title: string;
  /** Of the article now. */
  readonly revision: number;
  /** False if the article was as requested already. Nothing was saved then. */
  readonly isChanged: boolean;
  /** The change that takes it back exactly, except that a publication keeps its date; null if there is none. */
  readonly undo: ArticleChange | null;
}

import { z } from '@hono/zod-openapi';
import { IfMatch } from './openapi/entity-tag.ts';

const ContainedAutosave = z.object({
  'editor-id': z.uuid().optional().meta({
    description: 'The `editor_id` of the autosaves that this save contains. They are deleted.',
  }),
  'autosave-version': z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .optional()
    .openapi({
      type: 'integer',
      minimum: 1,
      description:
        'The `version` of the autosave that this save contains, for one of another editor. It is deleted.',
    }),
});

/** The headers of a save of an article. */
export const SaveHeaders = IfMatch.extend(ContainedAutosave.shape);

export const toContainedAutosave = (headers: z.infer<typeof ContainedAutosave>) => ({
  editorId: headers['editor-id'],
  version: headers['autosave-version'],
});

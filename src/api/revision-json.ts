import { z } from '@hono/zod-openapi';

/** The fields that a revision of an article and of a page have in lists. */
export const revisionEntryFields = {
  revision: z.int(),
  title: z.string(),
  is_draft: z.boolean(),
  saved_at: z.iso.datetime(),
  saved_by_name: z.string().nullable(),
  restored_from: z
    .int()
    .nullable()
    .meta({ description: 'The revision from which the fields were taken; null if none.' }),
};

/** The member of a request that saves fields of an earlier revision. */
export const RestoredFrom = z
  .int()
  .min(1)
  .max(999_999_999)
  .nullable()
  .default(null)
  .meta({ description: 'The revision from which the fields were taken; null if none.' });

export const RevisionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
  .openapi({ type: 'integer', minimum: 1 });

/** The fields that only revisions of an article have in lists. */
export const articleRevisionFields = {
  word_count: z.int(),
  is_pending: z.boolean().meta({
    description: 'It was saved for later, as pending changes of the published article. `is_draft` is true.',
  }),
};

interface Entry {
  readonly revision: number;
  readonly title: string;
  readonly isDraft: boolean;
  readonly savedAt: Date;
  readonly savedByName: string | null;
  readonly restoredFrom: number | null;
}

export const revisionEntryJson = (found: Entry) => ({
  revision: found.revision,
  title: found.title,
  is_draft: found.isDraft,
  saved_at: found.savedAt.toISOString(),
  saved_by_name: found.savedByName,
  restored_from: found.restoredFrom,
});

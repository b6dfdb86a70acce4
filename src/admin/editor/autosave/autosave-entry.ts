import { z } from 'zod';
import { draftSchema, emptyDraft } from '../draft/draft.ts';

/** Entries of earlier releases lack newer fields, which then have the values of a new draft. */
const draft = z
  .looseObject({})
  .transform((stored) => ({ ...emptyDraft('', ''), ...stored }))
  .pipe(draftSchema);

const autosaveEntry = z.object({
  /** New each time an editor is opened; two tabs with the same article write two entries. */
  id: z.uuid(),
  /** Id of the account that typed the draft. Missing in entries of earlier releases. */
  userId: z.string().optional(),
  /** Id of the article; null for an article that was never saved. */
  articleId: z.string().nullable(),
  /** Section in the URL under which the editor was opened. Missing in entries of earlier releases. */
  editorSection: z.string().optional(),
  /** The revision the draft is based on; null for a new article. */
  revision: z.number().nullable(),
  /** Idempotency key of the request that creates a new article. */
  creationKey: z.uuid(),
  /** Milliseconds since 1970. */
  writtenAt: z.number(),
  draft,
});

/** The unsaved draft of one editor. */
export type AutosaveEntry = Readonly<z.infer<typeof autosaveEntry>>;

/** Null for text that is not a valid entry. */
export function parseAutosaveEntry(text: string): AutosaveEntry | null {
  try {
    return autosaveEntry.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

import { z } from 'zod';
import { type EntryStorage, FORM_PREFIX, openEntryStorage, type StoredEntry } from './entry-storage.ts';

const storedForm = z.object({
  id: z.string(),
  userId: z.string(),
  writtenAt: z.number(),
  revision: z.union([z.number(), z.string()]).nullable(),
  /** `base` and `values` have the shape of the form, which validates them. */
  base: z.unknown(),
  values: z.unknown(),
});

type StoredForm = z.infer<typeof storedForm> & StoredEntry;

let opened: EntryStorage<StoredForm> | undefined;

/** Storage of unsaved form input in this browser: one entry per form and account. */
export function formDrafts(): EntryStorage<StoredForm> {
  opened ??= openEntryStorage({
    prefix: FORM_PREFIX,
    parse,
    storage: localStorage,
    now: Date.now,
    events: globalThis,
  });
  return opened;
}

/** Contains the account id, so that accounts sharing a browser do not see each other's input. */
export function formEntryId(userId: string, formId: string): string {
  return `${userId}/${formId}`;
}

function parse(text: string): StoredForm | null {
  try {
    return storedForm.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

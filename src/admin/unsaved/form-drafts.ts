import { z } from 'zod';
import { type EntryStorage, FORM_PREFIX, openEntryStorage, type StoredEntry } from './entry-storage.ts';

const storedForm = z.object({
  id: z.string(),
  userId: z.string(),
  writtenAt: z.number(),
  revision: z.union([z.number(), z.string()]).nullable(),
  /** Of the form's own shape, which the form checks. */
  base: z.unknown(),
  values: z.unknown(),
});

type StoredForm = z.infer<typeof storedForm> & StoredEntry;

let opened: EntryStorage<StoredForm> | undefined;

/** The unsaved input of forms in this browser, one entry for each form of an account. */
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

/** Two accounts that share a browser do not see what the other one types. */
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

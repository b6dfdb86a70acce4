import { useState } from 'react';
import type { z } from 'zod';
import { isStaleSave } from '../api/api-error.ts';
import { useIsMounted } from '../components/use-is-mounted.ts';
import type { FormRevision } from './form-edit.ts';
import { type FormDraft, useFormDraft } from './use-form-draft.ts';

/** An item of the newsroom that is saved with `If-Match`. */
interface StoredRecord {
  readonly id: string;
  readonly revision: FormRevision;
}

interface RecordDraftOptions<Item extends StoredRecord, Values> {
  /** Null for a new item. */
  readonly record: Item | null;
  /** The form of a `FormDraft`. The id of the item, or `newId`, is appended: `author/` and the id of the author. */
  readonly form: string;
  /** Default: `new`. */
  readonly newId?: string;
  readonly schema: z.ZodType<Values>;
  /** The values of a new item. */
  readonly newValues: Values;
  readonly valuesOf: (item: Item) => Values;
  /** Loads the item from the server; resolves to undefined if it does not exist anymore. */
  readonly load: (id: string) => Promise<Item | undefined>;
  /** Not called after the form was left. */
  readonly onCreated?: ((item: Item) => void) | undefined;
}

export interface RecordDraft<Item, Values> {
  /** The item that the values are compared with; null for a new one. */
  readonly base: Item | null;
  readonly draft: FormDraft<Values>;
  /** The revision to save over. */
  readonly revision: FormRevision;
  /** Whether someone else has saved the item in the meantime. The next save replaces theirs. */
  readonly hasConflict: boolean;
  /** Call after a successful save. */
  onSaved(saved: Item, sent: Values): void;
  /** Call after a failed save. If the item has changed on the server, it is loaded and `hasConflict` becomes true. */
  onSaveError(error: Error): void;
}

/** The unsaved values of a form that creates or changes one item, and what happens when someone else changes it too. */
export function useRecordDraft<Item extends StoredRecord, Values extends object>(
  options: RecordDraftOptions<Item, Values>,
): RecordDraft<Item, Values> {
  const { record, form, newId = 'new', schema, newValues, valuesOf, load, onCreated } = options;
  // A refetch of the query does not replace it; a reported conflict does.
  const [base, setBase] = useState(record);
  const [hasConflict, setHasConflict] = useState(false);
  const isMounted = useIsMounted();
  const draft = useFormDraft<Values>({
    formId: `${form}/${base?.id ?? newId}`,
    schema,
    saved: base === null ? newValues : valuesOf(base),
    ...(base === null ? {} : { revision: base.revision }),
  });

  async function loadConflict(id: string): Promise<void> {
    // If it cannot be loaded, the next save fails in the same way and loads it again.
    const current = await load(id).catch(() => undefined);
    if (current === undefined) return;
    setBase(current);
    draft.rebase(current.revision);
    setHasConflict(true);
  }

  return {
    base,
    draft,
    revision: draft.revision ?? base?.revision ?? 1,
    hasConflict,
    onSaved(saved, sent) {
      const savedForm = { sent, saved: valuesOf(saved), revision: saved.revision };
      draft.onSaved(savedForm, `${form}/${saved.id}`);
      setHasConflict(false);
      // Of a new item too: until another screen replaces the form, its input belongs to the created item.
      setBase(saved);
      if (base === null && isMounted.current) onCreated?.(saved);
    },
    onSaveError(error) {
      if (base !== null && isStaleSave(error)) void loadConflict(base.id);
    },
  };
}

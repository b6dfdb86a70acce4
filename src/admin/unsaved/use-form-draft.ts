import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { toastSuccess } from '../components/toast.tsx';
import { useIsMounted } from '../components/use-is-mounted.ts';
import { sessionManager } from '../session/newsroom-session.ts';
import type { EntryStorageError } from './entry-storage.ts';
import { formDrafts, formEntryId } from './form-drafts.ts';
import {
  editOrNull,
  type FormEdit,
  type FormRevision,
  mergedValues,
  remainingEdit,
  type SavedForm,
  withRevision,
} from './form-edit.ts';
import { useUnloadGuard } from './use-unload-guard.ts';

interface FormDraftOptions<Values> {
  /** Form and subject: `settings`, `category/sports`. */
  readonly formId: string;
  readonly schema: z.ZodType<Values>;
  /** Current values of the server. */
  readonly saved: Values;
  /** Revision of `saved`, for a form that is saved with `If-Match`. */
  readonly revision?: FormRevision;
}

export interface FormDraft<Values> {
  /** Values of the fields. */
  readonly values: Values;
  readonly isUnsaved: boolean;
  /** When the restored values were typed, in milliseconds since 1970; null if nothing was restored. */
  readonly restoredAt: number | null;
  /** Revision the unsaved values are based on; null without unsaved values. */
  readonly revision: FormRevision | null;
  /** Why the values could not be stored in the browser; null if they were. */
  readonly storageError: EntryStorageError | null;
  change(patch: Partial<Values>): void;
  /**
   * Call after a successful save. Input typed during the request stays unsaved.
   *
   * @param nextFormId the `formId` from now on, if the save has created the item: what stays unsaved belongs to the item,
   *   not to the form of the next new one
   */
  onSaved(form: SavedForm<Values>, nextFormId?: string): void;
  /** Changes the revision the unsaved values are based on. */
  rebase(revision: FormRevision): void;
  /** Deletes the unsaved values. */
  clear(): void;
  /** Deletes the unsaved values and shows a toast with an Undo button. */
  discard(): void;
}

type Edit<Values> = FormEdit<Values> & { readonly restoredAt: number | null };

/**
 * Form state that survives leaving the page. Values are written to local storage as the user types and are restored
 * when the form is opened again: after a tab switch, Back, a reload, a crash or a new sign-in.
 */
export function useFormDraft<Values extends object>(options: FormDraftOptions<Values>): FormDraft<Values> {
  const { formId, schema, saved, revision = null } = options;
  // Fixed while the form is mounted: the input belongs to the account that was signed in when the form was opened.
  const [userId] = useState(() => sessionManager.current()?.user.id ?? '');
  const id = formEntryId(userId, formId);
  const [edit, setEdit] = useState(() => restoredEdit(id, { schema, saved, revision }));
  const [storageError, setStorageError] = useState<EntryStorageError | null>(null);
  const latest = useRef(edit);
  const isReplaced = useRef(false);
  const isMounted = useIsMounted();
  const values = mergedValues(edit, saved);
  const isUnsaved = edit !== null && editOrNull({ base: saved, values, revision }) !== null;
  useUnloadGuard(() => isUnsaved);

  function update(next: Edit<Values> | null, entryId = id): void {
    latest.current = next;
    isReplaced.current = false;
    setEdit(next);
    if (next === null || entryId !== id) formDrafts().remove(id);
    setStorageError(next === null ? null : store(entryId, userId, next));
  }

  // Another tab with this form replaces the entry with its own input, and deletes that when it is saved or discarded.
  const onEntryChanged = useEffectEvent(() => {
    const current = latest.current;
    if (current === null) return;
    const entry = formDrafts().find(id);
    if (entry !== null) isReplaced.current = JSON.stringify(entry.values) !== JSON.stringify(current.values);
    else if (isReplaced.current) update(current);
  });
  useEffect(() => formDrafts().onChange(() => onEntryChanged()), []);

  return {
    values,
    isUnsaved,
    restoredAt: isUnsaved ? edit.restoredAt : null,
    revision: edit?.revision ?? null,
    storageError,
    change(patch) {
      // Not the values of this render: an upload calls the function of the render in which it started.
      const current = latest.current;
      const next = editOrNull({
        base: saved,
        values: { ...mergedValues(current, saved), ...patch },
        revision: current?.revision ?? revision,
      });
      update(next === null ? null : { ...next, restoredAt: current?.restoredAt ?? null });
    },
    onSaved(form, nextFormId = formId) {
      // After this form was left, it may have been opened again, and have stored newer input.
      const current = isMounted.current ? latest.current : restoredEdit(id, { schema, saved, revision });
      if (current === null) return;
      const remaining = remainingEdit(current, form);
      const next = remaining === null ? null : { ...remaining, restoredAt: null };
      update(next, formEntryId(userId, nextFormId));
    },
    rebase(next) {
      if (latest.current !== null) update({ ...latest.current, revision: next });
    },
    clear: () => update(null),
    discard() {
      const discarded = latest.current;
      update(null);
      toastSuccess('Changes discarded', undefined, { label: 'Undo', onClick: () => update(discarded) });
    },
  };
}

/** Whether this browser stores unsaved values of a form. */
export function hasFormDraft(formId: string): boolean {
  const userId = sessionManager.current()?.user.id ?? '';
  return formDrafts().find(formEntryId(userId, formId)) !== null;
}

interface RestoreOptions<Values> {
  readonly schema: z.ZodType<Values>;
  readonly saved: Values;
  readonly revision: FormRevision | null;
}

function restoredEdit<Values extends object>(id: string, form: RestoreOptions<Values>): Edit<Values> | null {
  const { schema, saved, revision } = form;
  const found = formDrafts().find(id);
  const typed = z.object({ base: schema, values: schema }).safeParse(found);
  if (found === null || !typed.success) return null;
  const edit = withRevision({ ...typed.data, revision: found.revision }, saved, revision);
  return { ...edit, restoredAt: found.writtenAt };
}

function store<Values>(id: string, userId: string, edit: Edit<Values>): EntryStorageError | null {
  const { base, values, revision } = edit;
  return formDrafts().write({ id, userId, writtenAt: Date.now(), revision, base, values });
}

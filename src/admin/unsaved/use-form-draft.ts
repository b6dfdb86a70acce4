import { useRef, useState } from 'react';
import { z } from 'zod';
import { toastSuccess } from '../parts/toast.tsx';
import { sessionKeeper } from '../session/newsroom-session.ts';
import type { EntryTrouble } from './entry-storage.ts';
import { formDrafts, formEntryId } from './form-drafts.ts';
import {
  editOf,
  type FormEdit,
  type FormRevision,
  mergedValues,
  remainingEdit,
  type SavedForm,
  withRevision,
} from './form-edit.ts';
import { useUnloadGuard } from './use-unload-guard.ts';

interface FormDraftOptions<Values> {
  /** Names the form and its subject: `settings`, `category/sports`. */
  readonly formId: string;
  readonly schema: z.ZodType<Values>;
  /** What the server has. */
  readonly saved: Values;
  /** Revision of `saved`, for a form that is saved with `If-Match`. */
  readonly revision?: FormRevision;
}

export interface FormDraft<Values> {
  /** What the fields show. */
  readonly values: Values;
  readonly isUnsaved: boolean;
  /** When the values were typed that an earlier visit has left, in milliseconds since 1970; null for none. */
  readonly restoredAt: number | null;
  /** Revision the unsaved values are based on; null when nothing is unsaved. */
  readonly revision: FormRevision | null;
  /** Why the browser could not store the values; null while it can. */
  readonly trouble: EntryTrouble | null;
  change(patch: Partial<Values>): void;
  /** After a save. What was typed during the request stays unsaved. */
  settle(form: SavedForm<Values>): void;
  /** Bases the unsaved values on another revision. */
  rebase(revision: FormRevision): void;
  /** Forgets the unsaved values. */
  clear(): void;
  /** The same, with an offer to undo it. */
  discard(): void;
}

type Edit<Values> = FormEdit<Values> & { readonly restoredAt: number | null };

/**
 * The values of a form that survive leaving it: they are written to local storage as they are typed and are in the form
 * again when it is opened next, whether after a tab switch, Back, a reload, a crash or a new sign-in.
 */
export function useFormDraft<Values extends object>(options: FormDraftOptions<Values>): FormDraft<Values> {
  const { formId, schema, saved, revision = null } = options;
  // Kept for the life of the form: what is typed belongs to the account that was signed in when it was opened.
  const [userId] = useState(() => sessionKeeper.current()?.user.id ?? '');
  const id = formEntryId(userId, formId);
  const [edit, setEdit] = useState(() => restoredEdit(id, { schema, saved, revision }));
  const [trouble, setTrouble] = useState<EntryTrouble | null>(null);
  const latest = useRef(edit);
  const values = mergedValues(edit, saved);
  const isUnsaved = edit !== null && editOf({ base: saved, values, revision }) !== null;
  useUnloadGuard(() => isUnsaved);

  function update(next: Edit<Values> | null): void {
    latest.current = next;
    setEdit(next);
    if (next === null) formDrafts().remove(id);
    setTrouble(next === null ? null : store(id, userId, next));
  }

  return {
    values,
    isUnsaved,
    restoredAt: isUnsaved ? edit.restoredAt : null,
    revision: edit?.revision ?? null,
    trouble,
    change(patch) {
      const next = editOf({
        base: saved,
        values: { ...values, ...patch },
        revision: edit?.revision ?? revision,
      });
      update(next === null ? null : { ...next, restoredAt: edit?.restoredAt ?? null });
    },
    settle(form) {
      if (latest.current === null) return;
      const rest = remainingEdit(latest.current, form);
      update(rest === null ? null : { ...rest, restoredAt: null });
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

/** Whether an earlier visit has left unsaved values of a form. */
export function hasFormDraft(formId: string): boolean {
  const userId = sessionKeeper.current()?.user.id ?? '';
  return formDrafts().find(formEntryId(userId, formId)) !== null;
}

interface RestoringForm<Values> {
  readonly schema: z.ZodType<Values>;
  readonly saved: Values;
  readonly revision: FormRevision | null;
}

function restoredEdit<Values extends object>(id: string, form: RestoringForm<Values>): Edit<Values> | null {
  const { schema, saved, revision } = form;
  const found = formDrafts().find(id);
  const typed = z.object({ base: schema, values: schema }).safeParse(found);
  if (found === null || !typed.success) return null;
  const edit = withRevision({ ...typed.data, revision: found.revision }, saved, revision);
  return { ...edit, restoredAt: found.writtenAt };
}

function store<Values>(id: string, userId: string, edit: Edit<Values>): EntryTrouble | null {
  const { base, values, revision } = edit;
  return formDrafts().write({ id, userId, writtenAt: Date.now(), revision, base, values });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api } from '../api-client.ts';
import {
  type CommentingSettings as SettingsOfSite,
  settingsOfSite,
} from '../moderation/moderation-queries.ts';
import { TextField } from '../parts/field.tsx';
import { toastFailure, toastSuccess } from '../parts/toast.tsx';
import { KEPT_FIELDS, patchFrom, typedFrom } from './kept-fields.ts';

/** Whole numbers of days, empty where there may be none. */
const DIGITS = { inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } as const;

export function KeptForm({ settings }: { readonly settings: SettingsOfSite }) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => typedFrom(settings));
  const saving = useMutation({
    mutationFn: () => answerOf(api.newsroom.settings.$patch({ json: patchFrom(typed) })),
    onSuccess: (saved) => {
      queries.setQueryData(settingsOfSite().queryKey, saved);
      setTyped(typedFrom(saved));
      toastSuccess('Settings saved');
    },
    onError: (error) =>
      toastFailure('Failed to save settings', error instanceof ApiError ? error.message : undefined),
  });
  const wrong = saving.error instanceof ApiError ? saving.error.fields : {};

  // After the error is on the page.
  useEffect(() => {
    if (saving.error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [saving.error]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }

  return (
    <form ref={form} className="kept-form" onSubmit={submit} noValidate>
      {KEPT_FIELDS.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          error={wrong[name]}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          {...DIGITS}
        />
      ))}
      <button type="submit" className="button justify-self-start" disabled={saving.isPending}>
        {saving.isPending ? 'Saving...' : 'Save settings'}
      </button>
    </form>
  );
}

import { ApiError } from '../api/api-error.ts';
import { TextArea, TextField } from '../parts/field.tsx';
import { SettingsForm } from '../settings/settings-form.tsx';
import { type SiteSettings, useSavingSettings } from '../settings/site-settings.ts';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { commentingDraft, patchFrom, typedFrom } from './commenting-draft.ts';

/** Whole numbers only, empty where there may be none. */
const DIGITS = { inputMode: 'numeric', pattern: '\\d*', maxLength: 4 } as const;

export function CommentingForm({ settings }: { readonly settings: SiteSettings }) {
  const draft = useFormDraft({
    formId: 'settings/commenting',
    schema: commentingDraft,
    saved: typedFrom(settings),
  });
  const typed = draft.values;
  const saving = useSavingSettings();
  const error = (name: string) => errorOf(saving.error, name);
  const text = (name: 'links' | 'closeAfter' | 'keptFor') => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => draft.change({ [name]: event.target.value }),
  });

  const save = () =>
    saving.mutate(patchFrom(typed), {
      onSuccess: (saved) => draft.settle({ sent: typed, saved: typedFrom(saved) }),
    });

  return (
    <SettingsForm className="commenting-form" saving={saving} draft={draft} onSave={save}>
      <label className="commenting-check">
        <input
          type="checkbox"
          checked={typed.holdsFirst}
          onChange={(event) => draft.change({ holdsFirst: event.target.checked })}
        />
        <span>
          Hold the first comment from an address
          <small>Once one is approved, further ones appear at once.</small>
        </span>
      </label>
      <TextField
        label="Links allowed in a comment"
        hint="A comment with more of them is held. From 0 to 20."
        error={error('comment_links_allowed')}
        {...DIGITS}
        {...text('links')}
      />
      <TextField
        label="Days until comments close"
        hint="Counted from the publication of an article. Leave it empty to keep them open."
        error={error('comment_close_after_days')}
        {...DIGITS}
        {...text('closeAfter')}
      />
      <TextField
        label="Days deleted comments are kept"
        hint="They can be restored until then. From 1 to 365."
        error={error('comment_deleted_kept_days')}
        {...DIGITS}
        {...text('keptFor')}
      />
      <TextArea
        label="Words that hold a comment"
        hint="One word or phrase a line, without regard to case and accents."
        rows={6}
        error={error('comment_held_words')}
        value={typed.words}
        onChange={(event) => draft.change({ words: event.target.value })}
      />
    </SettingsForm>
  );
}

/** Of a list, what is wrong with any of its entries. */
function errorOf(error: Error | null, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = Object.entries(error.fields).find(
    ([field]) => field === name || field.startsWith(`${name}.`),
  );
  return found?.[1];
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { LATEST_LIMIT } from '#domain/articles/home-picks/home-pick.ts';
import { titleOrUntitled } from '#domain/articles/untitled.ts';
import { fieldErrorsOf, isStaleSave, rejectionReason } from '../api/api-error.ts';
import { Announcement } from '../components/announcement.tsx';
import { Notice } from '../components/notice.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { FormDraftNotice } from '../unsaved/form-draft-notice.tsx';
import { useFormDraft } from '../unsaved/use-form-draft.ts';
import { ArticlePicker } from './article-picker.tsx';
import { ExpiryDialog } from './expiry-dialog.tsx';
import { type HomePicks, homePicksQuery, saveHomePicks } from './home-picks-queries.ts';
import { homePicksValues, type PickValues, valuesFrom } from './home-picks-values.ts';
import { PickRow } from './pick-row.tsx';

/** The picked articles in their order. Unsaved changes survive leaving the form. */
export function HomePicksForm({ loaded }: { readonly loaded: HomePicks }) {
  const queries = useQueryClient();
  const list = useRef<HTMLOListElement>(null);
  // The list that the form is based on. A refetch of the query does not replace it; a reported conflict does.
  const [base, setBase] = useState(loaded);
  const [conflict, setConflict] = useState<HomePicks | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const [expiryOf, setExpiryOf] = useState<PickValues | null>(null);
  const draft = useFormDraft({
    formId: 'home-picks',
    schema: homePicksValues,
    saved: valuesFrom(base),
    revision: base.revision,
  });
  const { picks } = draft.values;
  const saving = useMutation({
    mutationFn: (sent: readonly PickValues[]) => saveHomePicks(sent, String(draft.revision ?? base.revision)),
    onSuccess(saved, sent) {
      queries.setQueryData(homePicksQuery.queryKey, saved);
      draft.onSaved({ sent: { picks: sent }, saved: valuesFrom(saved), revision: saved.revision });
      setBase(saved);
      setConflict(null);
      toastSuccess('Home page saved');
    },
    onError(error) {
      toastFailure('Failed to save the home page', rejectionReason(error));
      if (isStaleSave(error)) void loadConflict();
    },
  });
  // Errors name positions in the list that was sent.
  const errors = saving.variables === picks ? fieldErrorsOf(saving.error) : {};

  async function loadConflict(): Promise<void> {
    const current = await queries.fetchQuery({ ...homePicksQuery, staleTime: 0 }).catch(() => null);
    if (current === null) return;
    setBase(current);
    draft.rebase(current.revision);
    setConflict(current);
  }

  function change(next: readonly PickValues[], text: string): void {
    draft.change({ picks: next });
    setAnnouncement(text);
  }

  function move(from: number, to: number): void {
    const pick = picks[from];
    if (pick === undefined) return;
    change(picks.toSpliced(from, 1).toSpliced(to, 0, pick), movedText(pick, to, picks.length));
  }

  function remove(index: number, pick: PickValues): void {
    change(picks.toSpliced(index, 1), `${titleOrUntitled(pick.title)} was removed`);
    list.current?.focus();
  }

  function setExpiry(articleId: string, expiresAt: string | null): void {
    change(
      picks.map((pick) => (pick.articleId === articleId ? { ...pick, expiresAt } : pick)),
      'The expiry was changed',
    );
    setExpiryOf(null);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(picks);
  }

  return (
    <>
      <form className="home-picks-form" onSubmit={submit}>
        {picks.length === 0 && <Notice text="No articles are picked" />}
        <ol ref={list} tabIndex={-1} className="home-picks" aria-label="Picked articles">
          {picks.map((pick, index) => (
            <PickRow
              key={pick.articleId}
              pick={pick}
              index={index}
              count={picks.length}
              errors={[errors[`picks.${index}.article_id`], errors[`picks.${index}.expires_at`]]}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index, pick)}
              onExpiry={() => setExpiryOf(pick)}
            />
          ))}
        </ol>
        <Announcement text={announcement} />
        {conflict !== null && draft.isUnsaved && <ConflictNotice current={conflict} />}
        <FormDraftNotice draft={draft} />
        <button
          type="submit"
          className="button justify-self-start"
          disabled={saving.isPending || !draft.isUnsaved}
        >
          {saving.isPending ? 'Saving...' : 'Save home page'}
        </button>
      </form>
      <ArticlePicker
        picked={picks.map(({ articleId }) => articleId)}
        isFull={picks.length >= LATEST_LIMIT}
        onPick={({ id: articleId, title, state }) =>
          change(
            [...picks, { articleId, title, state, expiresAt: null }],
            `${title} was added as number ${picks.length + 1}`,
          )
        }
      />
      {expiryOf !== null && (
        <ExpiryDialog
          pick={expiryOf}
          onClose={() => setExpiryOf(null)}
          onChange={(expiresAt) => setExpiry(expiryOf.articleId, expiresAt)}
        />
      )}
    </>
  );
}

const movedText = ({ title }: PickValues, to: number, count: number): string =>
  `${titleOrUntitled(title)} is now ${to === 0 ? 'the lead' : `number ${to + 1} of ${count}`}`;

function ConflictNotice({ current: { picks } }: { readonly current: HomePicks }) {
  return (
    <div className="settings-conflict" role="alert">
      <p>
        Someone else changed the home page. Your list is unchanged and not saved. Save again to replace
        theirs, or discard your changes to see it.
      </p>
      <p>
        Theirs:{' '}
        {picks.length === 0 ? 'no articles' : picks.map(({ title }) => titleOrUntitled(title)).join(' · ')}
      </p>
    </div>
  );
}

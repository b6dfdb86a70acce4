import { useEffect, useState } from 'react';
import { countWords } from '#domain/articles/visible-content.ts';
import { shortDateTime } from '../../components/dates.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import { isEquivalentDraft } from '../draft/compare-drafts.ts';
import type { AutosaveEntry } from '../autosave/autosave-entry.ts';
import { DiscardChangesDialog, UnsavedChangesNotice } from './unsaved-changes-notice.tsx';

interface RecoveredDrafts {
  /** Entries of closed editors, offered for recovery. */
  readonly abandoned: readonly AutosaveEntry[];
  /** Entries of editors that are open in other tabs. */
  readonly open: readonly AutosaveEntry[];
}

/** Offers to restore or discard unsaved drafts of closed editors, and warns about editors open in other tabs. */
export function RecoveredDraftNotice({ session }: { readonly session: EditorSession }) {
  const { abandoned, open } = useRecoveredDrafts(session);
  const [discarded, setDiscarded] = useState<AutosaveEntry | null>(null);
  return (
    <>
      {open.map((entry) => (
        <p key={entry.id} className="editor-notice open-elsewhere" role="status">
          This article has unsaved changes in another tab, last edited {formatWrittenAt(entry)}.
        </p>
      ))}
      {abandoned.map((entry) => (
        <RecoveredDraft
          key={entry.id}
          session={session}
          entry={entry}
          onDiscard={() => setDiscarded(entry)}
        />
      ))}
      <DiscardChangesDialog
        isOpen={discarded !== null}
        isBusy={false}
        onCancel={() => setDiscarded(null)}
        onConfirm={() => {
          if (discarded !== null) session.removeEntry(discarded.id);
          setDiscarded(null);
        }}
      />
    </>
  );
}

interface RecoveredDraftProps {
  readonly session: EditorSession;
  readonly entry: AutosaveEntry;
  readonly onDiscard: () => void;
}

function RecoveredDraft({ session, entry, onDiscard }: RecoveredDraftProps) {
  const words = countWords(entry.draft.content);
  return (
    <UnsavedChangesNotice
      session={session}
      found={entry.draft}
      action="Restore"
      onAction={() => session.restore(entry)}
      onDiscard={onDiscard}
    >
      <strong>Unsaved changes from {formatWrittenAt(entry)} were found</strong>
      <br />
      {entry.draft.title || 'Untitled'} · {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'}
    </UnsavedChangesNotice>
  );
}

const formatWrittenAt = (entry: AutosaveEntry) => shortDateTime(new Date(entry.writtenAt).toISOString());

function useRecoveredDrafts({
  categorySlug,
  autosaveStorage,
  openEditors,
  autosave,
  queue,
  draft,
  onEntriesChanged,
}: EditorSession): RecoveredDrafts {
  const [recovered, setRecovered] = useState<RecoveredDrafts>({ abandoned: [], open: [] });
  useEffect(() => {
    let isCurrent = true;
    const findRecoverable = async () => {
      const open = await openEditors.list();
      const articleId = queue.base()?.id ?? null;
      const others = autosaveStorage
        .list({ articleId, categorySlug })
        .filter(({ id }) => id !== autosave.entryId);
      const abandoned = others.filter(({ id }) => !open.has(id));
      // Drafts that the server already has are removed, not offered.
      const { saved, autosaved } = draft.get();
      const onServer = [saved, ...(autosaved === null ? [] : [autosaved])];
      const alreadySaved = abandoned.filter((entry) =>
        onServer.some((stored) => isEquivalentDraft(entry.draft, stored)),
      );
      for (const entry of alreadySaved) autosaveStorage.remove(entry.id);
      if (!isCurrent) return;
      setRecovered({
        abandoned: abandoned.filter((entry) => !alreadySaved.includes(entry)),
        // A new article in another tab is a different article.
        open: articleId === null ? [] : others.filter(({ id }) => open.has(id)),
      });
    };
    const refresh = () => void findRecoverable();
    refresh();
    const unsubscribes = [autosaveStorage.onChange(refresh), onEntriesChanged(refresh)];
    addEventListener('focus', refresh);
    return () => {
      isCurrent = false;
      removeEventListener('focus', refresh);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [categorySlug, autosaveStorage, openEditors, autosave, queue, draft, onEntriesChanged]);
  return recovered;
}

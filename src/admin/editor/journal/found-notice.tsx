import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { shortMoment } from '../../parts/dates.ts';
import type { Desk } from '../desk/desk.ts';
import { wordsIn } from '../draft/draft.ts';
import { saysTheSame } from '../draft/same-draft.ts';
import { Comparison } from '../revisions/comparison.tsx';
import { useStore } from '../store.ts';
import type { JournalEntry } from './entry.ts';

interface Found {
  /** Of editors that are gone: to be offered. */
  readonly left: readonly JournalEntry[];
  /** Of other tabs that are open. */
  readonly open: readonly JournalEntry[];
}

/** What earlier editors of this article left behind, to be put back or thrown away; and that another one is open. */
export function FoundNotice({ desk }: { readonly desk: Desk }) {
  const { left, open } = useFound(desk);
  const [discarded, setDiscarded] = useState<JournalEntry | null>(null);
  return (
    <>
      {open.map((entry) => (
        <p key={entry.id} className="found found-open" role="status">
          This article has unsaved changes in another tab, last typed {momentOf(entry)}.
        </p>
      ))}
      {left.map((entry) => (
        <FoundEntry key={entry.id} desk={desk} entry={entry} onDiscard={() => setDiscarded(entry)} />
      ))}
      <ConfirmDialog
        isOpen={discarded !== null}
        title="Discard Changes"
        text="These unsaved changes will be gone. This action cannot be undone."
        action="Discard"
        busyAction="Discarding..."
        isBusy={false}
        isDangerous
        onCancel={() => setDiscarded(null)}
        onConfirm={() => {
          if (discarded !== null) desk.forget(discarded.id);
          setDiscarded(null);
        }}
      />
    </>
  );
}

interface FoundEntryProps {
  readonly desk: Desk;
  readonly entry: JournalEntry;
  readonly onDiscard: () => void;
}

function FoundEntry({ desk, entry, onDiscard }: FoundEntryProps) {
  const { draft } = useStore(desk.draft);
  const words = wordsIn(entry.draft.content);
  return (
    <section className="found" aria-label="Unsaved changes">
      <p>
        <strong>Unsaved changes from {momentOf(entry)} were found</strong>
        <br />
        {entry.draft.title || 'Without a title'} · {words.toLocaleString('en-US')}{' '}
        {words === 1 ? 'word' : 'words'}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button button-small" onClick={() => desk.restore(entry)}>
          Restore
        </button>
        <button type="button" className="button button-quiet button-small" onClick={onDiscard}>
          Discard
        </button>
      </div>
      <details className="found-content">
        <summary>What is in it</summary>
        <Comparison before={draft} after={entry.draft} label="Unsaved changes, compared with what is shown" />
      </details>
    </section>
  );
}

const momentOf = (entry: JournalEntry) => shortMoment(new Date(entry.writtenAt).toISOString());

function useFound({ categorySlug, journal, openEditors, keeper, queue, draft, onForgotten }: Desk): Found {
  const [found, setFound] = useState<Found>({ left: [], open: [] });
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const open = await openEditors.list();
      const articleId = queue.base()?.id ?? null;
      const others = journal.list({ articleId, categorySlug }).filter(({ id }) => id !== keeper.entryId);
      const left = others.filter(({ id }) => !open.has(id));
      // What the server has already needs no offering.
      const known = left.filter((entry) => saysTheSame(entry.draft, draft.get().saved));
      for (const entry of known) journal.remove(entry.id);
      if (!isCurrent) return;
      setFound({
        left: left.filter((entry) => !known.includes(entry)),
        // Other new articles are other articles.
        open: articleId === null ? [] : others.filter(({ id }) => open.has(id)),
      });
    };
    const again = () => void look();
    again();
    const stops = [journal.onChange(again), onForgotten(again)];
    addEventListener('focus', again);
    return () => {
      isCurrent = false;
      removeEventListener('focus', again);
      for (const stop of stops) stop();
    };
  }, [categorySlug, journal, openEditors, keeper, queue, draft, onForgotten]);
  return found;
}

import { useQuery } from '@tanstack/react-query';
import { ListChecks, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#ui/format-count.ts';
import { openChecks, systemQuery } from '../settings/system-query.ts';

/** Local storage: names of points of the checklist, separated by spaces. */
const STORED = {
  /** Those that were open when the notice was hidden. */
  hidden: 'newsroom.go-live-hidden',
  /** Those that were open when this browser loaded the checklist. */
  open: 'newsroom.go-live-open',
} as const;

/**
 * Reminds administrators of the checklist before the publication goes live while points are open. Hidden per browser, until
 * another point opens. Shows nothing if the checklist cannot be loaded: the dashboard does not depend on it.
 *
 * While the checklist is loading, the points that were open last time are shown, and in a new browser the empty notice. If
 * it appeared afterwards, it would move the dashboard away from under the pointer.
 */
export function GoLiveNotice() {
  const { data, isError } = useQuery({ ...systemQuery(), retry: false, refetchOnReconnect: false });
  const [known] = useState(() => readNames(STORED.open));
  const [hidden, setHidden] = useState(() => readNames(STORED.hidden));
  const loaded = data === undefined ? null : openChecks(data.checklist).map(({ name }) => name);
  const loadedNames = loaded?.join(' ');
  useEffect(() => {
    if (loadedNames !== undefined) localStorage.setItem(STORED.open, loadedNames);
  }, [loadedNames]);

  const open = loaded ?? (isError ? [] : known);
  if (open === null) return hidden === null ? <EmptyNotice /> : null;
  if (open.every((name) => hidden?.includes(name))) return null;

  function hide(names: readonly string[]): void {
    localStorage.setItem(STORED.hidden, names.join(' '));
    setHidden(names);
  }
  return (
    <section className="go-live-notice" aria-label="Before you go live">
      <NoticeContent count={open.length} onHide={() => hide(open)} />
    </section>
  );
}

/** Null if none were stored. */
function readNames(key: string): readonly string[] | null {
  return localStorage.getItem(key)?.split(' ').filter(Boolean) ?? null;
}

/** As high as a notice. */
const EmptyNotice = () => (
  <div className="go-live-notice go-live-loading" aria-hidden="true">
    <NoticeContent count={5} />
  </div>
);

interface NoticeContentProps {
  readonly count: number;
  readonly onHide?: () => void;
}

function NoticeContent({ count, onHide }: NoticeContentProps) {
  return (
    <>
      <ListChecks size={18} aria-hidden="true" />
      <p>
        Before you go live: {formatCount(count, 'point')} of the checklist {count === 1 ? 'is' : 'are'} open.
      </p>
      <Link className="button button-secondary button-small" to="/admin?tab=settings&view=system">
        Open the checklist
      </Link>
      <button type="button" className="icon-button" aria-label="Hide: before you go live" onClick={onHide}>
        <X size={17} aria-hidden="true" />
      </button>
    </>
  );
}

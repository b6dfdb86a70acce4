import { useQuery } from '@tanstack/react-query';
import { ListChecks, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#ui/format-count.ts';
import { openChecks, systemQuery } from '../settings/system-query.ts';

/** Local storage: the names of the points that were open when the notice was hidden, separated by spaces. */
const HIDDEN_KEY = 'newsroom.go-live-hidden';

/**
 * Reminds administrators of the checklist before the publication goes live while points are open. Hidden per browser, until
 * another point opens. Shows nothing while the checklist is loading or cannot be loaded: the dashboard does not depend on it.
 */
export function GoLiveNotice() {
  const { data } = useQuery({ ...systemQuery(), retry: false, refetchOnReconnect: false });
  const [hidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY)?.split(' ') ?? []);
  const open = openChecks(data?.checklist ?? []).map(({ name }) => name);
  if (open.every((name) => hidden.includes(name))) return null;

  function hide(): void {
    localStorage.setItem(HIDDEN_KEY, open.join(' '));
    setHidden(open);
  }
  return (
    <section className="go-live-notice" aria-label="Before you go live">
      <ListChecks size={18} aria-hidden="true" />
      <p>
        Before you go live: {formatCount(open.length, 'point')} of the checklist{' '}
        {open.length === 1 ? 'is' : 'are'} open.
      </p>
      <Link className="button button-secondary button-small" to="/admin?tab=settings&view=system">
        Open the checklist
      </Link>
      <button type="button" className="icon-button" aria-label="Hide: before you go live" onClick={hide}>
        <X size={17} aria-hidden="true" />
      </button>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { shortDateTime } from '../components/dates.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { type OwnSession, ownSessionsQuery, useEndSession } from './own-sessions.ts';

/** The sessions of the account. The current one ends with Logout. */
export function SessionList() {
  const sessions = useQuery(ownSessionsQuery());
  const ending = useEndSession();
  const list = useRef<HTMLUListElement>(null);

  if (sessions.data === undefined) {
    if (!sessions.isError) return <Spinner label="Loading sessions…" />;
    return <LoadFailure text="The sessions could not be loaded." onRetry={() => sessions.refetch()} />;
  }
  const hasOthers = sessions.data.some(({ is_current: isCurrent }) => !isCurrent);
  // The button of an ended session disappears with it.
  const end = (id: string | null) => ending.mutate(id, { onSuccess: () => list.current?.focus() });
  return (
    <>
      <ul ref={list} className="fact-rows session-rows" aria-label="Sessions" tabIndex={-1}>
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={ending.isPending}
            onEnd={() => end(session.id)}
          />
        ))}
      </ul>
      {hasOthers && (
        <button
          type="button"
          className="button button-secondary"
          disabled={ending.isPending}
          onClick={() => end(null)}
        >
          {ending.isPending && ending.variables === null ? 'Ending...' : 'End all other sessions'}
        </button>
      )}
    </>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, created_at: createdAt, used_at: usedAt, is_current: isCurrent } = session;
  const name = device ?? 'Unknown device';
  return (
    <li>
      <p className="session-device">
        {name} {isCurrent && <span className="status">This session</span>}
      </p>
      <p className="text-muted">
        Last used {shortDateTime(usedAt)}, signed in {shortDateTime(createdAt)}
      </p>
      {!isCurrent && (
        <button
          type="button"
          className="button button-secondary button-small"
          disabled={isBusy}
          aria-label={`End session: ${name}, ${shortDateTime(createdAt)}`}
          onClick={onEnd}
        >
          End
        </button>
      )}
    </li>
  );
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useConnection } from '../api/connection.ts';
import { openFetch } from '../api/open-fetch.ts';
import { sessionKeeper } from '../session/newsroom-session.ts';

/** Milliseconds between two looks whether the server is there again. */
const PAUSE = 5_000;

/** Says that the server is out of reach, for as long as it is, and brings everything up to date when it is back. */
export function ConnectionNotice() {
  const connection = useConnection();
  const queries = useQueryClient();

  useEffect(() => {
    if (connection === 'good') return undefined;
    const timer = setInterval(() => void lookAgain(queries), PAUSE);
    return () => clearInterval(timer);
  }, [connection, queries]);

  return (
    <div role="status">
      {connection === 'lost' && (
        <p className="connection-notice">
          <CloudOff size={16} aria-hidden="true" />
          The server cannot be reached. You stay signed in; trying again…
        </p>
      )}
    </div>
  );
}

async function lookAgain(queries: QueryClient): Promise<void> {
  try {
    await openFetch('/readyz');
  } catch {
    return;
  }
  await sessionKeeper.check();
  await queries.refetchQueries({ type: 'active' });
}

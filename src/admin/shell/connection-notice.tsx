import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useConnectionState } from '../api/connection.ts';
import { apiFetch } from '../api/api-fetch.ts';
import { sessionManager } from '../session/newsroom-session.ts';

/** Milliseconds between two checks for a restored connection. */
const CHECK_INTERVAL_MS = 5_000;

/** Shows a notice while the server is unreachable, and refetches active queries when the connection is restored. */
export function ConnectionNotice() {
  const connection = useConnectionState();
  const queries = useQueryClient();

  useEffect(() => {
    if (connection === 'online') return undefined;
    const timer = setInterval(() => void checkConnection(queries), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [connection, queries]);

  return (
    <div role="status">
      {connection === 'offline' && (
        <p className="connection-notice">
          <CloudOff size={16} aria-hidden="true" />
          The server cannot be reached. You are still signed in. Retrying…
        </p>
      )}
    </div>
  );
}

async function checkConnection(queries: QueryClient): Promise<void> {
  try {
    await apiFetch('/readyz');
  } catch {
    return;
  }
  await sessionManager.refreshIfExpiring();
  await queries.refetchQueries({ type: 'active' });
}

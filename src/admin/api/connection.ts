import { useSyncExternalStore } from 'react';

/** Whether the server was there when it was last asked. */
export type Connection = 'good' | 'lost';

let connection: Connection = 'good';
const listeners = new Set<() => void>();

/** Told by every request how it went. */
export function noteConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

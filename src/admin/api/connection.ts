import { useSyncExternalStore } from 'react';

/** Whether the last request reached the server. */
export type ConnectionState = 'online' | 'offline';

let connection: ConnectionState = 'online';
const listeners = new Set<() => void>();

/** Records whether a request reached the server. Every request calls it. */
export function setConnectionState(next: ConnectionState): void {
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(subscribe, () => connection);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
